-- Recordings: bytes, what was measured in them, their words and their fingerprint. Each is kept once, under the sha-256
-- of its bytes; submissions and album tracks point to it.
CREATE TABLE recordings (
  audio_sha256 text PRIMARY KEY,
  -- Where the bytes are stored, and the end of their address: nobody can guess it, not even from the bytes.
  audio_key text NOT NULL UNIQUE,
  bytes integer NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The newest engine that measured them.
  engine_version text,
  duration_seconds real,
  measures jsonb,
  peaks smallint[],
  measured_at timestamptz,
  -- Why the last attempt to transcribe it left no words.
  wordless_reason text,
  CHECK (num_nonnulls(engine_version, duration_seconds, measures, peaks, measured_at) IN (0, 5))
);
CREATE INDEX recordings_age ON recordings (created_at);

-- How far the measuring of a recording is: changes often, so it is kept apart from the wide row.
CREATE TABLE recording_runs (
  audio_sha256 text PRIMARY KEY REFERENCES recordings ON DELETE CASCADE,
  job_id uuid,
  priority smallint NOT NULL DEFAULT 0,
  stage varchar(20) NOT NULL DEFAULT 'queued'
    CHECK (stage IN ('queued', 'listening', 'analyzing', 'transcribing', 'done', 'failed')),
  fraction real NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 1),
  attempt integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT now(),
  -- When the present stage began; the time left is reckoned from it.
  stage_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX recording_runs_line ON recording_runs (priority DESC, queued_at, audio_sha256)
  WHERE stage NOT IN ('done', 'failed');
CREATE INDEX recording_runs_finished ON recording_runs (finished_at DESC) WHERE stage = 'done';

-- The words of a recording, transcribed once by each transcriber.
CREATE TABLE transcripts (
  audio_sha256 text NOT NULL REFERENCES recordings ON DELETE CASCADE,
  -- The transcriber that was asked, with its version; a new version transcribes the recording again.
  asked_of text NOT NULL,
  -- The one that answered: another where the first could not.
  transcribed_by text NOT NULL,
  words jsonb NOT NULL CHECK (jsonb_typeof(words) = 'array'),
  -- ISO 639-1
  language varchar(8),
  reason text,
  transcribed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (audio_sha256, asked_of),
  -- Words, or a sentence that says why there are none: never both, never neither.
  CHECK ((jsonb_array_length(words) > 0) = (reason IS NULL))
);

-- How much sound a paid transcriber was sent each day.
CREATE TABLE transcription_spending (
  day date NOT NULL,
  asked_of text NOT NULL,
  seconds real NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (day, asked_of)
);

CREATE TABLE fingerprints (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No cascade: whoever deletes a fingerprint has to take its landmarks out of the index as well.
  audio_sha256 text NOT NULL REFERENCES recordings,
  version smallint NOT NULL,
  -- All points, packed by src/audio/fingerprint/pack-fingerprint.ts.
  points bytea NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (audio_sha256, version)
);
-- Points hardly compress, and trying would slow down every write. (CREATE TABLE can say so only from PostgreSQL 16 on.)
ALTER TABLE fingerprints ALTER COLUMN points SET STORAGE EXTERNAL;

-- The few landmarks a recording is found by. The key holds both columns, so a search never reads the table itself.
-- No foreign key: it would need an index as large as the table, or read all of it for each fingerprint deleted. The code
-- that deletes a fingerprint knows its landmarks and deletes them by their key, in the same transaction.
CREATE TABLE fingerprint_landmarks (
  landmark integer NOT NULL,
  fingerprint_id integer NOT NULL,
  PRIMARY KEY (landmark, fingerprint_id)
);

-- Recordings that have sound in common, by their fingerprints: one row each way.
CREATE TABLE recording_matches (
  audio_sha256 text NOT NULL REFERENCES recordings ON DELETE CASCADE,
  other_sha256 text NOT NULL REFERENCES recordings ON DELETE CASCADE,
  -- How much of the first one's sound is in the other.
  share real NOT NULL CHECK (share > 0 AND share <= 1),
  confidence real NOT NULL CHECK (confidence > 0 AND confidence <= 1),
  offset_seconds real NOT NULL,
  parts jsonb NOT NULL,
  PRIMARY KEY (audio_sha256, other_sha256),
  CHECK (audio_sha256 <> other_sha256)
);
CREATE INDEX recording_matches_other ON recording_matches (other_sha256);
