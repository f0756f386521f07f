-- Artist pages: one for each name under which a proven person sent tracks, with who follows it and where its tracks stood.

CREATE TABLE artist_pages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose it is. Two names of one number are two pages: that they are one person is nobody else's business.
  phone_e164 varchar(20) NOT NULL,
  name varchar(255) NOT NULL,
  name_key text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
  bio varchar(600) NOT NULL DEFAULT '',
  links text[] NOT NULL DEFAULT '{}' CHECK (cardinality(links) <= 6),
  -- Albums are sent to the label, not to the public: shown only where their artist says so.
  shows_albums boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (phone_e164, name_key)
);

ALTER TABLE submissions
  -- The page of its artist; null while nobody has proven its number. Only the trigger below sets it.
  ADD COLUMN artist_id integer REFERENCES artist_pages ON DELETE SET NULL,
  -- Sent by whoever had proven its number, not by somebody who typed it: only that is news to followers.
  ADD COLUMN proven_sender boolean NOT NULL DEFAULT false;
CREATE INDEX submissions_artist_page ON submissions (artist_id) WHERE artist_id IS NOT NULL;

-- A track that is sent while its number is being proven: whichever of the two comes second sees the other.
CREATE FUNCTION find_artist_page(phone text, artist text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  page integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('artist-page:' || phone));
  IF NOT EXISTS (SELECT FROM people WHERE phone_e164 = phone) THEN
    RETURN NULL;
  END IF;
  INSERT INTO artist_pages (phone_e164, name) VALUES (phone, artist) ON CONFLICT (phone_e164, name_key) DO NOTHING;
  SELECT id INTO page FROM artist_pages WHERE phone_e164 = phone AND name_key = lower(artist);
  RETURN page;
END $$;

CREATE FUNCTION put_on_artist_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.artist_id := CASE WHEN NEW.phone_e164 IS NOT NULL THEN find_artist_page(NEW.phone_e164, NEW.artist_name) END;
  RETURN NEW;
END $$;
CREATE TRIGGER submissions_artist BEFORE INSERT OR UPDATE OF phone_e164, artist_name ON submissions
  FOR EACH ROW EXECUTE FUNCTION put_on_artist_page();

-- Whoever proves a number finds what was sent with it on their page.
CREATE FUNCTION open_artist_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('artist-page:' || NEW.phone_e164));
  UPDATE submissions SET artist_name = artist_name WHERE phone_e164 = NEW.phone_e164;
  RETURN NULL;
END $$;
CREATE TRIGGER people_artist AFTER INSERT OR UPDATE OF phone_e164 ON people
  FOR EACH ROW EXECUTE FUNCTION open_artist_pages();
UPDATE submissions s SET artist_name = artist_name FROM people p WHERE p.phone_e164 = s.phone_e164;

CREATE TABLE artist_follows (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  page_id integer NOT NULL REFERENCES artist_pages ON DELETE CASCADE,
  -- Who follows: a proven number.
  phone_e164 varchar(20) NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (page_id, phone_e164)
);
CREATE INDEX artist_follows_phone ON artist_follows (phone_e164, id DESC);

-- Tracks that came on the board and that followers are told of, once each.
CREATE TABLE artist_news (
  submission_id integer PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  -- The newest follow of all at that moment: who came later has seen it.
  last_follow integer NOT NULL,
  told_at timestamptz
);
CREATE INDEX artist_news_waiting ON artist_news (submission_id) WHERE told_at IS NULL;

CREATE FUNCTION enter_artist_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO artist_news (submission_id, last_follow)
    SELECT id, coalesce((SELECT max(f.id) FROM artist_follows f), 0) FROM submissions WHERE id = NEW.submission_id AND proven_sender AND artist_id IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER fan_standings_news AFTER INSERT ON fan_standings FOR EACH ROW EXECUTE FUNCTION enter_artist_news();

-- The fan rank of tracks on artist pages: a row where it changed, the last of a day.
CREATE TABLE rank_history (
  submission_id integer NOT NULL REFERENCES submissions ON DELETE CASCADE,
  day date NOT NULL,
  rank integer NOT NULL CHECK (rank > 0),
  PRIMARY KEY (submission_id, day)
);

-- A new track is news to those who follow its artist: such a notice belongs to its number, not to the track's own artist.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check
  CHECK (kind IN ('report', 'message', 'order', 'overtaken', 'track') AND (kind <> 'track' OR phone_e164 IS NOT NULL));
CREATE INDEX notices_follower ON notices (phone_e164, id DESC) WHERE kind = 'track';
