-- Genres that people corrected are kept apart from what was heard, and analyses are kept when a newer one takes their place.

ALTER TABLE submissions
  -- What the engine heard; `genre` is what counts: the same, unless somebody corrected it.
  ADD COLUMN genre_heard varchar(100),
  ADD COLUMN genre_given_by varchar(10) CHECK (genre_given_by IN ('artist', 'staff')),
  ADD COLUMN sheet_version text;
UPDATE submissions SET genre_heard = genre, sheet_version = analysis ->> 'sheetVersion' WHERE analyzed;
-- For finding what an older engine or score sheet made.
CREATE INDEX submissions_versions ON submissions (engine_version, sheet_version) WHERE analyzed AND archive_id IS NULL;

CREATE TABLE analysis_history (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  engine_version text NOT NULL,
  sheet_version text,
  analysis jsonb NOT NULL,
  score integer NOT NULL CHECK (score BETWEEN 0 AND 100),
  genre_heard varchar(100),
  analyzed_at timestamptz NOT NULL,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX analysis_history_submission ON analysis_history (submission_id, id);
