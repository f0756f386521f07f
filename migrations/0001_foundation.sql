-- Foundation: submissions, who uploaded them, what was heard, staff, limits, queue controls.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE submissions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  artist_name varchar(255) NOT NULL CHECK (char_length(artist_name) >= 2),
  phone_number varchar(20) NOT NULL,
  phone_e164 varchar(20),
  track_title varchar(255) NOT NULL CHECK (char_length(track_title) >= 1),
  audio_key text NOT NULL UNIQUE,
  audio_bytes integer NOT NULL CHECK (audio_bytes > 0),
  audio_sha256 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- 'queued' → 'running' → 'done' or 'failed'
  state varchar(10) NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  failure_code varchar(40),
  failure_message text,
  analyzed boolean NOT NULL DEFAULT false,
  analyzed_at timestamptz,
  engine_version text,
  analysis jsonb,
  score integer CHECK (score BETWEEN 0 AND 100),
  genre varchar(100),
  duration_seconds real,
  transcription text,
  vote_count integer NOT NULL DEFAULT 0 CHECK (vote_count >= 0),
  distribution_paid boolean NOT NULL DEFAULT false,
  -- Demo songs are seeded once and told apart for good.
  demo boolean NOT NULL DEFAULT false,
  CHECK (analyzed = (state = 'done')),
  CHECK (NOT analyzed OR (score IS NOT NULL AND genre IS NOT NULL AND analysis IS NOT NULL))
);
-- The order of the leaderboard: score, then earlier first.
CREATE INDEX submissions_board ON submissions (score DESC, created_at, id) WHERE analyzed;
CREATE INDEX submissions_genre ON submissions (genre, score DESC, created_at, id) WHERE analyzed;
CREATE INDEX submissions_words ON submissions USING gin ((artist_name || ' ' || track_title) gin_trgm_ops);
CREATE INDEX submissions_sha ON submissions (audio_sha256);

-- Browsers that may act for a submission: the one that uploaded it, and those that opened its private link.
CREATE TABLE submission_owners (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  browser_digest text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (submission_id, browser_digest)
);

-- Where an analysis is: one row a submission, changed often, so kept apart from the wide row.
CREATE TABLE analysis_runs (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  job_id uuid,
  lane varchar(10) NOT NULL DEFAULT 'normal' CHECK (lane IN ('normal', 'front')),
  stage varchar(20) NOT NULL DEFAULT 'queued' CHECK (stage IN ('queued', 'listening', 'analyzing', 'reporting', 'done', 'failed')),
  fraction real NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 1),
  attempt integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);

-- What the ear heard in some bytes: the same bytes under the same engine are never measured twice.
CREATE TABLE recordings (
  audio_sha256 text NOT NULL,
  engine_version text NOT NULL,
  measures jsonb NOT NULL,
  peaks smallint[] NOT NULL,
  measured_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (audio_sha256, engine_version)
);

CREATE TABLE admins (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email varchar(255) NOT NULL,
  password_hash text NOT NULL,
  name varchar(255) NOT NULL,
  role varchar(10) NOT NULL DEFAULT 'a&r' CHECK (role IN ('a&r', 'owner')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX admins_email ON admins (lower(email));

CREATE TABLE admin_sessions (
  id_digest text PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES admins ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id);

-- Counters only: losing them in a crash costs nothing, so they are not logged.
CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

CREATE TABLE queue_controls (
  name text PRIMARY KEY,
  paused boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- One 8-minute ticket a browser and round: it decides the lane, so it is kept here and nowhere else.
CREATE TABLE priority_tickets (
  round_id varchar(40) NOT NULL,
  browser_digest text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (round_id, browser_digest)
);

-- Things done once and never again, such as filling the demo.
CREATE TABLE marks (
  name text PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT now()
);
