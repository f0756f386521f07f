-- The second factor of staff: an authenticator app, passkeys, and whether a session was opened with one.

-- The app's secret is not here: it is derived from the site's secret and this nonce.
CREATE TABLE admin_totp (
  admin_id integer PRIMARY KEY REFERENCES admins ON DELETE CASCADE,
  nonce text NOT NULL,
  -- Not asked for at sign-in before a first code was right.
  confirmed_at timestamptz,
  -- The time step of the last code taken: a code is good once.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE admin_passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES admins ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX admin_passkeys_admin ON admin_passkeys (admin_id);

ALTER TABLE admin_sessions ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
