-- People: a person is a phone number that was proven by a code sent to it.

CREATE TABLE people (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  phone_e164 varchar(20) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

-- Where a person is signed in. The secret is in a cookie; only its digest is here.
CREATE TABLE person_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id integer NOT NULL REFERENCES people ON DELETE CASCADE,
  secret_digest text NOT NULL UNIQUE,
  -- How the person proved to be who they are.
  proven_by varchar(10) NOT NULL CHECK (proven_by IN ('sms', 'passkey')),
  agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX person_sessions_person ON person_sessions (person_id);
CREATE INDEX person_sessions_expiry ON person_sessions (expires_at);

-- Everything of a number, for whoever proved it.
CREATE INDEX submissions_phone ON submissions (phone_e164) WHERE phone_e164 IS NOT NULL;
