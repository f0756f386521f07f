-- Text messages: everything this site asked to be sent, and who does not want any.

-- Numbers that said stop, as keyed digests: the wish outlives the erased number, and nobody can read the number back.
CREATE TABLE sms_opt_outs (
  phone_digest text PRIMARY KEY,
  source varchar(10) NOT NULL CHECK (source IN ('reply', 'page', 'erasure', 'staff')),
  created_at timestamptz NOT NULL
);

CREATE TABLE text_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The same key is the same message.
  key text NOT NULL UNIQUE,
  -- E.164; empty once erased.
  phone varchar(20),
  phone_digest text NOT NULL,
  body text NOT NULL,
  -- waiting: for the morning; sending: given to the provider, its answer not yet recorded; scheduled: the provider has
  -- it and sends it at send_after.
  state varchar(10) NOT NULL CHECK (state IN ('waiting', 'sending', 'scheduled', 'sent', 'failed')),
  reason varchar(20),
  sid text UNIQUE,
  -- To be called off at the provider: the wish is recorded before the provider is told.
  cancel_sid text UNIQUE,
  delivery varchar(12) NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'delivered', 'undelivered')),
  -- In the link of the message, if it has one of its own.
  code varchar(26) UNIQUE,
  -- The invitation it brings. The foreign key is added with invited_artists.
  invitation_id integer UNIQUE,
  created_at timestamptz NOT NULL,
  -- Not sent before this; in quiet hours, the morning.
  send_after timestamptz NOT NULL,
  -- When it was last given to the provider: it counts against the limits of that moment.
  tried_at timestamptz,
  CHECK ((state IN ('scheduled', 'sent')) = (sid IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK (state NOT IN ('waiting', 'sending') OR phone IS NOT NULL),
  CHECK (cancel_sid IS NULL OR state = 'failed')
);
CREATE INDEX text_messages_waiting ON text_messages (send_after) WHERE state = 'waiting';
CREATE INDEX text_messages_scheduled ON text_messages (send_after) WHERE state = 'scheduled';
CREATE INDEX text_messages_number ON text_messages (phone_digest, tried_at);
CREATE INDEX text_messages_day ON text_messages (tried_at) WHERE state IN ('sending', 'scheduled', 'sent');
CREATE INDEX text_messages_delivery ON text_messages (tried_at) WHERE state = 'sent' AND delivery = 'waiting';
CREATE INDEX text_messages_kept ON text_messages (created_at) WHERE phone IS NOT NULL;
