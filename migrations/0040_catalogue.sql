-- The catalogue: what staff find tracks by, in one narrow row a track, and the views they keep.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS cube;

-- As it is searched: without accents, width or case.
CREATE FUNCTION fold_words(given text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT lower(unaccent(normalize(given, NFKC)))
$$;

-- A number inside a document; null for anything else.
CREATE FUNCTION read_number(document jsonb, VARIADIC path text[]) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(document #> path) = 'number' THEN (document #>> path)::float8 END
$$;

-- Place on the circle of fifths, 0 to 11; a minor key stands where its relative major does.
CREATE FUNCTION place_key(key text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ((array_position(ARRAY['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'], rtrim(key, 'm')) - 1
    + CASE WHEN key LIKE '%m' THEN 3 ELSE 0 END) * 7 % 12)::smallint
$$;

-- Where a track stands among all, by what was measured in it: near means alike. Tempo and key go round in circles (half
-- and double time are one tempo), each pulled to the middle as far as it is unsure. The rest is scaled to the
-- spread it has over real songs. See docs/adr/0027-alike-by-a-cube.md.
CREATE FUNCTION place_track(measures jsonb) RETURNS cube LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  bpm float8 := read_number(measures, 'tempoBpm');
  sure_bpm float8 := coalesce(read_number(measures, 'tempoConfidence'), 0);
  fifths smallint := place_key(measures ->> 'key');
  sure_key float8 := coalesce(read_number(measures, 'keyConfidence'), 0);
  hertz float8 := read_number(measures, 'brightnessHz');
BEGIN
  IF NOT coalesce(bpm BETWEEN 1 AND 1000 AND hertz BETWEEN 1 AND 30000, false) THEN RETURN NULL; END IF;
  RETURN cube(ARRAY[
    0.8 * sure_bpm * cos(2 * pi() * log(2, bpm::numeric)::float8),
    0.8 * sure_bpm * sin(2 * pi() * log(2, bpm::numeric)::float8),
    0.4 * sure_key * coalesce(cos(2 * pi() * fifths / 12), 0),
    0.4 * sure_key * coalesce(sin(2 * pi() * fifths / 12), 0),
    0.7 * log(2, hertz::numeric)::float8,
    2.0 * coalesce(read_number(measures, 'density'), 0.5),
    1.2 * coalesce(read_number(measures, 'voiceShare'), 0),
    15.0 * least(0.1, coalesce(read_number(measures, 'rhythm', 'attack'), 0)),
    1.0 * coalesce(read_number(measures, 'rhythm', 'offbeat'), 0),
    0.08 * least(20, greatest(0, coalesce(read_number(measures, 'crestDb'), 12)))]);
END $$;

CREATE TABLE track_traits (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  -- Artist, title, the number as typed and its digits, folded. The line break keeps a match within one field.
  words text NOT NULL,
  created_at timestamptz NOT NULL,
  archived boolean NOT NULL,
  hidden boolean NOT NULL,
  held boolean NOT NULL,
  state varchar(10) NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  genre varchar(100),
  language varchar(8),
  seconds real,
  bpm real,
  fifths smallint CHECK (fifths BETWEEN 0 AND 11),
  minor boolean,
  score smallint,
  commerciality smallint,
  flow smallint,
  lyrics smallint,
  production smallint,
  hook_strength smallint,
  song_structure smallint,
  originality smallint,
  replay_value smallint,
  place cube
);

CREATE FUNCTION describe_track() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  measures jsonb := coalesce(NEW.analysis -> 'measures', '{}');
  key text := nullif(measures ->> 'key', '');
BEGIN
  INSERT INTO track_traits AS traits SELECT NEW.id,
    fold_words(concat_ws(E'\n', NEW.artist_name, NEW.track_title, NEW.phone_number,
      regexp_replace(NEW.phone_number, '\D', '', 'g'), ltrim(NEW.phone_e164, '+'))),
    NEW.created_at, NEW.archive_id IS NOT NULL, NEW.hidden_at IS NOT NULL, NEW.held_at IS NOT NULL, NEW.state, NEW.genre,
    left(nullif(NEW.analysis -> 'words' ->> 'language', ''), 8), NEW.duration_seconds,
    nullif(read_number(measures, 'tempoBpm'), 0), place_key(key), key LIKE '%m', NEW.score,
    read_number(NEW.analysis, 'commerciality', 'score'), read_number(NEW.analysis, 'flow', 'score'),
    read_number(NEW.analysis, 'lyrics', 'score'), read_number(NEW.analysis, 'production', 'score'),
    read_number(NEW.analysis, 'hookStrength', 'score'), read_number(NEW.analysis, 'songStructure', 'score'),
    read_number(NEW.analysis, 'originality', 'score'), read_number(NEW.analysis, 'replayValue', 'score'),
    place_track(measures)
  ON CONFLICT (submission_id) DO UPDATE SET (words, created_at, archived, hidden, held, state, genre, language, seconds,
      bpm, fifths, minor, score, commerciality, flow, lyrics, production, hook_strength, song_structure, originality,
      replay_value, place)
    = ROW(excluded.words, excluded.created_at, excluded.archived, excluded.hidden, excluded.held, excluded.state,
      excluded.genre, excluded.language, excluded.seconds, excluded.bpm, excluded.fifths, excluded.minor, excluded.score,
      excluded.commerciality, excluded.flow, excluded.lyrics, excluded.production, excluded.hook_strength,
      excluded.song_structure, excluded.originality, excluded.replay_value, excluded.place);
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_traits_new AFTER INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION describe_track();
-- A vote changes none of these, so it never comes here.
CREATE TRIGGER submissions_traits AFTER UPDATE OF artist_name, track_title, phone_number, phone_e164, created_at,
  archive_id, hidden_at, held_at, state, genre, analysis, duration_seconds, score ON submissions
  FOR EACH ROW EXECUTE FUNCTION describe_track();
-- Those that are there already.
UPDATE submissions SET state = state;

CREATE INDEX track_traits_words ON track_traits USING gin (words gin_trgm_ops);
-- Over the six dimensions that weigh most a tree reads a quarter of what it reads over ten; the nearest few hundred of
-- these are then put in order by all ten.
CREATE INDEX track_traits_alike ON track_traits USING gist (cube_subset(place, ARRAY[1, 2, 5, 6, 7, 9]))
  WHERE place IS NOT NULL AND NOT archived;
CREATE INDEX track_traits_date ON track_traits (created_at, submission_id) WHERE NOT archived;
CREATE INDEX track_traits_score ON track_traits (coalesce(score, -1), submission_id) WHERE NOT archived;
CREATE INDEX track_traits_bpm ON track_traits (coalesce(bpm, 0), submission_id) WHERE NOT archived;
CREATE INDEX track_traits_length ON track_traits (coalesce(seconds, 0), submission_id) WHERE NOT archived;
CREATE INDEX track_traits_artist ON track_traits (left(words, 64), submission_id) WHERE NOT archived;
CREATE INDEX track_traits_genre ON track_traits (genre, created_at) WHERE NOT archived;
CREATE INDEX track_traits_language ON track_traits (language) WHERE NOT archived;

-- A search with its filters, kept under a name.
CREATE TABLE saved_views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES admins ON DELETE CASCADE,
  name varchar(60) NOT NULL CHECK (char_length(name) >= 1),
  filter jsonb NOT NULL CHECK (jsonb_typeof(filter) = 'object'),
  -- Colleagues see it as well.
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (staff_id, lower(name));
