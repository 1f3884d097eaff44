-- What triggers do: tell other processes, or remove outdated jobs.
CREATE FUNCTION metrobot_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('metrobot', TG_ARGV[0]);
    RETURN NULL;
END $$;

CREATE FUNCTION metrobot_tell_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('metrobot', 'game ' || NEW.id);
    RETURN NULL;
END $$;

CREATE FUNCTION metrobot_tell_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('metrobot', 'job ' || NEW.key);
    RETURN NULL;
END $$;

CREATE FUNCTION metrobot_clear_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM jobs WHERE game = NEW.id;
    RETURN NULL;
END $$;

CREATE TABLE games (
    id BIGSERIAL NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    title VARCHAR(40) NOT NULL,
    rules_version INTEGER NOT NULL,
    status VARCHAR(10) NOT NULL,
    host BIGINT NOT NULL,
    capacity INTEGER,
    players INTEGER,
    options JSON NOT NULL,
    seating VARCHAR(10) NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    salt JSON NOT NULL,
    key VARCHAR(64) NOT NULL,
    revision INTEGER NOT NULL,
    result JSON,
    board_message BIGINT,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    turn_since TIMESTAMP WITH TIME ZONE NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE,
    lost VARCHAR(20),
    private BOOLEAN DEFAULT false NOT NULL,
    dealing INTEGER DEFAULT '1' NOT NULL,
    computed BOOLEAN DEFAULT false NOT NULL,
    hints BOOLEAN DEFAULT false NOT NULL,
    counted BOOLEAN,
    awaited JSON,
    turn INTEGER,
    CONSTRAINT pk_games PRIMARY KEY (id)
);

CREATE TABLE players (
    id BIGINT NOT NULL,
    name VARCHAR(100) NOT NULL,
    dm_closed BOOLEAN NOT NULL,
    language VARCHAR(10),
    listed BOOLEAN DEFAULT true NOT NULL,
    CONSTRAINT pk_players PRIMARY KEY (id)
);

CREATE TABLE preferences (
    player BIGINT NOT NULL,
    remind_by VARCHAR(10) NOT NULL,
    zone VARCHAR(64),
    quiet_from INTEGER,
    quiet_until INTEGER,
    away_until TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_preferences PRIMARY KEY (player),
    CONSTRAINT fk_preferences_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE servers (
    id BIGINT NOT NULL,
    language VARCHAR(10),
    CONSTRAINT pk_servers PRIMARY KEY (id)
);

CREATE TABLE memos (
    name VARCHAR(40) NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_memos PRIMARY KEY (name)
);

CREATE TABLE seats (
    game BIGINT NOT NULL,
    position INTEGER NOT NULL,
    player BIGINT,
    cover VARCHAR(10),
    hints INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_seats PRIMARY KEY (game, position),
    CONSTRAINT uq_seats_game_player UNIQUE (game, player),
    CONSTRAINT fk_seats_game FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT fk_seats_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE departures (
    id BIGSERIAL NOT NULL,
    game BIGINT NOT NULL,
    position INTEGER NOT NULL,
    player BIGINT NOT NULL,
    revision INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_departures PRIMARY KEY (id),
    CONSTRAINT fk_departures_game FOREIGN KEY(game) REFERENCES games (id)
);

-- Buttons name a ballot by its number: no later one may get it.
CREATE TABLE ballots (
    id BIGSERIAL NOT NULL,
    game BIGINT NOT NULL,
    kind VARCHAR(20) NOT NULL,
    payload JSON NOT NULL,
    opener BIGINT NOT NULL,
    quorum INTEGER NOT NULL,
    revision INTEGER,
    message BIGINT,
    until TIMESTAMP WITH TIME ZONE NOT NULL,
    unopposed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_ballots PRIMARY KEY (id),
    CONSTRAINT uq_ballots_game_kind UNIQUE (game, kind),
    CONSTRAINT fk_ballots_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE votes (
    ballot BIGINT NOT NULL,
    player BIGINT NOT NULL,
    agrees BOOLEAN NOT NULL,
    objects BOOLEAN DEFAULT false NOT NULL,
    CONSTRAINT pk_votes PRIMARY KEY (ballot, player),
    CONSTRAINT fk_votes_ballot FOREIGN KEY(ballot) REFERENCES ballots (id)
);

CREATE TABLE events (
    game BIGINT NOT NULL,
    revision INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    actor VARCHAR(10) NOT NULL,
    kind VARCHAR(40) NOT NULL,
    payload JSON NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    void BOOLEAN NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY (game, revision),
    CONSTRAINT fk_events_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE sealed (
    game BIGINT NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    payload JSON NOT NULL,
    CONSTRAINT pk_sealed PRIMARY KEY (game, round, seat),
    CONSTRAINT fk_sealed_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE jobs (
    key VARCHAR(100) NOT NULL,
    kind VARCHAR(20) NOT NULL,
    game BIGINT,
    asked BYTEA,
    answer BYTEA,
    asked_at TIMESTAMP WITH TIME ZONE NOT NULL,
    taken_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_jobs PRIMARY KEY (key),
    CONSTRAINT fk_jobs_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE deliveries (
    id BIGSERIAL NOT NULL,
    game BIGINT NOT NULL,
    kind VARCHAR(20) NOT NULL,
    turn INTEGER,
    revision INTEGER NOT NULL,
    player BIGINT,
    status VARCHAR(10) NOT NULL,
    attempts INTEGER NOT NULL,
    next_at TIMESTAMP WITH TIME ZONE NOT NULL,
    message BIGINT,
    reason VARCHAR(200),
    holder VARCHAR(20),
    held_until TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_deliveries PRIMARY KEY (id),
    CONSTRAINT fk_deliveries_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE watches (
    game BIGINT NOT NULL,
    hours INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    next_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_watches PRIMARY KEY (game),
    CONSTRAINT fk_watches_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE reminders (
    game BIGINT NOT NULL,
    player BIGINT NOT NULL,
    since TIMESTAMP WITH TIME ZONE NOT NULL,
    count INTEGER NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_reminders PRIMARY KEY (game, player),
    CONSTRAINT fk_reminders_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE reviews (
    game BIGINT NOT NULL,
    body TEXT,
    asked_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_reviews PRIMARY KEY (game),
    CONSTRAINT fk_reviews_game FOREIGN KEY(game) REFERENCES games (id)
);

CREATE TABLE replays (
    id BIGSERIAL NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    person BIGINT NOT NULL,
    record TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    review TEXT,
    review_asked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_replays PRIMARY KEY (id)
);

CREATE TABLE tallies (
    guild BIGINT NOT NULL,
    games INTEGER NOT NULL,
    CONSTRAINT pk_tallies PRIMARY KEY (guild)
);

CREATE TABLE standings (
    guild BIGINT NOT NULL,
    title VARCHAR(40) NOT NULL,
    player BIGINT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    points INTEGER NOT NULL,
    best INTEGER,
    solo_games INTEGER NOT NULL,
    solo_points INTEGER NOT NULL,
    solo_best INTEGER,
    against JSON NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    CONSTRAINT pk_standings PRIMARY KEY (guild, title, player)
);

CREATE INDEX games_cancelled ON games (id) WHERE status = 'cancelled';

CREATE INDEX games_lost ON games (guild, lost) WHERE lost IS NOT NULL;

CREATE INDEX games_running ON games (id) WHERE status = 'running';

CREATE INDEX games_uncounted ON games (guild) WHERE status = 'over' AND counted IS NULL;

CREATE INDEX games_unfinished ON games (guild) WHERE status IN ('lobby', 'running');

CREATE INDEX ix_deliveries_game_message ON deliveries (game, message);

CREATE INDEX ix_deliveries_pending ON deliveries (game) WHERE status = 'pending';

CREATE INDEX ix_deliveries_player ON deliveries (player) WHERE player IS NOT NULL;

CREATE INDEX ix_departures_game ON departures (game);

CREATE INDEX ix_departures_player ON departures (player);

CREATE INDEX ix_games_channel ON games (channel);

CREATE INDEX ix_games_guild ON games (guild);

CREATE INDEX ix_games_host ON games (host);

CREATE INDEX ix_jobs_asked_at ON jobs (asked_at);

CREATE INDEX ix_jobs_game ON jobs (game);

CREATE INDEX ix_reminders_player ON reminders (player);

CREATE INDEX ix_replays_guild ON replays (guild);

CREATE INDEX ix_replays_person ON replays (person);

CREATE INDEX ix_seats_player ON seats (player);

CREATE INDEX ix_standings_player ON standings (player);

CREATE UNIQUE INDEX one_unfinished_game_a_channel ON games (channel) WHERE status IN ('lobby', 'running');

CREATE INDEX players_with_language ON players (language) WHERE language IS NOT NULL;

CREATE INDEX replays_unreviewed ON replays (id) WHERE review IS NULL AND review_asked_at IS NOT NULL;

CREATE INDEX reviews_unmade ON reviews (game) WHERE body IS NULL;

CREATE TRIGGER metrobot_games
    AFTER INSERT OR UPDATE ON games FOR EACH ROW
    EXECUTE FUNCTION metrobot_tell_of_game();

CREATE TRIGGER metrobot_known
    AFTER UPDATE ON players FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW)
    EXECUTE FUNCTION metrobot_tell('people');

CREATE TRIGGER metrobot_met
    AFTER INSERT ON players FOR EACH ROW
    WHEN (NEW.language IS NOT NULL)
    EXECUTE FUNCTION metrobot_tell('people');

CREATE TRIGGER metrobot_forgotten
    AFTER DELETE ON players FOR EACH ROW
    EXECUTE FUNCTION metrobot_tell('forgotten');

CREATE TRIGGER metrobot_wished
    AFTER INSERT OR UPDATE OR DELETE ON preferences FOR EACH STATEMENT
    EXECUTE FUNCTION metrobot_tell('people');

CREATE TRIGGER metrobot_spoken
    AFTER INSERT OR UPDATE ON servers FOR EACH STATEMENT
    EXECUTE FUNCTION metrobot_tell('people');

CREATE TRIGGER metrobot_moved_on
    AFTER UPDATE ON games FOR EACH ROW
    WHEN (OLD.revision <> NEW.revision OR OLD.status <> NEW.status)
    EXECUTE FUNCTION metrobot_clear_jobs();

CREATE TRIGGER metrobot_answered
    AFTER UPDATE ON jobs FOR EACH ROW
    WHEN (NEW.answer IS NOT NULL)
    EXECUTE FUNCTION metrobot_tell_of_job();
