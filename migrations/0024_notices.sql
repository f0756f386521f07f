-- Notices: what happened to an artist's things, as an inbox on the site, and whether a number may be texted about it.

-- Who agreed to be texted, and about what. A number that switched it off stays here, so that a form cannot switch it on.
CREATE TABLE notice_settings (
  phone_e164 varchar(20) PRIMARY KEY,
  texts boolean NOT NULL,
  -- Asked for on its own: that somebody overtook them.
  overtaken boolean NOT NULL DEFAULT false,
  -- In the link at the end of each text, which switches them off without signing in.
  off_code varchar(26) NOT NULL UNIQUE,
  -- Where the last word was given.
  given_in varchar(10) NOT NULL CHECK (given_in IN ('upload', 'album', 'sign-in', 'settings', 'link')),
  changed_at timestamptz NOT NULL
);
-- Said once, and here.
ALTER TABLE people DROP COLUMN texts_agreed_at;
CREATE INDEX notice_settings_overtaken ON notice_settings (phone_e164) WHERE overtaken;

-- Whose it is follows from the track or album it is about, so it goes with it, and moves with it to another number.
CREATE TABLE notices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The same deed gives one notice, however often it is reported.
  key text NOT NULL UNIQUE,
  kind varchar(10) NOT NULL CHECK (kind IN ('report', 'message', 'order', 'overtaken')),
  submission_id integer REFERENCES submissions ON DELETE CASCADE,
  album_id integer REFERENCES album_submissions ON DELETE CASCADE,
  -- The number of the track or album, to be texted if it agreed.
  phone_e164 varchar(20),
  title text NOT NULL,
  body text NOT NULL,
  -- What it is about, on this site.
  path text NOT NULL CHECK (path LIKE '/%'),
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  CHECK (num_nonnulls(submission_id, album_id) = 1)
);
CREATE INDEX notices_submission ON notices (submission_id, id DESC) WHERE submission_id IS NOT NULL;
CREATE INDEX notices_album ON notices (album_id, id DESC) WHERE album_id IS NOT NULL;

-- What the sender of a track said in the form: what its number decided since is told to whoever proved it, and nobody else.
ALTER TABLE submissions ADD COLUMN texts boolean NOT NULL DEFAULT false;

-- The fan rank of tracks whose artists want to hear of it, as of the last look.
CREATE TABLE rank_watches (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  rank integer NOT NULL CHECK (rank > 0),
  seen_at timestamptz NOT NULL
);
