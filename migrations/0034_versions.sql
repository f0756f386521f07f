-- Versions of a track: a newer recording takes the older one's place, on the same page and with the same votes.
CREATE TABLE track_versions (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- 1 is what was sent first. Going back to an older recording is a version of its own, so nothing is ever rewritten.
  version integer NOT NULL CHECK (version BETWEEN 1 AND 20),
  audio_sha256 text NOT NULL REFERENCES recordings,
  -- 'waiting' → 'current' → 'past', or 'failed': the current one stays then.
  state varchar(10) NOT NULL CHECK (state IN ('waiting', 'current', 'past', 'failed')),
  sent_at timestamptz NOT NULL,
  taken_at timestamptz,
  -- Its place on the leaderboard just before and just after it was taken.
  place_before integer,
  place_after integer,
  -- What was said of it last, once another one took its place.
  score integer CHECK (score BETWEEN 0 AND 100),
  analysis jsonb,
  failure text,
  PRIMARY KEY (submission_id, version),
  CHECK ((state IN ('current', 'past')) = (taken_at IS NOT NULL)),
  CHECK ((state = 'past') = (analysis IS NOT NULL)),
  CHECK ((analysis IS NULL) = (score IS NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX track_versions_waiting ON track_versions (submission_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX track_versions_current ON track_versions (submission_id) WHERE state = 'current';
CREATE INDEX track_versions_sha ON track_versions (audio_sha256);

-- The ledger names the recording of each ranked track: a new one is an entry of the same kind as the first.
CREATE FUNCTION ledger_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF now() < (SELECT ends_at FROM campaign_end)
    AND EXISTS (SELECT FROM fan_standings WHERE submission_id = NEW.id) THEN
    PERFORM ledger_entry(NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_ledger_version AFTER UPDATE OF audio_sha256 ON submissions
  FOR EACH ROW WHEN (OLD.audio_sha256 IS DISTINCT FROM NEW.audio_sha256) EXECUTE FUNCTION ledger_version();
