-- The A&R desk: accounts and sessions in full, who failed to sign in, the audit trail, requests for access; then what
-- staff do to submissions: hide, archive, process in batches, follow up; reports by anyone; rounds and their winners.

ALTER TABLE admins
  ADD COLUMN disabled_at timestamptz,
  ADD COLUMN password_changed_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_sign_in_at timestamptz;

-- Sessions are replaced, not changed: nobody stays signed in over this migration.
DROP TABLE admin_sessions;
CREATE TABLE admin_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES admins ON DELETE CASCADE,
  -- Only digests are stored: a copy of this table opens no session.
  secret_digest text NOT NULL UNIQUE,
  -- The secret before the last rotation, for requests that were under way.
  previous_digest text UNIQUE,
  rotated_at timestamptz NOT NULL,
  -- Whether the newest secret has come back to us: if not, its answer was lost and the one before still counts.
  secret_seen boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  agent text NOT NULL
);
CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id);

-- Failures in a row, by account (known or not, as a digest) and by network address.
CREATE TABLE sign_in_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL CHECK (failures > 0),
  last_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_age ON sign_in_failures (last_at);

-- Who did what, when, to what. Written once, never changed, never deleted; so it refers to nothing by key.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id integer,
  actor_name text NOT NULL,
  action varchar(60) NOT NULL CHECK (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_type varchar(30),
  subject_id text,
  detail jsonb NOT NULL DEFAULT '{}',
  address text
);
CREATE INDEX audit_trail_action ON audit_trail (action, id DESC);
CREATE INDEX audit_trail_subject ON audit_trail (subject_type, subject_id, id DESC);
CREATE INDEX audit_trail_actor ON audit_trail (actor_id, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '23001';
END $$;
CREATE TRIGGER audit_trail_append_only BEFORE UPDATE OR DELETE ON audit_trail
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_trail_no_truncate BEFORE TRUNCATE ON audit_trail
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Applications for A&R access from the sign-in page.
CREATE TABLE access_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(255) NOT NULL,
  email varchar(255) NOT NULL,
  label varchar(255) NOT NULL,
  message text NOT NULL DEFAULT '',
  state varchar(10) NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer,
  CHECK ((state = 'open') = (decided_at IS NULL))
);

-- Clear all: an archive takes every submission out of sight and can give each back.
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

ALTER TABLE submissions
  ADD COLUMN archive_id integer REFERENCES archives,
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_reason text,
  -- What the public may see: neither archived nor hidden.
  ADD COLUMN listed boolean NOT NULL GENERATED ALWAYS AS (archive_id IS NULL AND hidden_at IS NULL) STORED,
  ADD CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL));

DROP INDEX submissions_board;
DROP INDEX submissions_genre;
CREATE INDEX submissions_board ON submissions (score DESC, created_at, id) WHERE analyzed AND listed;
CREATE INDEX submissions_genre ON submissions (genre, score DESC, created_at, id) WHERE analyzed AND listed;
CREATE INDEX submissions_archive ON submissions (archive_id) WHERE archive_id IS NOT NULL;

-- The staff table, in each order it can be sorted by.
CREATE INDEX submissions_staff_date ON submissions (created_at, id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_id ON submissions (id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_score ON submissions (coalesce(score, -1), id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_artist ON submissions (lower(artist_name), id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_track ON submissions (lower(track_title), id) WHERE archive_id IS NULL;
CREATE INDEX submissions_pending ON submissions (created_at, id) WHERE NOT analyzed AND archive_id IS NULL;
-- One text for the staff search; the line breaks keep a search from matching across two fields.
CREATE INDEX submissions_staff_words ON submissions USING gin
  ((artist_name || E'\n' || track_title || E'\n' || phone_number || E'\n' || regexp_replace(phone_number, '\D', '', 'g')) gin_trgm_ops);

-- A run of analyses that staff started together.
CREATE TABLE processing_batches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind varchar(10) NOT NULL CHECK (kind IN ('next', 'all', 'bulk', 'retry')),
  state varchar(10) NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
  gap_seconds integer NOT NULL CHECK (gap_seconds >= 0),
  made_by integer NOT NULL,
  made_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((finished_at IS NULL) = (state IN ('running', 'paused')))
);
-- One run over everything at a time, however often the button is pressed.
CREATE UNIQUE INDEX processing_batches_one_all ON processing_batches (kind)
  WHERE kind = 'all' AND state IN ('running', 'paused');

CREATE TABLE processing_items (
  batch_id integer NOT NULL REFERENCES processing_batches ON DELETE CASCADE,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  position integer NOT NULL,
  -- 'waiting' until its turn; 'sent' to the analysis queue; 'dropped' by a cancel. How it ended is the submission's own state.
  state varchar(10) NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped')),
  PRIMARY KEY (batch_id, submission_id)
);
CREATE INDEX processing_items_next ON processing_items (batch_id, position) WHERE state = 'waiting';

CREATE TABLE artist_updates (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  update_text text NOT NULL CHECK (char_length(update_text) >= 5),
  status varchar(10) NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'contacted', 'scheduled', 'signed', 'rejected')),
  scheduled_date timestamptz,
  -- The zone the date was meant in, an IANA name.
  time_zone varchar(60),
  made_by integer,
  created_at timestamptz NOT NULL
);
CREATE INDEX artist_updates_submission ON artist_updates (submission_id, id DESC);

-- Reports by anyone about a track or a comment below it.
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

-- A closed round with the standings it was decided on; selected rows are the winners.
CREATE TABLE round_closings (
  round_id varchar(40) PRIMARY KEY,
  closed_at timestamptz NOT NULL,
  closed_by integer NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0),
  reason text NOT NULL DEFAULT '',
  published_at timestamptz
);
CREATE TABLE round_standings (
  round_id varchar(40) NOT NULL REFERENCES round_closings ON DELETE CASCADE,
  rank integer NOT NULL CHECK (rank >= 1),
  -- No key: standings outlive the tracks.
  submission_id integer NOT NULL,
  artist_name varchar(255) NOT NULL,
  track_title varchar(255) NOT NULL,
  score integer NOT NULL,
  selected boolean NOT NULL DEFAULT false,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (round_id, rank),
  UNIQUE (round_id, submission_id)
);
