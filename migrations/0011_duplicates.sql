-- Duplicates: acoustic fingerprints, which entries share a recording, and entries held for a person to look at.

-- One a recording, however many entries have it.
CREATE TABLE fingerprints (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  audio_sha256 text NOT NULL,
  version smallint NOT NULL,
  -- All points, packed: src/audio/pack-fingerprint.ts.
  points bytea NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (audio_sha256, version)
);
-- Points hardly compress: trying costs time at every write.
ALTER TABLE fingerprints ALTER COLUMN points SET STORAGE EXTERNAL;

-- The few landmarks a recording is found by. The key holds both columns, so a search never reads the table itself.
CREATE TABLE fingerprint_landmarks (
  landmark integer NOT NULL,
  fingerprint_id integer NOT NULL REFERENCES fingerprints,
  PRIMARY KEY (landmark, fingerprint_id)
);

-- A later entry that has the recording of an earlier one, wholly or in part.
CREATE TABLE duplicates (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- Empty once the earlier entry was deleted: what is held still waits for a decision.
  earlier_id integer REFERENCES submissions ON DELETE SET NULL,
  -- The same bytes.
  exact boolean NOT NULL,
  same_phone boolean NOT NULL,
  -- Of the later entry's sound, how much is in the earlier one.
  share real NOT NULL CHECK (share > 0 AND share <= 1),
  confidence real NOT NULL CHECK (confidence > 0 AND confidence <= 1),
  offset_seconds real NOT NULL,
  parts jsonb NOT NULL,
  found_at timestamptz NOT NULL,
  UNIQUE (submission_id, earlier_id),
  CHECK (earlier_id < submission_id)
);
CREATE INDEX duplicates_earlier ON duplicates (earlier_id);

-- Entries kept from the public until a person decided.
CREATE TABLE holds (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  state varchar(10) NOT NULL CHECK (state IN ('held', 'released', 'rejected')),
  held_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer,
  reason text,
  CHECK ((state = 'held') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (reason IS NULL))
);
CREATE INDEX holds_open ON holds (held_at) WHERE state = 'held';

-- What the public may see: neither archived, nor hidden, nor held. Every public read asks for this one column, so it is
-- made anew with one more condition, and all that hangs on it with it.
DROP INDEX submissions_board;
DROP INDEX submissions_genre;
DROP INDEX submissions_words;
ALTER TABLE submissions DROP COLUMN listed;
ALTER TABLE submissions
  -- Since when it is kept from the public: held or rejected; empty once released. Follows `holds`.
  ADD COLUMN held_at timestamptz,
  ADD COLUMN listed boolean NOT NULL
    GENERATED ALWAYS AS (archive_id IS NULL AND hidden_at IS NULL AND held_at IS NULL) STORED;
CREATE INDEX submissions_board ON submissions (score DESC, created_at, id) WHERE analyzed AND listed;
CREATE INDEX submissions_genre ON submissions (genre, score DESC, created_at, id) WHERE analyzed AND listed;
CREATE INDEX submissions_words ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed;

DROP TRIGGER submissions_standing ON submissions;
CREATE TRIGGER submissions_standing
  AFTER UPDATE OF vote_count, score, analyzed, archive_id, hidden_at, held_at ON submissions
  FOR EACH ROW WHEN ((OLD.vote_count, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at, OLD.held_at)
    IS DISTINCT FROM (NEW.vote_count, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at, NEW.held_at))
  EXECUTE FUNCTION follow_standing();
DROP TRIGGER submissions_board ON submissions;
CREATE TRIGGER submissions_board AFTER UPDATE OF genre, score, analyzed, archive_id, hidden_at, held_at ON submissions
  FOR EACH ROW WHEN ((OLD.genre, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at, OLD.held_at)
    IS DISTINCT FROM (NEW.genre, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at, NEW.held_at))
  EXECUTE FUNCTION follow_board();

CREATE FUNCTION follow_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions SET held_at = CASE WHEN NEW.state = 'released' THEN NULL ELSE NEW.held_at END
    WHERE id = NEW.submission_id;
  RETURN NULL;
END $$;
CREATE TRIGGER holds_follow AFTER INSERT OR UPDATE OF state ON holds FOR EACH ROW EXECUTE FUNCTION follow_hold();
