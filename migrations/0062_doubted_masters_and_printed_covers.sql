-- A master whose only fault is that it looks encoded keeps its bytes and measures for a while: a recording may be that old.
-- Staff accept it with a reason, which stays with it.
ALTER TABLE release_masters ADD COLUMN accepted_because text;
ALTER TABLE release_masters DROP CONSTRAINT release_masters_check3;
ALTER TABLE release_masters ADD CONSTRAINT release_masters_measured
  CHECK (CASE state WHEN 'kept' THEN look IS NOT NULL AND audio_sha256 IS NOT NULL
                    WHEN 'refused' THEN (look IS NULL) = (audio_sha256 IS NULL)
                    ELSE look IS NULL AND audio_sha256 IS NULL END) NOT VALID;
ALTER TABLE release_masters VALIDATE CONSTRAINT release_masters_measured;
ALTER TABLE release_masters ADD CONSTRAINT release_masters_accepted
  CHECK (accepted_because IS NULL OR (state = 'kept' AND btrim(accepted_because) <> ''));
-- Our own drawing is printed at the stores' size by a job: since when it is asked for, and why the last one did not do.
ALTER TABLE releases ADD COLUMN printing_since timestamptz;
ALTER TABLE releases ADD COLUMN printing_refusal text;
