-- Juries: some staff hear some tracks blind, each track by at least three. A ballot is committed to before it is opened.
CREATE TABLE juries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(80) NOT NULL CHECK (char_length(name) >= 1),
  state varchar(10) NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'published')),
  -- As the campaign file had them when the jury was opened.
  criteria jsonb NOT NULL CHECK (jsonb_typeof(criteria) = 'array'),
  per_track smallint NOT NULL CHECK (per_track BETWEEN 3 AND 9),
  method varchar(10) NOT NULL CHECK (method IN ('median', 'schulze', 'majority')),
  opened_by integer NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  published_at timestamptz,
  -- SHA-256 over all commitments, in the order they were made.
  ballots_root text,
  CHECK ((state = 'open') = (closed_at IS NULL)),
  CHECK ((state = 'open') = (ballots_root IS NULL)),
  CHECK ((state = 'published') = (published_at IS NOT NULL))
);

-- Jurors are published as letters.
CREATE TABLE jury_members (
  jury_id integer NOT NULL REFERENCES juries,
  juror_id integer NOT NULL,
  letter varchar(2) NOT NULL,
  PRIMARY KEY (jury_id, juror_id),
  UNIQUE (jury_id, letter)
);

CREATE TABLE jury_entries (
  jury_id integer NOT NULL REFERENCES juries,
  -- All a juror knows it by; drawn by lot.
  number smallint NOT NULL CHECK (number >= 1),
  -- Empty once the track is deleted: the round stays decided.
  submission_id integer REFERENCES submissions ON DELETE SET NULL,
  -- When as many jurors as were promised had rated it.
  heard_at timestamptz,
  median real,
  low real,
  high real,
  rank smallint CHECK (rank >= 1),
  PRIMARY KEY (jury_id, number),
  UNIQUE (jury_id, submission_id),
  CHECK (num_nonnulls(median, low, high) IN (0, 3))
);
CREATE INDEX jury_entries_submission ON jury_entries (submission_id);

CREATE TABLE jury_seats (
  jury_id integer NOT NULL,
  number smallint NOT NULL,
  juror_id integer NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'rated', 'abstained')),
  -- Why they abstained.
  reason text,
  PRIMARY KEY (jury_id, number, juror_id),
  FOREIGN KEY (jury_id, number) REFERENCES jury_entries,
  FOREIGN KEY (jury_id, juror_id) REFERENCES jury_members,
  CHECK ((state = 'abstained') = (reason IS NOT NULL))
);
CREATE INDEX jury_seats_juror ON jury_seats (juror_id, jury_id) WHERE state = 'waiting';

CREATE TABLE jury_ballots (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  jury_id integer NOT NULL,
  number smallint NOT NULL,
  juror_id integer NOT NULL,
  -- Criterion → 1 to 10.
  grades jsonb NOT NULL CHECK (jsonb_typeof(grades) = 'object'),
  -- Their weighted mean, to 0.01.
  grade real NOT NULL CHECK (grade BETWEEN 1 AND 10),
  words text NOT NULL,
  -- What the commitment says of the words, so that it can be checked without them.
  words_sha256 text NOT NULL,
  nonce text NOT NULL,
  -- SHA-256 of the ballot as rules.ts spells it.
  commitment text NOT NULL UNIQUE,
  given_at timestamptz NOT NULL,
  UNIQUE (jury_id, number, juror_id),
  FOREIGN KEY (jury_id, number, juror_id) REFERENCES jury_seats
);
-- Words can be erased on request; nothing else of a ballot changes.
CREATE TRIGGER jury_ballots_final BEFORE UPDATE OF jury_id, number, juror_id, grades, grade, words_sha256, nonce,
  commitment, given_at OR DELETE ON jury_ballots FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Fees that went back because a promised hearing did not take place by its date: once a payment.
CREATE TABLE missed_hearings (
  payment_id integer PRIMARY KEY REFERENCES payment_intents,
  submission_id integer,
  cents integer NOT NULL CHECK (cents > 0),
  found_at timestamptz NOT NULL
);
