-- Payments: what somebody began to buy, what the provider said of it, the books, and refunds.

-- One row per purchase somebody began. Only the provider's word moves its state.
CREATE TABLE payment_intents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider varchar(20) NOT NULL,
  -- Empty only until the provider answers.
  provider_id text,
  client_secret text UNIQUE,
  product varchar(40) NOT NULL,
  -- No foreign keys: the record of a payment outlives the track or album it was for.
  submission_id integer,
  album_id integer,
  -- What the selling feature needs to grant it, e.g. the voter and the package.
  payload jsonb NOT NULL DEFAULT '{}',
  description text NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL,
  state varchar(30) NOT NULL DEFAULT 'creating' CHECK (state IN
    ('creating', 'requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  -- Only one payment may be open at a time for this: a submission and a product, or a fan's own basket.
  open_key text NOT NULL,
  idempotency_key text NOT NULL UNIQUE,
  receipt_code text NOT NULL UNIQUE,
  browser_digest text,
  -- The browser that sent the card: only there does the receipt show the card's last digits.
  payer_digest text,
  created_at timestamptz NOT NULL,
  -- When the provider says the money was taken.
  paid_at timestamptz,
  canceled_at timestamptz,
  failure_code varchar(60),
  failure_message text,
  card_brand varchar(20),
  card_last4 varchar(4),
  -- 'none' until paid; 'waiting': paid, but not yet attached to what it is for; 'refused': paid too late, refunded.
  grant_state varchar(10) NOT NULL DEFAULT 'none' CHECK (grant_state IN
    ('none', 'granted', 'waiting', 'refused', 'revoked')),
  grant_note text,
  refunded_amount integer NOT NULL DEFAULT 0 CHECK (refunded_amount BETWEEN 0 AND amount),
  dispute varchar(10) NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost')),
  UNIQUE (provider, provider_id),
  CHECK ((state = 'succeeded') = (paid_at IS NOT NULL)),
  CHECK ((state = 'succeeded') = (grant_state <> 'none')),
  CHECK (state IN ('creating', 'canceled') OR (provider_id IS NOT NULL AND client_secret IS NOT NULL)),
  CHECK (refunded_amount = 0 OR state = 'succeeded'),
  CHECK (dispute = 'none' OR state = 'succeeded')
);
-- Holds even when two requests come at the same moment.
CREATE UNIQUE INDEX payment_intents_open ON payment_intents (open_key)
  WHERE state NOT IN ('succeeded', 'canceled');
CREATE INDEX payment_intents_submission ON payment_intents (submission_id, product);
CREATE INDEX payment_intents_album ON payment_intents (album_id, product);
CREATE INDEX payment_intents_open_age ON payment_intents (created_at)
  WHERE state NOT IN ('succeeded', 'canceled');
CREATE INDEX payment_intents_paid ON payment_intents (paid_at DESC) WHERE state = 'succeeded';
-- The staff list by amount; by date it is in the order of the ids.
CREATE INDEX payment_intents_amount ON payment_intents (amount, id) WHERE provider_id IS NOT NULL;

-- Each of the provider's events, once, as it was sent.
CREATE TABLE payment_events (
  provider varchar(20) NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  provider_payment_id text,
  sent_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_waiting ON payment_events (received_at) WHERE processed_at IS NULL;

-- The books: one line for everything that happened to money, never changed.
CREATE TABLE money_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  payment_id integer NOT NULL REFERENCES payment_intents,
  kind varchar(30) NOT NULL CHECK (kind IN ('created', 'paid', 'granted', 'waiting', 'refused', 'attached',
    'refund_asked', 'refunded', 'revoked', 'dispute_opened', 'dispute_won', 'dispute_lost', 'canceled')),
  -- What it did to our balance, in cents: + for money taken, - for money given back, 0 otherwise.
  cents integer NOT NULL,
  detail text NOT NULL DEFAULT ''
);
CREATE INDEX money_events_payment ON money_events (payment_id, id);
-- A payment is taken, and granted, at most once.
CREATE UNIQUE INDEX money_events_once ON money_events (payment_id, kind)
  WHERE kind IN ('created', 'paid', 'granted', 'waiting', 'refused', 'revoked', 'canceled', 'dispute_opened', 'dispute_won', 'dispute_lost');

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '23001';
END $$;
CREATE TRIGGER money_events_append_only BEFORE UPDATE OR DELETE ON money_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_events_no_truncate BEFORE TRUNCATE ON money_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Refunds we decided on: a job sends each to the provider, under a key of its own, until the provider has it.
CREATE TABLE payment_refunds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payment_intents,
  cents integer NOT NULL CHECK (cents > 0),
  reason varchar(40) NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
  provider_refund_id text,
  failure text
);
CREATE INDEX payment_refunds_payment ON payment_refunds (payment_id);

-- Comparisons of our books with the provider's.
CREATE TABLE reconciliation_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  checked integer NOT NULL DEFAULT 0,
  repaired integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  findings jsonb NOT NULL DEFAULT '[]'
);
