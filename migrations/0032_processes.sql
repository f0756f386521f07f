-- The processes of the site that run now, and what each believes: they have to agree before one more may start.
CREATE TABLE processes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role varchar(10) NOT NULL CHECK (role IN ('both', 'api', 'worker')),
  engine_version text NOT NULL,
  campaign_sha256 text NOT NULL,
  secret_digest text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Written every few seconds; one that is silent for a minute is gone.
  seen_at timestamptz NOT NULL DEFAULT now()
);
