-- The pipeline: how far the label is with an artist, each step with its day and whoever took it.
CREATE TABLE deals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The artist: their number in E.164, or its digits where it is no such number.
  phone_key text NOT NULL UNIQUE,
  -- The track it began with.
  submission_id integer REFERENCES submissions ON DELETE SET NULL,
  stage varchar(10) NOT NULL CHECK (stage IN ('contacted', 'meeting', 'offer', 'contract', 'signed', 'declined')),
  next_step varchar(200) NOT NULL DEFAULT '',
  next_on date,
  -- Who sees to it.
  staff_id integer NOT NULL,
  begun_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK (stage NOT IN ('signed', 'declined') OR next_on IS NULL)
);
CREATE INDEX deals_next ON deals (next_on) WHERE next_on IS NOT NULL;

CREATE TABLE deal_steps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals ON DELETE CASCADE,
  stage varchar(10) NOT NULL CHECK (stage IN ('contacted', 'meeting', 'offer', 'contract', 'signed', 'declined')),
  note text NOT NULL DEFAULT '',
  made_by integer NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE INDEX deal_steps_deal ON deal_steps (deal_id, id);
