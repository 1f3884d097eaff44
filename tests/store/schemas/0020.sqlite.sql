CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)

CREATE TABLE games (
    id INTEGER NOT NULL,
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
    "key" VARCHAR(64) NOT NULL,
    revision INTEGER NOT NULL,
    result JSON,
    board_message BIGINT,
    created_at DATETIME NOT NULL,
    turn_since DATETIME NOT NULL, finished_at DATETIME, lost VARCHAR(20), private BOOLEAN DEFAULT 0 NOT NULL, dealing INTEGER DEFAULT '1' NOT NULL, computed BOOLEAN DEFAULT 0 NOT NULL, hints BOOLEAN DEFAULT 0 NOT NULL, counted BOOLEAN, awaited JSON, turn INTEGER,
    CONSTRAINT pk_games PRIMARY KEY (id)
)

CREATE TABLE players (
    id BIGINT NOT NULL,
    name VARCHAR(100) NOT NULL,
    dm_closed BOOLEAN NOT NULL,
    language VARCHAR(10), listed BOOLEAN DEFAULT 1 NOT NULL,
    CONSTRAINT pk_players PRIMARY KEY (id)
)

CREATE TABLE servers (
    id BIGINT NOT NULL,
    language VARCHAR(10),
    CONSTRAINT pk_servers PRIMARY KEY (id)
)

CREATE TABLE memos (
    name VARCHAR(40) NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_memos PRIMARY KEY (name)
)

CREATE TABLE events (
    game INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    actor VARCHAR(10) NOT NULL,
    kind VARCHAR(40) NOT NULL,
    payload JSON NOT NULL,
    at DATETIME NOT NULL,
    void BOOLEAN NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY (game, revision),
    CONSTRAINT fk_events_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE sealed (
    game INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    payload JSON NOT NULL,
    CONSTRAINT pk_sealed PRIMARY KEY (game, round, seat),
    CONSTRAINT fk_sealed_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE replays (
    id INTEGER NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    person BIGINT NOT NULL,
    record TEXT NOT NULL,
    created_at DATETIME NOT NULL, review TEXT, review_asked_at DATETIME,
    CONSTRAINT pk_replays PRIMARY KEY (id)
)

CREATE TABLE "seats" (
    game INTEGER NOT NULL,
    position INTEGER NOT NULL,
    player BIGINT, cover VARCHAR(10), hints INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_seats PRIMARY KEY (game, position),
    CONSTRAINT fk_seats_player FOREIGN KEY(player) REFERENCES players (id),
    CONSTRAINT fk_seats_game FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT uq_seats_game_player UNIQUE (game, player)
)

CREATE TABLE departures (
    id INTEGER NOT NULL,
    game INTEGER NOT NULL,
    position INTEGER NOT NULL,
    player BIGINT NOT NULL,
    revision INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_departures PRIMARY KEY (id),
    CONSTRAINT fk_departures_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE ballots (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    kind VARCHAR(20) NOT NULL,
    payload JSON NOT NULL,
    opener BIGINT NOT NULL,
    quorum INTEGER NOT NULL,
    revision INTEGER,
    message BIGINT,
    until DATETIME NOT NULL, unopposed_at DATETIME,
    CONSTRAINT fk_ballots_game FOREIGN KEY(game) REFERENCES games (id),
    CONSTRAINT uq_ballots_game_kind UNIQUE (game, kind)
)

CREATE TABLE votes (
    ballot INTEGER NOT NULL,
    player BIGINT NOT NULL,
    agrees BOOLEAN NOT NULL, objects BOOLEAN DEFAULT 0 NOT NULL,
    CONSTRAINT pk_votes PRIMARY KEY (ballot, player),
    CONSTRAINT fk_votes_ballot FOREIGN KEY(ballot) REFERENCES ballots (id)
)

CREATE TABLE preferences (
    player BIGINT NOT NULL,
    remind_by VARCHAR(10) NOT NULL,
    zone VARCHAR(64),
    quiet_from INTEGER,
    quiet_until INTEGER,
    away_until DATETIME, at_once BOOLEAN DEFAULT 0 NOT NULL, show_sheet BOOLEAN DEFAULT 0 NOT NULL, remind_line VARCHAR(10) DEFAULT 'never' NOT NULL, line_due_at DATETIME,
    CONSTRAINT pk_preferences PRIMARY KEY (player),
    CONSTRAINT fk_preferences_player FOREIGN KEY(player) REFERENCES players (id)
)

CREATE TABLE watches (
    game INTEGER NOT NULL,
    hours INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    next_at DATETIME,
    CONSTRAINT pk_watches PRIMARY KEY (game),
    CONSTRAINT fk_watches_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE reminders (
    game INTEGER NOT NULL,
    player BIGINT NOT NULL,
    since DATETIME NOT NULL,
    count INTEGER NOT NULL,
    due_at DATETIME NOT NULL,
    CONSTRAINT pk_reminders PRIMARY KEY (game, player),
    CONSTRAINT fk_reminders_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE reviews (
    game INTEGER NOT NULL,
    body TEXT,
    asked_at DATETIME NOT NULL,
    CONSTRAINT pk_reviews PRIMARY KEY (game),
    CONSTRAINT fk_reviews_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE tallies (
    guild BIGINT NOT NULL,
    games INTEGER NOT NULL,
    CONSTRAINT pk_tallies PRIMARY KEY (guild)
)

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
    mu DOUBLE NOT NULL,
    sigma DOUBLE NOT NULL, solo_hints INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_standings PRIMARY KEY (guild, title, player)
)

CREATE TABLE jobs (
    "key" VARCHAR(100) NOT NULL,
    kind VARCHAR(20) NOT NULL,
    game INTEGER,
    asked BLOB,
    answer BLOB,
    asked_at DATETIME NOT NULL,
    taken_at DATETIME,
    CONSTRAINT pk_jobs PRIMARY KEY ("key"),
    CONSTRAINT fk_jobs_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE "deliveries" (
    id INTEGER NOT NULL,
    game INTEGER,
    kind VARCHAR(20) NOT NULL,
    turn INTEGER,
    revision INTEGER NOT NULL,
    player BIGINT,
    status VARCHAR(10) NOT NULL,
    attempts INTEGER NOT NULL,
    next_at DATETIME NOT NULL,
    message BIGINT,
    reason VARCHAR(200),
    holder VARCHAR(20),
    held_until DATETIME,
    guild BIGINT,
    channel BIGINT,
    CONSTRAINT pk_deliveries PRIMARY KEY (id),
    CONSTRAINT fk_deliveries_game FOREIGN KEY(game) REFERENCES games (id)
)

CREATE TABLE charges (
    id INTEGER NOT NULL,
    person BIGINT NOT NULL,
    account VARCHAR(20) NOT NULL,
    amount DOUBLE NOT NULL,
    of_game INTEGER,
    guild BIGINT,
    at DATETIME NOT NULL,
    CONSTRAINT pk_charges PRIMARY KEY (id)
)

CREATE TABLE lines (
    number INTEGER NOT NULL,
    map VARCHAR(40) NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    salt VARCHAR(20),
    closed BOOLEAN DEFAULT 0 NOT NULL,
    par INTEGER,
    easy INTEGER,
    best INTEGER,
    policy INTEGER,
    par_asked_at DATETIME,
    CONSTRAINT pk_lines PRIMARY KEY (number)
)

CREATE TABLE line_bars (
    line INTEGER NOT NULL,
    mark VARCHAR(64) NOT NULL,
    CONSTRAINT pk_line_bars PRIMARY KEY (line, mark)
)

CREATE TABLE runs (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind VARCHAR(10) NOT NULL,
    "of" INTEGER NOT NULL,
    player BIGINT NOT NULL,
    deeds JSON,
    turns INTEGER NOT NULL,
    status VARCHAR(10) NOT NULL,
    score INTEGER,
    empty INTEGER,
    compared BOOLEAN NOT NULL,
    begun_at DATETIME NOT NULL,
    over_at DATETIME,
    CONSTRAINT fk_runs_player FOREIGN KEY(player) REFERENCES players (id)
)

CREATE TABLE line_places (
    guild BIGINT NOT NULL,
    line INTEGER NOT NULL,
    player BIGINT NOT NULL,
    shared BOOLEAN DEFAULT 0 NOT NULL,
    run INTEGER,
    score INTEGER,
    empty INTEGER,
    over_at DATETIME,
    CONSTRAINT pk_line_places PRIMARY KEY (guild, line, player),
    CONSTRAINT fk_line_places_player FOREIGN KEY(player) REFERENCES players (id)
)

CREATE TABLE papers (
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    hour INTEGER NOT NULL,
    zone VARCHAR(64) NOT NULL,
    told INTEGER NOT NULL,
    due_at DATETIME,
    failed INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_papers PRIMARY KEY (guild)
)

CREATE UNIQUE INDEX one_unfinished_game_a_channel ON games (channel) WHERE status IN ('lobby', 'running')

CREATE INDEX ix_games_channel ON games (channel)

CREATE INDEX ix_games_guild ON games (guild)

CREATE INDEX ix_replays_guild ON replays (guild)

CREATE INDEX ix_departures_game ON departures (game)

CREATE INDEX ix_departures_player ON departures (player)

CREATE INDEX ix_games_host ON games (host)

CREATE INDEX games_cancelled ON games (id) WHERE status = 'cancelled'

CREATE INDEX games_running ON games (id) WHERE status = 'running'

CREATE INDEX players_with_language ON players (language) WHERE language IS NOT NULL

CREATE INDEX ix_reminders_player ON reminders (player)

CREATE INDEX ix_replays_person ON replays (person)

CREATE INDEX ix_seats_player ON seats (player)

CREATE INDEX ix_standings_player ON standings (player)

CREATE INDEX reviews_unmade ON reviews (game) WHERE body IS NULL

CREATE INDEX replays_unreviewed ON replays (id) WHERE review IS NULL AND review_asked_at IS NOT NULL

CREATE INDEX games_unfinished ON games (guild) WHERE status IN ('lobby', 'running')

CREATE INDEX games_lost ON games (guild, lost) WHERE lost IS NOT NULL

CREATE INDEX ix_jobs_game ON jobs (game)

CREATE INDEX ix_jobs_asked_at ON jobs (asked_at)

CREATE INDEX ix_deliveries_player ON deliveries (player) WHERE player IS NOT NULL

CREATE INDEX ix_deliveries_pending ON deliveries (game) WHERE status = 'pending'

CREATE INDEX ix_deliveries_game_message ON deliveries (game, message)

CREATE INDEX games_uncounted ON games (guild, counted) WHERE status IN ('over', 'cancelled') AND counted IS NULL

CREATE INDEX ix_charges_person_account_at ON charges (person, account, at)

CREATE INDEX ix_charges_at ON charges (at)

CREATE UNIQUE INDEX one_run_a_line ON runs ("of", player) WHERE kind = 'line'

CREATE INDEX ix_runs_player_kind_status_of ON runs (player, kind, status, "of")

CREATE INDEX ix_runs_kind_of_status_score ON runs (kind, "of", status, score, compared, player)

CREATE INDEX runs_with_deeds ON runs (begun_at) WHERE deeds IS NOT NULL

CREATE INDEX ix_line_places_player_line ON line_places (player, line)

CREATE INDEX line_places_over ON line_places (guild, line, score) WHERE score IS NOT NULL

CREATE INDEX papers_due ON papers (due_at) WHERE due_at IS NOT NULL

CREATE INDEX preferences_line_due ON preferences (line_due_at) WHERE line_due_at IS NOT NULL

INSERT INTO alembic_version VALUES ('0020')
