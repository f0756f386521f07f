-- Blind duels: two hooks without names, one answer a pair and visitor. Nothing here is for sale.

-- Every track that is or was on the board, and how often its hook was put up.
CREATE TABLE duel_entrants (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  -- Times it was put up, and the same from where it joined: who comes late is not put up in every pair to catch up.
  heard integer NOT NULL DEFAULT 0 CHECK (heard >= 0),
  turn integer NOT NULL DEFAULT 0 CHECK (turn >= heard),
  -- Drawn anew each time: the order among those whose turn it is, and that of the listening page.
  lot real NOT NULL DEFAULT random()
);
CREATE INDEX duel_entrants_turn ON duel_entrants (turn, lot);
CREATE INDEX duel_entrants_lot ON duel_entrants (lot);

CREATE FUNCTION enter_duels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO duel_entrants (submission_id, turn)
    VALUES (NEW.submission_id, coalesce((SELECT min(turn) FROM duel_entrants), 0)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER fan_standings_duels AFTER INSERT ON fan_standings FOR EACH ROW EXECUTE FUNCTION enter_duels();
INSERT INTO duel_entrants (submission_id) SELECT f.submission_id FROM fan_standings f JOIN submissions s ON s.id = f.submission_id;

CREATE TABLE duels (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Its address: says nothing about either track.
  code varchar(26) NOT NULL UNIQUE,
  low_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  high_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- Sides are drawn by lot.
  low_is_a boolean NOT NULL,
  browser_digest text NOT NULL,
  -- Whoever was signed in: one answer a pair for the person too, whatever the browser.
  person_digest text,
  served_at timestamptz NOT NULL,
  answer varchar(4) CHECK (answer IN ('low', 'high', 'skip')),
  answered_at timestamptz,
  UNIQUE (browser_digest, low_id, high_id),
  CHECK (low_id < high_id),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE UNIQUE INDEX duels_person ON duels (person_digest, low_id, high_id) WHERE person_digest IS NOT NULL;
CREATE INDEX duels_low ON duels (low_id, high_id);
CREATE INDEX duels_high ON duels (high_id);

-- The ranking by those answers, as the job last made it.
CREATE TABLE duel_ranks (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  rank integer NOT NULL CHECK (rank > 0),
  -- Log-odds against an average entrant, and the ends of its 95% interval.
  strength real NOT NULL,
  low real NOT NULL,
  high real NOT NULL,
  wins integer NOT NULL CHECK (wins >= 0),
  duels integer NOT NULL CHECK (duels >= wins),
  computed_at timestamptz NOT NULL
);
CREATE INDEX duel_ranks_order ON duel_ranks (rank);
