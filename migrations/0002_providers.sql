-- What our own providers keep. A real provider would keep its books on its own servers, so no feature refers to them.

-- The sandbox that stands in for a payment provider.
CREATE TABLE sandbox_intents (
  id text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  client_secret text NOT NULL UNIQUE,
  amount integer NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL,
  description text NOT NULL,
  metadata jsonb NOT NULL,
  state varchar(30) NOT NULL CHECK (state IN
    ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  created_at timestamptz NOT NULL,
  succeeded_at timestamptz,
  settles_at timestamptz,
  challenge_code text UNIQUE,
  return_path text,
  card_brand varchar(20),
  card_last4 varchar(4),
  failure_code varchar(60),
  failure_message text,
  refunded integer NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
  dispute varchar(10) NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost'))
);
CREATE INDEX sandbox_intents_listing ON sandbox_intents (created_at DESC, id DESC);

CREATE TABLE sandbox_refunds (
  id text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  intent_id text NOT NULL REFERENCES sandbox_intents,
  amount integer NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL
);

CREATE TABLE sandbox_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  intent_id text NOT NULL REFERENCES sandbox_intents,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz
);

-- The outbox that stands in for a text provider: what it was asked to send, and what became of it.
CREATE TABLE sms_outbox (
  sid text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  to_number varchar(20) NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Not sent before this; empty: at once.
  send_after timestamptz,
  cancelled_at timestamptz,
  -- When the simulated network answers, and what it says.
  settles_at timestamptz NOT NULL,
  outcome varchar(12) NOT NULL CHECK (outcome IN ('delivered', 'undelivered'))
);
CREATE INDEX sms_outbox_age ON sms_outbox (created_at DESC);

-- Twilio has no idempotency keys, so we keep our own.
CREATE TABLE sms_keys (
  key text PRIMARY KEY,
  to_number varchar(20) NOT NULL,
  sid text,
  created_at timestamptz NOT NULL
);
CREATE INDEX sms_keys_age ON sms_keys (created_at);
