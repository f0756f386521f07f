-- Throne comments that staff took out of sight, and why. The votes they came with stay counted.
ALTER TABLE votes
  ADD COLUMN comment_hidden_at timestamptz,
  ADD COLUMN comment_hidden_reason text,
  ADD CHECK ((comment_hidden_at IS NULL) = (comment_hidden_reason IS NULL));
CREATE INDEX votes_comments ON votes (id DESC) WHERE comment IS NOT NULL;
