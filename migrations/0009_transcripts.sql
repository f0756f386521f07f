-- What was sung, written down once for the same bytes by the same transcriber; and how much a paid one was given a day.

CREATE TABLE transcripts (
  audio_sha256 text NOT NULL,
  -- The transcriber that was asked, with its version; another version hears the track anew.
  asked_of text NOT NULL,
  -- Who really heard it: another one where the first could not answer.
  heard_by text NOT NULL,
  words jsonb NOT NULL CHECK (jsonb_typeof(words) = 'array'),
  -- ISO 639-1
  language varchar(8),
  reason text,
  heard_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (audio_sha256, asked_of),
  -- Words, or a sentence that says why there are none: never both, never neither.
  CHECK ((jsonb_array_length(words) > 0) = (reason IS NULL))
);

CREATE TABLE transcription_spending (
  day date NOT NULL,
  asked_of text NOT NULL,
  -- Seconds of sound sent.
  seconds real NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (day, asked_of)
);

ALTER TABLE analysis_runs
  DROP CONSTRAINT analysis_runs_stage_check,
  ADD CONSTRAINT analysis_runs_stage_check CHECK (stage IN ('queued', 'listening', 'analyzing', 'transcribing', 'reporting', 'done', 'failed')),
  -- When the present stage began, for the time that is left of it.
  ADD COLUMN stage_at timestamptz;
