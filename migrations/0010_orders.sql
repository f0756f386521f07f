-- Orders: what was sold and a person has to deliver.
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
CREATE INDEX orders_album ON orders (album_id) WHERE album_id IS NOT NULL;
-- The staff list. The line break keeps a match within one field.
CREATE INDEX orders_due ON orders (due_at, id);
CREATE INDEX orders_placed ON orders (opened_at, id);
CREATE INDEX orders_words ON orders USING gin ((title || E'\n' || note) gin_trgm_ops);

-- How far a distributed track is on its way to each store.
CREATE TABLE distribution_stores (
  order_id integer NOT NULL REFERENCES orders,
  store text NOT NULL,
  position smallint NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'sent', 'live')),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, store)
);
