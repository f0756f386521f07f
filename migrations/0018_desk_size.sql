-- The staff lists stay quick at a hundred thousand rows in every order, filter and search.

-- Filtered to what is not analysed, or failed, the order by score must not walk over all that is.
CREATE INDEX submissions_pending_score ON submissions (coalesce(score, -1), id) WHERE NOT analyzed AND archive_id IS NULL;
CREATE INDEX submissions_staff_hidden ON submissions (created_at, id) WHERE hidden_at IS NOT NULL AND archive_id IS NULL;

-- The search of invited artists: by number or inviter, any part of it.
CREATE INDEX invited_artists_words ON invited_artists USING gin ((phone_number || E'\n' || invited_by) gin_trgm_ops);

-- Entries to the celebrity label, newest first.
CREATE INDEX label_entries_newest ON label_entries (created_at DESC, submission_id DESC);
