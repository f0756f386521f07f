-- An album's selection that can still be recalled: until it goes out, nothing about the album has changed.
CREATE TABLE album_selections (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  album_id integer NOT NULL UNIQUE REFERENCES album_submissions (id) ON DELETE CASCADE,
  letter text NOT NULL,
  asked_by integer NOT NULL REFERENCES admins (id),
  asked_at timestamptz NOT NULL,
  sends_at timestamptz NOT NULL,
  -- Why it could not be sent, for whoever tries again.
  failure text
);
