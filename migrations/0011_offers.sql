-- Offers: places of limited pools, discounts, and entries to the celebrity label.

-- Locked while a place is given out, so that places of one pool are given one after the other.
CREATE TABLE place_pools (
  name varchar(20) PRIMARY KEY CHECK (name IN ('tour', 'discounted'))
);
INSERT INTO place_pools VALUES ('tour'), ('discounted');

-- A row is a place held or taken. Its number is unique and within the capacity, so a pool is never oversold.
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

-- The hold that comes with opening the results is given once per submission.
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

-- Entries to the celebrity label: begun on the pitch page, complete once paid.
CREATE TABLE label_entries (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  payment_completed boolean NOT NULL DEFAULT false,
  payment_id integer REFERENCES payment_intents,
  CHECK (payment_completed = (payment_id IS NOT NULL))
);
CREATE INDEX label_entries_newest ON label_entries (created_at DESC, submission_id DESC);
