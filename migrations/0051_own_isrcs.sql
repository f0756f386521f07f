-- ISRCs of our own range: one a recording, for life. Asked again, the same one is given.
CREATE TABLE isrc_ranges (
  prefix varchar(5) NOT NULL CHECK (prefix ~ '^[A-Z]{2}[A-Z0-9]{3}$'),
  year smallint NOT NULL CHECK (year BETWEEN 0 AND 99),
  last integer NOT NULL CHECK (last BETWEEN 1 AND 99999),
  PRIMARY KEY (prefix, year)
);
CREATE TABLE given_isrcs (
  audio_sha256 text PRIMARY KEY,
  isrc varchar(12) NOT NULL UNIQUE CHECK (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}\d{7}$'),
  given_at timestamptz NOT NULL
);
