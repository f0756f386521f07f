-- Analyses that staff started together.
CREATE TABLE processing_batches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind varchar(10) NOT NULL CHECK (kind IN ('next', 'all', 'bulk', 'retry')),
  state varchar(10) NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
  gap_seconds integer NOT NULL CHECK (gap_seconds >= 0),
  made_by integer NOT NULL,
  made_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((finished_at IS NULL) = (state IN ('running', 'paused')))
);
-- One batch over everything at a time, however often the button is pressed.
CREATE UNIQUE INDEX processing_batches_one_all ON processing_batches (kind)
  WHERE kind = 'all' AND state IN ('running', 'paused');

CREATE TABLE processing_items (
  batch_id integer NOT NULL REFERENCES processing_batches ON DELETE CASCADE,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  position integer NOT NULL,
  -- 'waiting' for its turn; 'sent' to the queue; 'dropped' by a cancel. How it ended is the submission's own state.
  state varchar(10) NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped')),
  PRIMARY KEY (batch_id, submission_id)
);
CREATE INDEX processing_items_next ON processing_items (batch_id, position) WHERE state = 'waiting';
