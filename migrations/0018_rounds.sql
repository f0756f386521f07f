-- Closed rounds, each with the standings it was decided on. Selected rows are the winners.
CREATE TABLE round_closings (
  round_id varchar(40) PRIMARY KEY,
  closed_at timestamptz NOT NULL,
  closed_by integer NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0),
  reason text NOT NULL DEFAULT '',
  published_at timestamptz
);

CREATE TABLE round_standings (
  round_id varchar(40) NOT NULL REFERENCES round_closings ON DELETE CASCADE,
  rank integer NOT NULL CHECK (rank >= 1),
  -- No foreign key: standings outlive the tracks.
  submission_id integer NOT NULL,
  artist_name varchar(255) NOT NULL,
  track_title varchar(255) NOT NULL,
  score integer NOT NULL,
  selected boolean NOT NULL DEFAULT false,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (round_id, rank),
  UNIQUE (round_id, submission_id)
);
