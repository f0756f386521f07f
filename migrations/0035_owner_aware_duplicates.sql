-- The duplicate check knows whose an entry is: by the number or by a browser. And it goes by when a recording was sent,
-- which for a later version is not when its entry was made.
ALTER TABLE duplicates RENAME COLUMN same_phone TO same_owner;
ALTER TABLE duplicates ADD COLUMN earlier_at timestamptz;
UPDATE duplicates d SET earlier_at = s.created_at FROM submissions s WHERE s.id = d.earlier_id;
UPDATE duplicates SET earlier_at = found_at WHERE earlier_at IS NULL;
ALTER TABLE duplicates ALTER COLUMN earlier_at SET NOT NULL;
ALTER TABLE duplicates DROP CONSTRAINT duplicates_check;
ALTER TABLE duplicates ADD CONSTRAINT duplicates_two CHECK (earlier_id <> submission_id);

-- A hold that nobody decided is lifted when what it stood on is gone.
CREATE FUNCTION lift_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions SET held_at = NULL WHERE id = OLD.submission_id;
  RETURN NULL;
END $$;
CREATE TRIGGER holds_lift AFTER DELETE ON holds FOR EACH ROW EXECUTE FUNCTION lift_hold();

-- 'This is my track': what somebody whose entry is held says to staff.
CREATE TABLE ownership_claims (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  statement text NOT NULL CHECK (char_length(statement) BETWEEN 10 AND 1000),
  -- Where it was out before.
  link text CHECK (link ~ '^https?://' AND char_length(link) <= 500),
  made_at timestamptz NOT NULL
);
