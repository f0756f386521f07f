-- Which job listens for late words: when it is gone for good, nobody waits for them any longer.
ALTER TABLE recording_runs ADD COLUMN words_job_id uuid;
CREATE INDEX recording_runs_words ON recording_runs (audio_sha256) WHERE words_job_id IS NOT NULL;
