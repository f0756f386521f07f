-- Albums: three tracks sent together, their uploads, the verdict, the cover, and covers made in batches.

-- Tracks dropped before the album is sent. Whoever holds the token may fill and send it.
CREATE TABLE album_drafts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_digest text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL
);
CREATE INDEX album_drafts_age ON album_drafts (touched_at);

CREATE TABLE album_submissions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  artist_name varchar(255) NOT NULL CHECK (char_length(artist_name) >= 2),
  album_name varchar(255) NOT NULL CHECK (char_length(album_name) >= 1),
  phone_number varchar(20) NOT NULL,
  phone_e164 varchar(20),
  -- The staff list has one row per phone number, however it was typed.
  phone_key text GENERATED ALWAYS AS (coalesce(phone_e164, regexp_replace(phone_number, '\D', '', 'g'))) STORED NOT NULL,
  browser_digest text NOT NULL,
  created_at timestamptz NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  failure_message text,
  analyzed boolean NOT NULL DEFAULT false,
  analyzed_at timestamptz,
  album_analysis jsonb,
  -- Out of 100: ten times what the artist reads.
  overall_score integer CHECK (overall_score BETWEEN 0 AND 100),
  submission_paid boolean NOT NULL DEFAULT false,
  distribution_paid boolean NOT NULL DEFAULT false,
  cover_key text,
  cover_by text,
  -- Raised when staff ask for another cover, which makes the same album look different.
  cover_edition integer NOT NULL DEFAULT 0 CHECK (cover_edition >= 0),
  selected_at timestamptz,
  follow_up_sent_at timestamptz,
  personal_message text,
  message_by text,
  CHECK (analyzed = (state = 'done')),
  CHECK (NOT analyzed OR (overall_score IS NOT NULL AND album_analysis IS NOT NULL AND analyzed_at IS NOT NULL)),
  CHECK (follow_up_sent_at IS NULL OR selected_at IS NOT NULL),
  CHECK ((personal_message IS NULL) = (message_by IS NULL)),
  CHECK ((cover_key IS NULL) = (cover_by IS NULL))
);
CREATE INDEX album_submissions_newest ON album_submissions (created_at DESC, id DESC);
CREATE INDEX album_submissions_phone ON album_submissions (phone_key, created_at DESC, id DESC);
CREATE INDEX album_submissions_browser ON album_submissions (browser_digest, id DESC);
-- For the search of orders. The line break keeps a match within one field.
CREATE INDEX album_submissions_words ON album_submissions USING gin ((artist_name || E'\n' || album_name) gin_trgm_ops);

CREATE TABLE album_tracks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  draft_id integer REFERENCES album_drafts ON DELETE CASCADE,
  album_id integer REFERENCES album_submissions ON DELETE CASCADE,
  position smallint CHECK (position BETWEEN 1 AND 3),
  title varchar(255),
  file_name varchar(255) NOT NULL,
  audio_sha256 text NOT NULL REFERENCES recordings,
  score integer CHECK (score BETWEEN 0 AND 100),
  transcription text,
  created_at timestamptz NOT NULL,
  -- In a draft, or in a titled place on an album: never both, never neither.
  CHECK ((draft_id IS NULL) <> (album_id IS NULL)),
  CHECK ((album_id IS NULL) = (position IS NULL)),
  CHECK (album_id IS NULL OR char_length(title) >= 1),
  UNIQUE (album_id, position)
);
CREATE INDEX album_tracks_draft ON album_tracks (draft_id, id);
CREATE INDEX album_tracks_sha ON album_tracks (audio_sha256);

-- Tracks still arriving, in pieces: a broken connection or a reload costs one piece, not the file.
CREATE TABLE album_uploads (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  draft_id integer NOT NULL REFERENCES album_drafts ON DELETE CASCADE,
  file_name varchar(255) NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  -- Of the whole file: the same name and length do not make it the same file.
  checksum bigint NOT NULL CHECK (checksum BETWEEN 0 AND 4294967295),
  received integer NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  -- Set once the file is whole: a piece whose answer was lost may be sent again.
  track_id integer REFERENCES album_tracks ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  CHECK (track_id IS NULL OR received = bytes)
);
CREATE INDEX album_uploads_draft ON album_uploads (draft_id, id);
CREATE INDEX album_uploads_track ON album_uploads (track_id);

CREATE TABLE album_upload_parts (
  upload_id integer NOT NULL REFERENCES album_uploads ON DELETE CASCADE,
  start_byte integer NOT NULL CHECK (start_byte >= 0),
  bytes integer NOT NULL CHECK (bytes > 0),
  object_key text NOT NULL UNIQUE,
  PRIMARY KEY (upload_id, start_byte)
);

-- Covers for many albums at once, made on the server: they go on when the tab is closed.
CREATE TABLE album_batches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state varchar(10) NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'cancelled')),
  started_by text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state = 'running') = (finished_at IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX album_batches_running ON album_batches (state) WHERE state = 'running';

CREATE TABLE album_batch_items (
  batch_id integer NOT NULL REFERENCES album_batches ON DELETE CASCADE,
  position integer NOT NULL CHECK (position > 0),
  album_id integer NOT NULL REFERENCES album_submissions ON DELETE CASCADE,
  state varchar(10) NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
  failure text,
  PRIMARY KEY (batch_id, position)
);
