-- Text messages: the ledger of everything this site asked to be texted, who does not want it, and invitations.

-- Numbers that said stop, as keyed digests: the wish outlives the erased number, and nobody can read it back.
CREATE TABLE sms_opt_outs (
  phone_digest text PRIMARY KEY,
  source varchar(10) NOT NULL CHECK (source IN ('reply', 'page', 'erasure', 'staff')),
  created_at timestamptz NOT NULL
);

CREATE TABLE text_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The same key is the same message.
  key text NOT NULL UNIQUE,
  -- E.164; NULL once erased.
  phone varchar(20),
  phone_digest text NOT NULL,
  body text NOT NULL,
  -- waiting: for the morning; sending: given to the provider, its answer not yet written down.
  state varchar(10) NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
  reason varchar(20),
  sid text UNIQUE,
  delivery varchar(12) NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'delivered', 'undelivered')),
  created_at timestamptz NOT NULL,
  -- Not before; moved to the morning in quiet hours.
  send_after timestamptz NOT NULL,
  -- When it was last given to the provider: counts against the caps of that moment.
  tried_at timestamptz,
  CHECK ((state = 'sent') = (sid IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK (state NOT IN ('waiting', 'sending') OR phone IS NOT NULL)
);
CREATE INDEX text_messages_waiting ON text_messages (send_after) WHERE state = 'waiting';
CREATE INDEX text_messages_number ON text_messages (phone_digest, tried_at);
CREATE INDEX text_messages_day ON text_messages (tried_at) WHERE state IN ('sending', 'sent');
CREATE INDEX text_messages_delivery ON text_messages (tried_at) WHERE state = 'sent' AND delivery = 'waiting';
CREATE INDEX text_messages_kept ON text_messages (created_at) WHERE phone IS NOT NULL;

-- Twilio has no idempotency keys: these are ours.
CREATE TABLE sms_keys (
  key text PRIMARY KEY,
  to_number varchar(20) NOT NULL,
  sid text,
  created_at timestamptz NOT NULL
);
CREATE INDEX sms_keys_age ON sms_keys (created_at);

CREATE TABLE invited_artists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- E.164; empty once erased.
  phone_number varchar(20) NOT NULL,
  phone_digest text NOT NULL,
  invited_by varchar(255) NOT NULL,
  invitation_sent boolean NOT NULL DEFAULT true,
  message_sid text,
  -- In the link of the message.
  code varchar(26) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  joined_at timestamptz,
  -- Joined, or wrote back: the number is then kept.
  answered_at timestamptz,
  erased_at timestamptz,
  CHECK ((erased_at IS NOT NULL) = (phone_number = ''))
);
-- Who invites the same person again is resending.
CREATE UNIQUE INDEX invited_artists_once ON invited_artists (phone_digest, lower(invited_by));
CREATE INDEX invited_artists_newest ON invited_artists (created_at DESC, id DESC);
CREATE INDEX invited_artists_kept ON invited_artists (created_at) WHERE erased_at IS NULL AND answered_at IS NULL;
