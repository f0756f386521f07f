-- Staff accounts, their sessions, failed sign-ins, and requests for access.
CREATE TABLE admins (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email varchar(255) NOT NULL,
  password_hash text NOT NULL,
  name varchar(255) NOT NULL,
  role varchar(10) NOT NULL DEFAULT 'a&r' CHECK (role IN ('a&r', 'owner')),
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz
);
CREATE UNIQUE INDEX admins_email ON admins (lower(email));

CREATE TABLE admin_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES admins ON DELETE CASCADE,
  -- Only digests are stored: a copy of this table opens no session.
  secret_digest text NOT NULL UNIQUE,
  -- The secret before the last rotation, for requests that were under way.
  previous_digest text UNIQUE,
  rotated_at timestamptz NOT NULL,
  -- Whether the newest secret has come back to us. If not, the answer with it was lost and the one before still counts.
  secret_seen boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  agent text NOT NULL
);
CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id);

-- Failures in a row, by account (existing or not, as a digest) and by network address.
CREATE TABLE sign_in_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL CHECK (failures > 0),
  last_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_age ON sign_in_failures (last_at);

-- Requests for an A&R account, from the sign-in page.
CREATE TABLE access_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(255) NOT NULL,
  email varchar(255) NOT NULL,
  label varchar(255) NOT NULL,
  message text NOT NULL DEFAULT '',
  state varchar(10) NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'answered', 'declined')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer,
  CHECK ((state = 'new') = (decided_at IS NULL))
);
-- The staff list, new ones first. In its search, line breaks keep a match within one field.
CREATE INDEX access_requests_queue ON access_requests ((state = 'new'), id);
CREATE INDEX access_requests_words ON access_requests USING gin ((name || E'\n' || email || E'\n' || label) gin_trgm_ops);
