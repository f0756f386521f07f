-- Private links end by themselves, and can be ended before. The link itself is signed; here is which ones still count.
CREATE TABLE private_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  -- The staff account that fetched it; none: the artist's own.
  staff_id integer,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
-- One that counts for the artist, and one for each account.
CREATE UNIQUE INDEX private_links_live ON private_links (submission_id, coalesce(staff_id, 0)) WHERE revoked_at IS NULL;
CREATE INDEX private_links_staff ON private_links (staff_id) WHERE staff_id IS NOT NULL AND revoked_at IS NULL;

-- By which link a browser came to act for a track; none: it uploaded it.
ALTER TABLE submission_owners ADD COLUMN link_id integer REFERENCES private_links ON DELETE SET NULL;
CREATE INDEX submission_owners_link ON submission_owners (link_id) WHERE link_id IS NOT NULL;
