-- What staff wrote to an artist, and how far they got.
CREATE TABLE artist_updates (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  update_text text NOT NULL CHECK (char_length(update_text) >= 5),
  status varchar(10) NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'contacted', 'scheduled', 'signed', 'rejected')),
  scheduled_date timestamptz,
  -- The time zone the date was meant in, an IANA name.
  time_zone varchar(60),
  made_by integer,
  created_at timestamptz NOT NULL
);
CREATE INDEX artist_updates_submission ON artist_updates (submission_id, id DESC);
