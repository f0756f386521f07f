-- One recording under tracks and albums. The bytes, what was measured in them and how far that is are kept once, by the
-- sha-256 of the bytes; submissions and album tracks point to them.

ALTER TABLE recordings RENAME TO measured_before;
ALTER INDEX recordings_pkey RENAME TO measured_before_pkey;
CREATE TABLE recordings (
  audio_sha256 text PRIMARY KEY,
  -- Where the bytes are, and what their address ends with: nobody can guess it, not even from the bytes.
  audio_key text NOT NULL UNIQUE,
  bytes integer NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- By the newest engine that measured them.
  engine_version text,
  duration_seconds real,
  measures jsonb,
  peaks smallint[],
  measured_at timestamptz,
  -- Why the last attempt to transcribe it left no words.
  wordless_reason text,
  CHECK (num_nonnulls(engine_version, duration_seconds, measures, peaks, measured_at) IN (0, 5))
);
INSERT INTO recordings (audio_sha256, audio_key, bytes, created_at, engine_version, duration_seconds, measures, peaks, measured_at)
SELECT DISTINCT ON (p.sha) p.sha, p.key, p.bytes, p.at, m.engine_version, (m.measures ->> 'durationSeconds')::real,
  m.measures, m.peaks, m.measured_at
FROM (
  SELECT audio_sha256 AS sha, audio_key AS key, audio_bytes AS bytes, created_at AS at FROM submissions
  UNION ALL SELECT audio_sha256, audio_key, audio_bytes, created_at FROM album_tracks) p
LEFT JOIN measured_before m ON m.audio_sha256 = p.sha
ORDER BY p.sha, m.measured_at DESC NULLS LAST, p.at;
DROP TABLE measured_before;
CREATE INDEX recordings_age ON recordings (created_at);

-- How far the measuring of a recording is: changed often, so kept apart from the wide row.
DROP TABLE analysis_runs;
CREATE TABLE recording_runs (
  audio_sha256 text PRIMARY KEY REFERENCES recordings ON DELETE CASCADE,
  job_id uuid,
  priority smallint NOT NULL DEFAULT 0,
  stage varchar(20) NOT NULL DEFAULT 'queued'
    CHECK (stage IN ('queued', 'listening', 'analyzing', 'transcribing', 'done', 'failed')),
  fraction real NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 1),
  attempt integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT now(),
  stage_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX recording_runs_line ON recording_runs (priority DESC, queued_at, audio_sha256)
  WHERE stage NOT IN ('done', 'failed');
CREATE INDEX recording_runs_finished ON recording_runs (finished_at DESC) WHERE stage = 'done';

DELETE FROM transcripts t WHERE NOT EXISTS (SELECT FROM recordings r WHERE r.audio_sha256 = t.audio_sha256);
ALTER TABLE transcripts ADD FOREIGN KEY (audio_sha256) REFERENCES recordings ON DELETE CASCADE;

-- No cascade: whoever deletes a fingerprint has to take its landmarks out of the index as well.
DELETE FROM fingerprint_landmarks l USING fingerprints f
  WHERE f.id = l.fingerprint_id AND NOT EXISTS (SELECT FROM recordings r WHERE r.audio_sha256 = f.audio_sha256);
DELETE FROM fingerprints f WHERE NOT EXISTS (SELECT FROM recordings r WHERE r.audio_sha256 = f.audio_sha256);
ALTER TABLE fingerprints ADD FOREIGN KEY (audio_sha256) REFERENCES recordings;

-- Recordings that have sound in common, found by their fingerprints: a row each way.
CREATE TABLE recording_matches (
  audio_sha256 text NOT NULL REFERENCES recordings ON DELETE CASCADE,
  other_sha256 text NOT NULL REFERENCES recordings ON DELETE CASCADE,
  -- Of the first one's sound, how much is in the other.
  share real NOT NULL CHECK (share > 0 AND share <= 1),
  confidence real NOT NULL CHECK (confidence > 0 AND confidence <= 1),
  offset_seconds real NOT NULL,
  parts jsonb NOT NULL,
  PRIMARY KEY (audio_sha256, other_sha256),
  CHECK (audio_sha256 <> other_sha256)
);
CREATE INDEX recording_matches_other ON recording_matches (other_sha256);

ALTER TABLE submissions
  DROP COLUMN audio_key,
  DROP COLUMN audio_bytes,
  -- How much of it was somebody else's entry first, and where: what the report says and the score pays for.
  ADD COLUMN copied jsonb,
  ADD FOREIGN KEY (audio_sha256) REFERENCES recordings;
ALTER TABLE album_tracks
  DROP COLUMN audio_key,
  DROP COLUMN audio_bytes,
  DROP COLUMN duration_seconds,
  ADD FOREIGN KEY (audio_sha256) REFERENCES recordings;
ALTER TABLE album_submissions
  DROP COLUMN heard_track,
  DROP COLUMN fraction;
