-- An invitation's text is known by a column, and an invitation lasts as long as its number is kept: who invites the same
-- person after that starts afresh, with a text, a link and thirty days of its own.

ALTER TABLE text_messages
  ADD COLUMN invitation_id integer UNIQUE REFERENCES invited_artists (id);
UPDATE text_messages t SET invitation_id = i.id FROM invited_artists i WHERE t.key = 'invitation:' || i.id;

DROP INDEX invited_artists_once;
-- Who invites the same person again, while the invitation lasts, is resending.
CREATE UNIQUE INDEX invited_artists_once ON invited_artists (phone_digest, lower(invited_by)) WHERE erased_at IS NULL;
CREATE INDEX invited_artists_number ON invited_artists (phone_digest);
