-- Submissions: tracks entered by artists, who may act for them, earlier analyses, given words, and priority tickets.

-- A vote changes no indexed column: with room left on each page (fillfactor), the row's next version stays on its page
-- and no index is touched.
CREATE TABLE submissions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  artist_name varchar(255) NOT NULL CHECK (char_length(artist_name) >= 2),
  phone_number varchar(20) NOT NULL,
  phone_e164 varchar(20),
  track_title varchar(255) NOT NULL CHECK (char_length(track_title) >= 1),
  audio_sha256 text NOT NULL REFERENCES recordings,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- 'queued' → 'running' → 'done' or 'failed'
  state varchar(10) NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  failure_code varchar(40),
  failure_message text,
  analyzed boolean NOT NULL DEFAULT false,
  analyzed_at timestamptz,
  engine_version text,
  sheet_version text,
  analysis jsonb,
  score integer CHECK (score BETWEEN 0 AND 100),
  -- The genre that counts: the engine's, unless somebody corrected it.
  genre varchar(100),
  -- The engine's own.
  genre_heard varchar(100),
  genre_given_by varchar(10) CHECK (genre_given_by IN ('artist', 'staff')),
  -- How much of it was somebody else's entry first, and where: the report says so, and it costs points.
  copied jsonb,
  duration_seconds real,
  transcription text,
  -- The total and what it is made of; held votes are in none of the others. Only the trigger on votes changes them.
  vote_count integer NOT NULL DEFAULT 0 CHECK (vote_count >= 0),
  votes_free integer NOT NULL DEFAULT 0 CHECK (votes_free >= 0),
  votes_paid integer NOT NULL DEFAULT 0 CHECK (votes_paid >= 0),
  votes_referred integer NOT NULL DEFAULT 0 CHECK (votes_referred >= 0),
  votes_held integer NOT NULL DEFAULT 0 CHECK (votes_held >= 0),
  distribution_paid boolean NOT NULL DEFAULT false,
  -- Our own songs, added once.
  demo boolean NOT NULL DEFAULT false,
  -- The foreign key is added with archives, by moderation.
  archive_id integer,
  hidden_at timestamptz,
  hidden_reason text,
  -- Since when it is held for staff or rejected by them; follows holds.
  held_at timestamptz,
  -- What the public may see. Every public read asks for this one column.
  listed boolean NOT NULL GENERATED ALWAYS AS (archive_id IS NULL AND hidden_at IS NULL AND held_at IS NULL) STORED,
  CHECK (analyzed = (state = 'done')),
  CHECK (NOT analyzed OR (score IS NOT NULL AND genre IS NOT NULL AND analysis IS NOT NULL)),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX submissions_sha ON submissions (audio_sha256);
-- For finding what an older engine or score sheet produced.
CREATE INDEX submissions_versions ON submissions (engine_version, sheet_version) WHERE analyzed AND archive_id IS NULL;
CREATE INDEX submissions_archive ON submissions (archive_id) WHERE archive_id IS NOT NULL;

-- The leaderboard: by score, earlier first. In its search, the line break keeps a match within one field.
CREATE INDEX submissions_board ON submissions (score DESC, created_at, id) WHERE analyzed AND listed;
CREATE INDEX submissions_genre ON submissions (genre, score DESC, created_at, id) WHERE analyzed AND listed;
CREATE INDEX submissions_words ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed;

-- The staff table, in every order and with every filter. Sorting what is not analysed by score must not walk over
-- everything that is.
CREATE INDEX submissions_staff_date ON submissions (created_at, id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_id ON submissions (id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_score ON submissions (coalesce(score, -1), id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_artist ON submissions (lower(artist_name), id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_track ON submissions (lower(track_title), id) WHERE archive_id IS NULL;
CREATE INDEX submissions_staff_hidden ON submissions (created_at, id) WHERE hidden_at IS NOT NULL AND archive_id IS NULL;
CREATE INDEX submissions_pending ON submissions (created_at, id) WHERE NOT analyzed AND archive_id IS NULL;
CREATE INDEX submissions_pending_score ON submissions (coalesce(score, -1), id) WHERE NOT analyzed AND archive_id IS NULL;
CREATE INDEX submissions_staff_words ON submissions USING gin
  ((artist_name || E'\n' || track_title || E'\n' || phone_number || E'\n' || regexp_replace(phone_number, '\D', '', 'g')) gin_trgm_ops);

-- Browsers that may act for a submission: the one that uploaded it, and those that opened its private link.
CREATE TABLE submission_owners (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  browser_digest text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (submission_id, browser_digest)
);

-- Analyses that a newer engine or score sheet replaced.
CREATE TABLE analysis_history (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  engine_version text NOT NULL,
  sheet_version text,
  analysis jsonb NOT NULL,
  score integer NOT NULL CHECK (score BETWEEN 0 AND 100),
  genre_heard varchar(100),
  analyzed_at timestamptz NOT NULL,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX analysis_history_submission ON analysis_history (submission_id, id);

-- Words that people gave for a track. The last revision counts, the ones before it are kept; an empty one goes back to
-- the transcript.
CREATE TABLE lyrics (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  revision integer NOT NULL CHECK (revision > 0),
  text text CHECK (char_length(text) BETWEEN 1 AND 10000),
  given_by varchar(10) NOT NULL CHECK (given_by IN ('artist', 'staff')),
  given_at timestamptz NOT NULL,
  PRIMARY KEY (submission_id, revision)
);

-- One ticket per browser and round. It decides who is analysed first, so the server alone keeps it.
CREATE TABLE priority_tickets (
  round_id varchar(40) NOT NULL,
  browser_digest text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (round_id, browser_digest)
);

-- Things done once and never again, such as adding a demo song.
CREATE TABLE marks (
  name text PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT now()
);
