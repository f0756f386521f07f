-- Lossless masters of releases. They arrive in pieces and stay so: no object of the store is larger than some megabytes.
CREATE TABLE release_masters (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id integer NOT NULL REFERENCES releases ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position > 0),
  file_name text NOT NULL,
  -- What the sender says about the file, to know it again after a break.
  file_stamp text NOT NULL,
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 524288000),
  received integer NOT NULL DEFAULT 0,
  state varchar(10) NOT NULL DEFAULT 'arriving' CHECK (state IN ('arriving', 'checking', 'kept', 'refused')),
  refusal text,
  -- Format, level, checksums, as measured once it was whole.
  look jsonb,
  -- The recording of the contest that it was found to be.
  audio_sha256 text,
  changed_at timestamptz NOT NULL,
  UNIQUE (release_id, position),
  CHECK (received BETWEEN 0 AND bytes),
  CHECK (state IN ('arriving', 'refused') OR received = bytes),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK ((state = 'kept') = (look IS NOT NULL AND audio_sha256 IS NOT NULL))
);
CREATE INDEX release_masters_unfinished ON release_masters (changed_at) WHERE state = 'arriving';

CREATE TABLE release_master_parts (
  master_id integer NOT NULL REFERENCES release_masters ON DELETE CASCADE,
  start_byte integer NOT NULL CHECK (start_byte >= 0),
  bytes integer NOT NULL CHECK (bytes > 0),
  object_key text NOT NULL UNIQUE,
  PRIMARY KEY (master_id, start_byte)
);
