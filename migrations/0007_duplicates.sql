-- A later entry that has the recording of an earlier one, wholly or in part.
CREATE TABLE duplicates (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- Empty once the earlier entry is deleted: an entry that is held still waits for a decision.
  earlier_id integer REFERENCES submissions ON DELETE SET NULL,
  -- The same bytes.
  exact boolean NOT NULL,
  same_phone boolean NOT NULL,
  -- How much of the later entry's sound is in the earlier one.
  share real NOT NULL CHECK (share > 0 AND share <= 1),
  confidence real NOT NULL CHECK (confidence > 0 AND confidence <= 1),
  offset_seconds real NOT NULL,
  parts jsonb NOT NULL,
  found_at timestamptz NOT NULL,
  UNIQUE (submission_id, earlier_id),
  CHECK (earlier_id < submission_id)
);
CREATE INDEX duplicates_earlier ON duplicates (earlier_id);

-- Entries kept from the public until staff decide.
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

CREATE FUNCTION follow_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions SET held_at = CASE WHEN NEW.state = 'released' THEN NULL ELSE NEW.held_at END
    WHERE id = NEW.submission_id;
  RETURN NULL;
END $$;
CREATE TRIGGER holds_follow AFTER INSERT OR UPDATE OF state ON holds FOR EACH ROW EXECUTE FUNCTION follow_hold();
