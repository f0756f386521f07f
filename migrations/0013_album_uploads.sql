-- Tracks of an album that are still arriving: sent in pieces, so that a broken connection or a reload loses one piece.
CREATE TABLE album_uploads (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  draft_id integer NOT NULL REFERENCES album_drafts ON DELETE CASCADE,
  file_name varchar(255) NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  -- Of the whole file: the same name and length are not yet the same file.
  checksum bigint NOT NULL CHECK (checksum BETWEEN 0 AND 4294967295),
  received integer NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  -- Set once it is whole: a piece whose answer was lost may be sent again.
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
