-- What every feature stands on: fuzzy search, rate limits, and which kinds of work are paused.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Only counters: losing them in a crash costs nothing, so they are not logged.
CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

CREATE TABLE queue_controls (
  name text PRIMARY KEY,
  paused boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
