-- Shortlists: tracks in an order, and private links by which somebody else may hear just these for a while.
CREATE TABLE shortlists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(80) NOT NULL CHECK (char_length(name) >= 1),
  -- Raised with every change, so that nobody overwrites an order they have not seen.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  made_by integer NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX shortlists_name ON shortlists (lower(name));

CREATE TABLE shortlist_tracks (
  shortlist_id integer NOT NULL REFERENCES shortlists ON DELETE CASCADE,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- Gaps are fine: a deleted track leaves one.
  position integer NOT NULL CHECK (position >= 1),
  PRIMARY KEY (shortlist_id, submission_id),
  UNIQUE (shortlist_id, position)
);
CREATE INDEX shortlist_tracks_submission ON shortlist_tracks (submission_id);

CREATE TABLE listening_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shortlist_id integer NOT NULL REFERENCES shortlists ON DELETE CASCADE,
  -- Only its digest is stored: a copy of this table opens no link.
  token_digest text NOT NULL UNIQUE,
  -- For whom.
  label varchar(80) NOT NULL,
  made_by integer NOT NULL,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  opened integer NOT NULL DEFAULT 0 CHECK (opened >= 0),
  CHECK (expires_at > made_at)
);
CREATE INDEX listening_links_shortlist ON listening_links (shortlist_id, id);
