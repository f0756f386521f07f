-- The listening room: what was decided about a track, who heard it, how they rated it, who is to hear it, and private notes.

-- One decision a track. The version is what a decider saw: who saw an older one is told instead of writing over it.
CREATE TABLE track_decisions (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  -- Null: taken back.
  decision varchar(10) CHECK (decision IN ('shortlist', 'pass', 'contact', 'sign')),
  version integer NOT NULL CHECK (version > 0),
  decided_by integer NOT NULL REFERENCES admins,
  decided_at timestamptz NOT NULL
);
CREATE INDEX track_decisions_kind ON track_decisions (decision, submission_id) WHERE decision IS NOT NULL;

CREATE TABLE track_hearings (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  staff_id integer NOT NULL REFERENCES admins,
  heard_at timestamptz NOT NULL,
  PRIMARY KEY (staff_id, submission_id)
);
CREATE INDEX track_hearings_track ON track_hearings (submission_id);
CREATE INDEX track_hearings_day ON track_hearings (staff_id, heard_at);

-- 1 to 10, or nothing from somebody who abstains.
CREATE TABLE track_ratings (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  staff_id integer NOT NULL REFERENCES admins,
  rating smallint CHECK (rating BETWEEN 1 AND 10),
  abstained boolean NOT NULL,
  rated_at timestamptz NOT NULL,
  PRIMARY KEY (submission_id, staff_id),
  CHECK (abstained = (rating IS NULL))
);

-- Somebody who is close to an artist: holds for every track of that artist's number.
CREATE TABLE staff_conflicts (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  staff_id integer NOT NULL REFERENCES admins,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 3 AND 300),
  declared_at timestamptz NOT NULL,
  PRIMARY KEY (staff_id, submission_id)
);

CREATE TABLE track_assignments (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  staff_id integer NOT NULL REFERENCES admins,
  assigned_by integer NOT NULL REFERENCES admins,
  assigned_at timestamptz NOT NULL,
  PRIMARY KEY (submission_id, staff_id)
);
CREATE INDEX track_assignments_staff ON track_assignments (staff_id, submission_id);

CREATE TABLE staff_notes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  author_id integer NOT NULL REFERENCES admins,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 5000),
  created_at timestamptz NOT NULL,
  edited_at timestamptz
);
CREATE INDEX staff_notes_track ON staff_notes (submission_id, id);

CREATE TABLE note_mentions (
  note_id integer NOT NULL REFERENCES staff_notes ON DELETE CASCADE,
  staff_id integer NOT NULL REFERENCES admins,
  seen_at timestamptz,
  PRIMARY KEY (note_id, staff_id)
);
CREATE INDEX note_mentions_unseen ON note_mentions (staff_id) WHERE seen_at IS NULL;
