-- Moderation: archives of cleared submissions, and reports.

-- 'Clear all' takes every submission out of sight; until the archive is purged, each can be restored.
CREATE TABLE archives (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  made_at timestamptz NOT NULL,
  made_by integer NOT NULL,
  submissions integer NOT NULL CHECK (submissions > 0),
  restorable_until timestamptz NOT NULL,
  restored_at timestamptz,
  purged_at timestamptz,
  CHECK (restored_at IS NULL OR purged_at IS NULL)
);
ALTER TABLE submissions ADD FOREIGN KEY (archive_id) REFERENCES archives;

-- Anyone may report a track or a comment below it.
CREATE TABLE reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- The vote whose comment is meant; empty: the track itself.
  vote_id integer,
  kind varchar(10) NOT NULL CHECK (kind IN ('rights', 'abuse', 'other')),
  message text NOT NULL,
  contact varchar(255) NOT NULL DEFAULT '',
  state varchar(10) NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'dismissed')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer,
  decision text NOT NULL DEFAULT '',
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX reports_open ON reports (created_at) WHERE state = 'open';
CREATE INDEX reports_submission ON reports (submission_id);
-- The staff list, open ones first. In its search, the line break keeps a match within one field.
CREATE INDEX reports_queue ON reports ((state = 'open'), id);
CREATE INDEX reports_words ON reports USING gin ((message || E'\n' || contact) gin_trgm_ops);
