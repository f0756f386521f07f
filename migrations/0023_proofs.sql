-- How people prove who they are: codes by text, and passkeys.

-- When they agreed to be texted about what is theirs.
ALTER TABLE people ADD COLUMN texts_agreed_at timestamptz;

-- The last code of a number, known or not. It can be compared with what somebody types, and cannot be read.
CREATE TABLE person_codes (
  phone_digest text PRIMARY KEY,
  -- Empty once it was used.
  code_digest text,
  -- The text it went out in.
  text_key text NOT NULL,
  -- Whether they agreed to other texts when they asked for it.
  agreed boolean NOT NULL,
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Codes since then, for the cap a day.
  day_began_at timestamptz NOT NULL,
  day_count integer NOT NULL DEFAULT 1 CHECK (day_count BETWEEN 1 AND 10)
);
CREATE INDEX person_codes_expiry ON person_codes (expires_at);

CREATE TABLE person_passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id integer NOT NULL REFERENCES people ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Signatures so far, where the authenticator counts them: a copy of it would fall behind.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  synced boolean NOT NULL,
  agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX person_passkeys_person ON person_passkeys (person_id);

-- What an authenticator is asked to sign: once, soon, and in the browser that asked.
CREATE TABLE person_challenges (
  challenge_digest text PRIMARY KEY,
  browser_digest text NOT NULL,
  -- Whose new passkey it is for; empty for a sign-in, as nobody is known yet.
  person_id integer REFERENCES people ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX person_challenges_expiry ON person_challenges (expires_at);
CREATE INDEX person_challenges_person ON person_challenges (person_id);
