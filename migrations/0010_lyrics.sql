-- Words that people gave for a track. The last revision counts; those before it are kept, an empty one means 'as heard'.

CREATE TABLE lyrics (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  revision integer NOT NULL CHECK (revision > 0),
  text text CHECK (char_length(text) BETWEEN 1 AND 10000),
  given_by varchar(10) NOT NULL CHECK (given_by IN ('artist', 'staff')),
  given_at timestamptz NOT NULL,
  PRIMARY KEY (submission_id, revision)
);
