-- Albums: three tracks sent together, what was heard in them, the offer, the cover, and publishing in batches.

-- A basket of dropped tracks before the album is sent. Whoever holds its token may fill and send it.
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
  -- One row a phone number in the staff's list: however it was typed.
  phone_key text GENERATED ALWAYS AS (coalesce(phone_e164, regexp_replace(phone_number, '\D', '', 'g'))) STORED NOT NULL,
  browser_digest text NOT NULL,
  created_at timestamptz NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  -- The track being heard (1 to 3) and the share of it that is done.
  heard_track smallint NOT NULL DEFAULT 1 CHECK (heard_track BETWEEN 1 AND 3),
  fraction real NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 1),
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
  -- Raised when staff ask for another cover: the same album then looks different.
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

CREATE TABLE album_tracks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  draft_id integer REFERENCES album_drafts ON DELETE CASCADE,
  album_id integer REFERENCES album_submissions ON DELETE CASCADE,
  position smallint CHECK (position BETWEEN 1 AND 3),
  title varchar(255),
  file_name varchar(255) NOT NULL,
  audio_key text NOT NULL UNIQUE,
  audio_bytes integer NOT NULL CHECK (audio_bytes > 0),
  audio_sha256 text NOT NULL,
  duration_seconds real,
  score integer CHECK (score BETWEEN 0 AND 100),
  transcription text,
  created_at timestamptz NOT NULL,
  -- In a draft, or a titled place on an album: never both, never neither.
  CHECK ((draft_id IS NULL) <> (album_id IS NULL)),
  CHECK ((album_id IS NULL) = (position IS NULL)),
  CHECK (album_id IS NULL OR char_length(title) >= 1),
  UNIQUE (album_id, position)
);
CREATE INDEX album_tracks_draft ON album_tracks (draft_id, id);

-- Covers for many albums at once, on the server: goes on when the tab is closed.
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
