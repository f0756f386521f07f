-- What one person asked for and another has to confirm, because it cannot be undone.
CREATE TABLE approvals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deed varchar(20) NOT NULL CHECK (deed IN ('votes.decide', 'round.close', 'submissions.clear', 'campaign.end')),
  -- Exactly what was asked: the deed is refused when anything of it is another.
  asked_sha256 text NOT NULL,
  -- The same in plain facts, for whoever confirms.
  detail jsonb NOT NULL,
  -- Who may do it, and so who may confirm it.
  role varchar(10) NOT NULL CHECK (role IN ('a&r', 'owner')),
  asked_at timestamptz NOT NULL,
  -- Nobody: the campaign file.
  asked_by integer REFERENCES admins (id),
  confirmed_at timestamptz,
  confirmed_by integer REFERENCES admins (id),
  -- Confirmed by who asked, with a second factor and after a wait: there was nobody else.
  alone boolean NOT NULL DEFAULT false,
  refused_at timestamptz,
  used_at timestamptz,
  CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  CHECK (alone OR confirmed_by IS DISTINCT FROM asked_by OR confirmed_by IS NULL),
  CHECK (used_at IS NULL OR confirmed_at IS NOT NULL)
);
-- However often somebody presses the button, they ask once.
CREATE UNIQUE INDEX approvals_open ON approvals (deed, asked_sha256, asked_by) NULLS NOT DISTINCT
  WHERE refused_at IS NULL AND used_at IS NULL;
