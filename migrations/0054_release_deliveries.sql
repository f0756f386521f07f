-- Batches handed to the distributor, and what became of them.
CREATE TABLE release_deliveries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id integer NOT NULL REFERENCES releases ON DELETE CASCADE,
  kind varchar(10) NOT NULL CHECK (kind IN ('release', 'update', 'takedown')),
  -- Names its folder: the moment it was ordered.
  batch varchar(17) NOT NULL UNIQUE CHECK (batch ~ '^\d{17}$'),
  state varchar(10) NOT NULL CHECK (state IN ('sending', 'sent', 'accepted', 'live', 'refused', 'withdrawn')),
  reason text,
  sent_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
-- One at a time: of two who deliver at once, one does.
CREATE UNIQUE INDEX release_deliveries_open ON release_deliveries (release_id) WHERE state IN ('sending', 'sent');
CREATE INDEX release_deliveries_release ON release_deliveries (release_id, id DESC);
