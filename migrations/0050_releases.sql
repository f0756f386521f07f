-- Releases: what a distributor has to know of a track or an album, as its artist writes it down.

CREATE TABLE releases (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id integer UNIQUE REFERENCES submissions ON DELETE CASCADE,
  album_id integer UNIQUE REFERENCES album_submissions ON DELETE CASCADE,
  draft jsonb NOT NULL,
  -- Raised by each save: who began from an older one is told.
  revision integer NOT NULL CHECK (revision > 0),
  -- The barcode number once it is well-formed and nobody else's.
  ean varchar(13) UNIQUE CHECK (ean ~ '^\d{13}$'),
  cover_key text,
  -- Width, height and so on, as read when it came.
  cover_look jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(submission_id, album_id) = 1),
  CHECK ((cover_key IS NULL) = (cover_look IS NULL))
);

-- An ISRC names one recording, which may be on a single and on an album.
CREATE TABLE release_isrcs (
  release_id integer NOT NULL REFERENCES releases ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position > 0),
  isrc varchar(12) NOT NULL CHECK (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}\d{7}$'),
  audio_sha256 text NOT NULL,
  PRIMARY KEY (release_id, position),
  UNIQUE (release_id, isrc)
);
CREATE INDEX release_isrcs_isrc ON release_isrcs (isrc);

CREATE FUNCTION keep_isrc_for_one_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two at once: the second waits here, and then sees the first.
  PERFORM pg_advisory_xact_lock(hashtextextended('isrc ' || NEW.isrc, 0));
  IF EXISTS (SELECT FROM release_isrcs o WHERE o.isrc = NEW.isrc AND o.audio_sha256 <> NEW.audio_sha256
      AND o.release_id <> NEW.release_id) THEN
    RAISE unique_violation USING CONSTRAINT = 'release_isrcs_one_recording',
      MESSAGE = 'this ISRC belongs to another recording';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER release_isrcs_one_recording BEFORE INSERT OR UPDATE ON release_isrcs
  FOR EACH ROW EXECUTE FUNCTION keep_isrc_for_one_recording();
