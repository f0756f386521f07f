-- Money: what may be bought and is being paid, what the provider said, what was granted, and what a person must deliver.

-- One row a purchase somebody began. The provider's word moves `state`; nothing else does.
CREATE TABLE payment_intents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider varchar(20) NOT NULL,
  -- Empty only between our row and the provider's answer.
  provider_id text,
  client_secret text UNIQUE,
  product varchar(40) NOT NULL,
  -- No foreign keys: the record of a payment outlives the track or album it was for.
  submission_id integer,
  album_id integer,
  -- What the feature that sells needs to grant it, e.g. the voter and the package.
  payload jsonb NOT NULL DEFAULT '{}',
  description text NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL,
  state varchar(30) NOT NULL DEFAULT 'creating' CHECK (state IN
    ('creating', 'requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  -- What may be open once at a time: a submission and a product, or a fan's own basket.
  open_key text NOT NULL,
  idempotency_key text NOT NULL UNIQUE,
  receipt_code text NOT NULL UNIQUE,
  browser_digest text,
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
-- One open intent per submission and product, whatever happens at the same time.
CREATE UNIQUE INDEX payment_intents_open ON payment_intents (open_key)
  WHERE state NOT IN ('succeeded', 'canceled');
CREATE INDEX payment_intents_submission ON payment_intents (submission_id, product);
CREATE INDEX payment_intents_album ON payment_intents (album_id, product);
CREATE INDEX payment_intents_open_age ON payment_intents (created_at)
  WHERE state NOT IN ('succeeded', 'canceled');
CREATE INDEX payment_intents_paid ON payment_intents (paid_at DESC) WHERE state = 'succeeded';

-- Each event of the provider once, as it was sent.
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

-- The book: one line for everything that happened to money. Written once, never changed.
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
-- Each payment is taken, and granted, at most once.
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

-- A refund we decided on: sent to the provider by a job, with a key of its own, until the provider has it.
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

-- What was sold and needs a person.
CREATE TABLE orders (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL UNIQUE REFERENCES payment_intents,
  product varchar(40) NOT NULL,
  submission_id integer,
  album_id integer,
  title text NOT NULL,
  cents integer NOT NULL CHECK (cents > 0),
  state varchar(12) NOT NULL DEFAULT 'waiting' CHECK (state IN
    ('waiting', 'in_progress', 'delivered', 'paused', 'cancelled')),
  note text NOT NULL DEFAULT '',
  opened_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX orders_queue ON orders (due_at) WHERE state IN ('waiting', 'in_progress', 'paused');
CREATE INDEX orders_submission ON orders (submission_id, product);

-- Where a distributed track is on its way to each store.
CREATE TABLE distribution_stores (
  order_id integer NOT NULL REFERENCES orders,
  store text NOT NULL,
  position smallint NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'sent', 'live')),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, store)
);

-- Numbered places of a limited pool. A place that is held or taken is a row; its number is unique and within the
-- capacity, so no more than that can ever exist at once.
CREATE TABLE place_pools (
  name varchar(20) PRIMARY KEY CHECK (name IN ('tour', 'discounted'))
);
INSERT INTO place_pools VALUES ('tour'), ('discounted');

CREATE TABLE places (
  pool varchar(20) NOT NULL REFERENCES place_pools,
  number integer NOT NULL,
  capacity integer NOT NULL,
  submission_id integer NOT NULL,
  state varchar(10) NOT NULL CHECK (state IN ('held', 'paying', 'taken')),
  held_at timestamptz NOT NULL,
  held_until timestamptz,
  payment_id integer REFERENCES payment_intents,
  PRIMARY KEY (pool, number),
  UNIQUE (pool, submission_id),
  CHECK (number BETWEEN 1 AND capacity),
  CHECK ((state = 'taken') = (held_until IS NULL)),
  CHECK ((state = 'taken') = (payment_id IS NOT NULL))
);

-- That a submission's owner was given the hold that comes with opening the results: it is given once.
CREATE TABLE first_holds (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  held_at timestamptz NOT NULL,
  held_until timestamptz NOT NULL
);

-- One discount per submission, ever.
CREATE TABLE offers (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (expires_at > issued_at)
);

-- Submissions made to the celebrity label: begun on the pitch page, complete once paid.
CREATE TABLE label_entries (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  payment_completed boolean NOT NULL DEFAULT false,
  payment_id integer REFERENCES payment_intents,
  CHECK (payment_completed = (payment_id IS NOT NULL))
);

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

-- The sandbox provider keeps its own books here, as a real one would keep them elsewhere. Nothing of ours refers to them.
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
