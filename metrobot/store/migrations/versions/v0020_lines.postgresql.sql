ALTER TABLE preferences ADD COLUMN at_once BOOLEAN DEFAULT false NOT NULL;

ALTER TABLE preferences ADD COLUMN show_sheet BOOLEAN DEFAULT false NOT NULL;

ALTER TABLE preferences ADD COLUMN remind_line VARCHAR(10) DEFAULT 'never' NOT NULL;

ALTER TABLE preferences ADD COLUMN line_due_at TIMESTAMP WITH TIME ZONE;

CREATE TABLE lines (
    number INTEGER NOT NULL,
    map VARCHAR(40) NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    salt VARCHAR(20),
    closed BOOLEAN DEFAULT false NOT NULL,
    par INTEGER,
    easy INTEGER,
    best INTEGER,
    policy INTEGER,
    par_asked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_lines PRIMARY KEY (number)
);

CREATE TABLE line_bars (
    line INTEGER NOT NULL,
    mark VARCHAR(64) NOT NULL,
    CONSTRAINT pk_line_bars PRIMARY KEY (line, mark)
);

-- Buttons name a run by its number: no later one may get it.
CREATE TABLE runs (
    id BIGSERIAL NOT NULL,
    kind VARCHAR(10) NOT NULL,
    "of" INTEGER NOT NULL,
    player BIGINT NOT NULL,
    deeds JSON,
    turns INTEGER NOT NULL,
    status VARCHAR(10) NOT NULL,
    score INTEGER,
    empty INTEGER,
    compared BOOLEAN NOT NULL,
    begun_at TIMESTAMP WITH TIME ZONE NOT NULL,
    over_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_runs PRIMARY KEY (id),
    CONSTRAINT fk_runs_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE line_places (
    guild BIGINT NOT NULL,
    line INTEGER NOT NULL,
    player BIGINT NOT NULL,
    shared BOOLEAN DEFAULT false NOT NULL,
    run BIGINT,
    score INTEGER,
    empty INTEGER,
    over_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_line_places PRIMARY KEY (guild, line, player),
    CONSTRAINT fk_line_places_player FOREIGN KEY(player) REFERENCES players (id)
);

CREATE TABLE papers (
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    hour INTEGER NOT NULL,
    zone VARCHAR(64) NOT NULL,
    told INTEGER NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE,
    failed INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_papers PRIMARY KEY (guild)
);

CREATE UNIQUE INDEX one_run_a_line ON runs ("of", player) WHERE kind = 'line';

CREATE INDEX ix_runs_player_kind_status_of ON runs (player, kind, status, "of");

CREATE INDEX ix_runs_kind_of_status_score ON runs (kind, "of", status, score, compared, player);

CREATE INDEX runs_with_deeds ON runs (begun_at) WHERE deeds IS NOT NULL;

CREATE INDEX ix_line_places_player_line ON line_places (player, line);

CREATE INDEX line_places_over ON line_places (guild, line, score) WHERE score IS NOT NULL;

CREATE INDEX papers_due ON papers (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX preferences_line_due ON preferences (line_due_at) WHERE line_due_at IS NOT NULL;
