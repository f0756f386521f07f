-- What an artist stated about AI with the upload: vocals, music, words; null when nothing was said.
ALTER TABLE submissions ADD COLUMN ai_use jsonb;
