CREATE TABLE alembic_version (
    "version_num" character varying(32) NOT NULL
)

CREATE TABLE ballots (
    "id" BIGSERIAL NOT NULL,
    "game" bigint NOT NULL,
    "kind" character varying(20) NOT NULL,
    "payload" json NOT NULL,
    "opener" bigint NOT NULL,
    "quorum" integer NOT NULL,
    "revision" integer,
    "message" bigint,
    "until" timestamp with time zone NOT NULL,
    "unopposed_at" timestamp with time zone
)

CREATE TABLE charges (
    "id" BIGSERIAL NOT NULL,
    "person" bigint NOT NULL,
    "account" character varying(20) NOT NULL,
    "amount" double precision NOT NULL,
    "of_game" bigint,
    "guild" bigint,
    "at" timestamp with time zone NOT NULL
)

CREATE TABLE deliveries (
    "id" BIGSERIAL NOT NULL,
    "game" bigint,
    "kind" character varying(20) NOT NULL,
    "turn" integer,
    "revision" integer NOT NULL,
    "player" bigint,
    "status" character varying(10) NOT NULL,
    "attempts" integer NOT NULL,
    "next_at" timestamp with time zone NOT NULL,
    "message" bigint,
    "reason" character varying(200),
    "holder" character varying(20),
    "held_until" timestamp with time zone,
    "guild" bigint,
    "channel" bigint
)

CREATE TABLE departures (
    "id" BIGSERIAL NOT NULL,
    "game" bigint NOT NULL,
    "position" integer NOT NULL,
    "player" bigint NOT NULL,
    "revision" integer NOT NULL,
    "at" timestamp with time zone NOT NULL
)

CREATE TABLE events (
    "game" bigint NOT NULL,
    "revision" integer NOT NULL,
    "seq" integer NOT NULL,
    "actor" character varying(10) NOT NULL,
    "kind" character varying(40) NOT NULL,
    "payload" json NOT NULL,
    "at" timestamp with time zone NOT NULL,
    "void" boolean NOT NULL
)

CREATE TABLE games (
    "id" BIGSERIAL NOT NULL,
    "guild" bigint NOT NULL,
    "channel" bigint NOT NULL,
    "title" character varying(40) NOT NULL,
    "rules_version" integer NOT NULL,
    "status" character varying(10) NOT NULL,
    "host" bigint NOT NULL,
    "capacity" integer,
    "players" integer,
    "options" json NOT NULL,
    "seating" character varying(10) NOT NULL,
    "commitment" character varying(64) NOT NULL,
    "salt" json NOT NULL,
    "key" character varying(64) NOT NULL,
    "revision" integer NOT NULL,
    "result" json,
    "board_message" bigint,
    "created_at" timestamp with time zone NOT NULL,
    "turn_since" timestamp with time zone NOT NULL,
    "finished_at" timestamp with time zone,
    "lost" character varying(20),
    "private" boolean NOT NULL DEFAULT false,
    "dealing" integer NOT NULL DEFAULT 1,
    "computed" boolean NOT NULL DEFAULT false,
    "hints" boolean NOT NULL DEFAULT false,
    "counted" boolean,
    "awaited" json,
    "turn" integer
)

CREATE TABLE jobs (
    "key" character varying(100) NOT NULL,
    "kind" character varying(20) NOT NULL,
    "game" bigint,
    "asked" bytea,
    "answer" bytea,
    "asked_at" timestamp with time zone NOT NULL,
    "taken_at" timestamp with time zone
)

CREATE TABLE line_bars (
    "line" integer NOT NULL,
    "mark" character varying(64) NOT NULL
)

CREATE TABLE line_places (
    "guild" bigint NOT NULL,
    "line" integer NOT NULL,
    "player" bigint NOT NULL,
    "shared" boolean NOT NULL DEFAULT false,
    "run" bigint,
    "score" integer,
    "empty" integer,
    "over_at" timestamp with time zone
)

CREATE TABLE lines (
    "number" integer NOT NULL,
    "map" character varying(40) NOT NULL,
    "commitment" character varying(64) NOT NULL,
    "salt" character varying(20),
    "closed" boolean NOT NULL DEFAULT false,
    "par" integer,
    "easy" integer,
    "best" integer,
    "policy" integer,
    "par_asked_at" timestamp with time zone
)

CREATE TABLE memos (
    "name" character varying(40) NOT NULL,
    "value" text NOT NULL
)

CREATE TABLE papers (
    "guild" bigint NOT NULL,
    "channel" bigint NOT NULL,
    "hour" integer NOT NULL,
    "zone" character varying(64) NOT NULL,
    "told" integer NOT NULL,
    "due_at" timestamp with time zone,
    "failed" integer NOT NULL DEFAULT 0
)

CREATE TABLE players (
    "id" bigint NOT NULL,
    "name" character varying(100) NOT NULL,
    "dm_closed" boolean NOT NULL,
    "language" character varying(10),
    "listed" boolean NOT NULL DEFAULT true
)

CREATE TABLE preferences (
    "player" bigint NOT NULL,
    "remind_by" character varying(10) NOT NULL,
    "zone" character varying(64),
    "quiet_from" integer,
    "quiet_until" integer,
    "away_until" timestamp with time zone,
    "at_once" boolean NOT NULL DEFAULT false,
    "show_sheet" boolean NOT NULL DEFAULT false,
    "remind_line" character varying(10) NOT NULL DEFAULT 'never'::character varying,
    "line_due_at" timestamp with time zone
)

CREATE TABLE reminders (
    "game" bigint NOT NULL,
    "player" bigint NOT NULL,
    "since" timestamp with time zone NOT NULL,
    "count" integer NOT NULL,
    "due_at" timestamp with time zone NOT NULL
)

CREATE TABLE replays (
    "id" BIGSERIAL NOT NULL,
    "guild" bigint NOT NULL,
    "channel" bigint NOT NULL,
    "person" bigint NOT NULL,
    "record" text NOT NULL,
    "created_at" timestamp with time zone NOT NULL,
    "review" text,
    "review_asked_at" timestamp with time zone
)

CREATE TABLE reviews (
    "game" bigint NOT NULL,
    "body" text,
    "asked_at" timestamp with time zone NOT NULL
)

CREATE TABLE runs (
    "id" BIGSERIAL NOT NULL,
    "kind" character varying(10) NOT NULL,
    "of" integer NOT NULL,
    "player" bigint NOT NULL,
    "deeds" json,
    "turns" integer NOT NULL,
    "status" character varying(10) NOT NULL,
    "score" integer,
    "empty" integer,
    "compared" boolean NOT NULL,
    "begun_at" timestamp with time zone NOT NULL,
    "over_at" timestamp with time zone
)

CREATE TABLE sealed (
    "game" bigint NOT NULL,
    "round" integer NOT NULL,
    "seat" integer NOT NULL,
    "payload" json NOT NULL
)

CREATE TABLE seats (
    "game" bigint NOT NULL,
    "position" integer NOT NULL,
    "player" bigint,
    "cover" character varying(10),
    "hints" integer NOT NULL DEFAULT 0
)

CREATE TABLE servers (
    "id" bigint NOT NULL,
    "language" character varying(10)
)

CREATE TABLE standings (
    "guild" bigint NOT NULL,
    "title" character varying(40) NOT NULL,
    "player" bigint NOT NULL,
    "games" integer NOT NULL,
    "wins" integer NOT NULL,
    "points" integer NOT NULL,
    "best" integer,
    "solo_games" integer NOT NULL,
    "solo_points" integer NOT NULL,
    "solo_best" integer,
    "against" json NOT NULL,
    "mu" double precision NOT NULL,
    "sigma" double precision NOT NULL,
    "solo_hints" integer NOT NULL DEFAULT 0
)

CREATE TABLE tallies (
    "guild" bigint NOT NULL,
    "games" integer NOT NULL
)

CREATE TABLE votes (
    "ballot" bigint NOT NULL,
    "player" bigint NOT NULL,
    "agrees" boolean NOT NULL,
    "objects" boolean NOT NULL DEFAULT false
)

CREATE TABLE watches (
    "game" bigint NOT NULL,
    "hours" integer NOT NULL,
    "revision" integer NOT NULL,
    "next_at" timestamp with time zone
)

ALTER TABLE alembic_version ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)

ALTER TABLE ballots ADD CONSTRAINT pk_ballots PRIMARY KEY (id)

ALTER TABLE charges ADD CONSTRAINT pk_charges PRIMARY KEY (id)

ALTER TABLE deliveries ADD CONSTRAINT pk_deliveries PRIMARY KEY (id)

ALTER TABLE departures ADD CONSTRAINT pk_departures PRIMARY KEY (id)

ALTER TABLE events ADD CONSTRAINT pk_events PRIMARY KEY (game, revision)

ALTER TABLE games ADD CONSTRAINT pk_games PRIMARY KEY (id)

ALTER TABLE jobs ADD CONSTRAINT pk_jobs PRIMARY KEY (key)

ALTER TABLE line_bars ADD CONSTRAINT pk_line_bars PRIMARY KEY (line, mark)

ALTER TABLE line_places ADD CONSTRAINT pk_line_places PRIMARY KEY (guild, line, player)

ALTER TABLE lines ADD CONSTRAINT pk_lines PRIMARY KEY (number)

ALTER TABLE memos ADD CONSTRAINT pk_memos PRIMARY KEY (name)

ALTER TABLE papers ADD CONSTRAINT pk_papers PRIMARY KEY (guild)

ALTER TABLE players ADD CONSTRAINT pk_players PRIMARY KEY (id)

ALTER TABLE preferences ADD CONSTRAINT pk_preferences PRIMARY KEY (player)

ALTER TABLE reminders ADD CONSTRAINT pk_reminders PRIMARY KEY (game, player)

ALTER TABLE replays ADD CONSTRAINT pk_replays PRIMARY KEY (id)

ALTER TABLE reviews ADD CONSTRAINT pk_reviews PRIMARY KEY (game)

ALTER TABLE runs ADD CONSTRAINT pk_runs PRIMARY KEY (id)

ALTER TABLE sealed ADD CONSTRAINT pk_sealed PRIMARY KEY (game, round, seat)

ALTER TABLE seats ADD CONSTRAINT pk_seats PRIMARY KEY (game, "position")

ALTER TABLE servers ADD CONSTRAINT pk_servers PRIMARY KEY (id)

ALTER TABLE standings ADD CONSTRAINT pk_standings PRIMARY KEY (guild, title, player)

ALTER TABLE tallies ADD CONSTRAINT pk_tallies PRIMARY KEY (guild)

ALTER TABLE votes ADD CONSTRAINT pk_votes PRIMARY KEY (ballot, player)

ALTER TABLE watches ADD CONSTRAINT pk_watches PRIMARY KEY (game)

ALTER TABLE ballots ADD CONSTRAINT uq_ballots_game_kind UNIQUE (game, kind)

ALTER TABLE seats ADD CONSTRAINT uq_seats_game_player UNIQUE (game, player)

ALTER TABLE ballots ADD CONSTRAINT fk_ballots_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE deliveries ADD CONSTRAINT fk_deliveries_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE departures ADD CONSTRAINT fk_departures_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE events ADD CONSTRAINT fk_events_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE jobs ADD CONSTRAINT fk_jobs_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE line_places ADD CONSTRAINT fk_line_places_player FOREIGN KEY (player) REFERENCES players(id)

ALTER TABLE preferences ADD CONSTRAINT fk_preferences_player FOREIGN KEY (player) REFERENCES players(id)

ALTER TABLE reminders ADD CONSTRAINT fk_reminders_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE reviews ADD CONSTRAINT fk_reviews_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE runs ADD CONSTRAINT fk_runs_player FOREIGN KEY (player) REFERENCES players(id)

ALTER TABLE sealed ADD CONSTRAINT fk_sealed_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE seats ADD CONSTRAINT fk_seats_game FOREIGN KEY (game) REFERENCES games(id)

ALTER TABLE seats ADD CONSTRAINT fk_seats_player FOREIGN KEY (player) REFERENCES players(id)

ALTER TABLE votes ADD CONSTRAINT fk_votes_ballot FOREIGN KEY (ballot) REFERENCES ballots(id)

ALTER TABLE watches ADD CONSTRAINT fk_watches_game FOREIGN KEY (game) REFERENCES games(id)

CREATE INDEX games_cancelled ON games USING btree (id) WHERE ((status)::text = 'cancelled'::text)

CREATE INDEX games_lost ON games USING btree (guild, lost) WHERE (lost IS NOT NULL)

CREATE INDEX games_running ON games USING btree (id) WHERE ((status)::text = 'running'::text)

CREATE INDEX games_uncounted ON games USING btree (guild, counted) WHERE (status IN ('over', 'cancelled') AND (counted IS NULL))

CREATE INDEX games_unfinished ON games USING btree (guild) WHERE status IN ('lobby', 'running')

CREATE INDEX ix_charges_at ON charges USING btree (at)

CREATE INDEX ix_charges_person_account_at ON charges USING btree (person, account, at)

CREATE INDEX ix_deliveries_game_message ON deliveries USING btree (game, message)

CREATE INDEX ix_deliveries_pending ON deliveries USING btree (game) WHERE ((status)::text = 'pending'::text)

CREATE INDEX ix_deliveries_player ON deliveries USING btree (player) WHERE (player IS NOT NULL)

CREATE INDEX ix_departures_game ON departures USING btree (game)

CREATE INDEX ix_departures_player ON departures USING btree (player)

CREATE INDEX ix_games_channel ON games USING btree (channel)

CREATE INDEX ix_games_guild ON games USING btree (guild)

CREATE INDEX ix_games_host ON games USING btree (host)

CREATE INDEX ix_jobs_asked_at ON jobs USING btree (asked_at)

CREATE INDEX ix_jobs_game ON jobs USING btree (game)

CREATE INDEX ix_line_places_player_line ON line_places USING btree (player, line)

CREATE INDEX ix_reminders_player ON reminders USING btree (player)

CREATE INDEX ix_replays_guild ON replays USING btree (guild)

CREATE INDEX ix_replays_person ON replays USING btree (person)

CREATE INDEX ix_runs_kind_of_status_score ON runs USING btree (kind, of, status, score, compared, player)

CREATE INDEX ix_runs_player_kind_status_of ON runs USING btree (player, kind, status, of)

CREATE INDEX ix_seats_player ON seats USING btree (player)

CREATE INDEX ix_standings_player ON standings USING btree (player)

CREATE INDEX line_places_over ON line_places USING btree (guild, line, score) WHERE (score IS NOT NULL)

CREATE UNIQUE INDEX one_run_a_line ON runs USING btree (of, player) WHERE ((kind)::text = 'line'::text)

CREATE UNIQUE INDEX one_unfinished_game_a_channel ON games USING btree (channel) WHERE status IN ('lobby', 'running')

CREATE INDEX papers_due ON papers USING btree (due_at) WHERE (due_at IS NOT NULL)

CREATE INDEX players_with_language ON players USING btree (language) WHERE (language IS NOT NULL)

CREATE INDEX preferences_line_due ON preferences USING btree (line_due_at) WHERE (line_due_at IS NOT NULL)

CREATE INDEX replays_unreviewed ON replays USING btree (id) WHERE ((review IS NULL) AND (review_asked_at IS NOT NULL))

CREATE INDEX reviews_unmade ON reviews USING btree (game) WHERE (body IS NULL)

CREATE INDEX runs_with_deeds ON runs USING btree (begun_at) WHERE (deeds IS NOT NULL)

CREATE OR REPLACE FUNCTION metrobot_clear_jobs() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN DELETE FROM jobs WHERE game = NEW.id; RETURN NULL; END $function$

CREATE OR REPLACE FUNCTION metrobot_tell() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN PERFORM pg_notify('metrobot', TG_ARGV[0]); RETURN NULL; END $function$

CREATE OR REPLACE FUNCTION metrobot_tell_of_game() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN PERFORM pg_notify('metrobot', 'game ' || NEW.id); RETURN NULL; END $function$

CREATE OR REPLACE FUNCTION metrobot_tell_of_job() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN PERFORM pg_notify('metrobot', 'job ' || NEW.key); RETURN NULL; END $function$

CREATE TRIGGER metrobot_answered AFTER UPDATE ON jobs FOR EACH ROW WHEN ((new.answer IS NOT NULL)) EXECUTE FUNCTION metrobot_tell_of_job()

CREATE TRIGGER metrobot_forgotten AFTER DELETE ON players FOR EACH ROW EXECUTE FUNCTION metrobot_tell('forgotten')

CREATE TRIGGER metrobot_games AFTER INSERT OR UPDATE ON games FOR EACH ROW EXECUTE FUNCTION metrobot_tell_of_game()

CREATE TRIGGER metrobot_known AFTER UPDATE ON players FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION metrobot_tell('people')

CREATE TRIGGER metrobot_met AFTER INSERT ON players FOR EACH ROW WHEN ((new.language IS NOT NULL)) EXECUTE FUNCTION metrobot_tell('people')

CREATE TRIGGER metrobot_moved_on AFTER UPDATE ON games FOR EACH ROW WHEN (((old.revision <> new.revision) OR ((old.status)::text <> (new.status)::text))) EXECUTE FUNCTION metrobot_clear_jobs()

CREATE TRIGGER metrobot_spoken AFTER INSERT OR UPDATE ON servers FOR EACH STATEMENT EXECUTE FUNCTION metrobot_tell('people')

CREATE TRIGGER metrobot_wished AFTER INSERT OR DELETE OR UPDATE ON preferences FOR EACH STATEMENT EXECUTE FUNCTION metrobot_tell('people')

INSERT INTO alembic_version VALUES ('0020')
