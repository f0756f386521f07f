-- concurrently
-- The board's words once more, in bands of the score: the best that hold a word are found without reading all that do.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_words_95 ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed AND score >= 95;
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_words_90 ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed AND score >= 90 AND score < 95;
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_words_80 ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed AND score >= 80 AND score < 90;
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_words_70 ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed AND score >= 70 AND score < 80;
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_words_60 ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed AND score >= 60 AND score < 70;
CREATE INDEX CONCURRENTLY IF NOT EXISTS submissions_words_50 ON submissions USING gin ((artist_name || E'\n' || track_title) gin_trgm_ops)
  WHERE analyzed AND listed AND score >= 50 AND score < 60;
