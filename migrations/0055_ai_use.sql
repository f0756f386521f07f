-- What an artist stated about AI with the upload: vocals, music, words; null when nothing was said.
ALTER TABLE submissions ADD COLUMN ai_use jsonb;
-- The few that say something, for the catalogue's filter.
CREATE INDEX submissions_ai_stated ON submissions (id) WHERE ai_use IS NOT NULL;
