-- A message to an artist may wait ten minutes before it goes, and be recalled until then.
ALTER TABLE artist_updates ADD COLUMN sends_at timestamptz;
UPDATE artist_updates SET sends_at = created_at;
ALTER TABLE artist_updates ALTER COLUMN sends_at SET NOT NULL;
ALTER TABLE artist_updates ADD COLUMN recalled_at timestamptz;
ALTER TABLE artist_updates ADD CONSTRAINT artist_updates_recall CHECK (recalled_at < sends_at);
