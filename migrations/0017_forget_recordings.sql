-- Fingerprints of recordings that nobody has any more are deleted. A foreign key without an index of its own on the
-- referring side would read all landmarks (256 rows a track) for each of them, and an index would be as large as the table:
-- the code that deletes a fingerprint knows its landmarks and deletes them by their key, in the same transaction.
ALTER TABLE fingerprint_landmarks DROP CONSTRAINT fingerprint_landmarks_fingerprint_id_fkey;
CREATE INDEX album_tracks_sha ON album_tracks (audio_sha256);
