-- Artists invited by text. An invitation lasts as long as its number is kept: inviting the same person after that starts
-- afresh, with a text, a link and a term of its own.
CREATE TABLE invited_artists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- E.164; empty once erased.
  phone_number varchar(20) NOT NULL,
  phone_digest text NOT NULL,
  invited_by varchar(255) NOT NULL,
  invitation_sent boolean NOT NULL DEFAULT true,
  message_sid text,
  -- In the link of the message.
  code varchar(26) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  joined_at timestamptz,
  -- When they joined or wrote back; the number is then kept.
  answered_at timestamptz,
  erased_at timestamptz,
  CHECK ((erased_at IS NOT NULL) = (phone_number = ''))
);
-- Inviting the same person again, while the invitation lasts, sends it again.
CREATE UNIQUE INDEX invited_artists_once ON invited_artists (phone_digest, lower(invited_by)) WHERE erased_at IS NULL;
CREATE INDEX invited_artists_number ON invited_artists (phone_digest);
CREATE INDEX invited_artists_newest ON invited_artists (created_at DESC, id DESC);
CREATE INDEX invited_artists_kept ON invited_artists (created_at) WHERE erased_at IS NULL AND answered_at IS NULL;
-- The staff search. The line break keeps a match within one field.
CREATE INDEX invited_artists_words ON invited_artists USING gin ((phone_number || E'\n' || invited_by) gin_trgm_ops);

ALTER TABLE text_messages ADD FOREIGN KEY (invitation_id) REFERENCES invited_artists (id);
