-- How many tracks the leaderboard has of each genre and score: totals and deep pages without counting rows.
CREATE TABLE board_cells (
  genre varchar(100) NOT NULL,
  score integer NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0),
  PRIMARY KEY (genre, score)
) WITH (fillfactor = 50);

CREATE FUNCTION follow_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.analyzed AND OLD.listed THEN
    UPDATE board_cells SET entries = entries - 1 WHERE genre = OLD.genre AND score = OLD.score;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.analyzed AND NEW.listed THEN
    INSERT INTO board_cells VALUES (NEW.genre, NEW.score, 1)
      ON CONFLICT (genre, score) DO UPDATE SET entries = board_cells.entries + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_board_new AFTER INSERT OR DELETE ON submissions
  FOR EACH ROW EXECUTE FUNCTION follow_board();
-- listed is generated, so the columns it is made of are named.
CREATE TRIGGER submissions_board AFTER UPDATE OF genre, score, analyzed, archive_id, hidden_at, held_at ON submissions
  FOR EACH ROW WHEN ((OLD.genre, OLD.score, OLD.analyzed, OLD.archive_id, OLD.hidden_at, OLD.held_at)
    IS DISTINCT FROM (NEW.genre, NEW.score, NEW.analyzed, NEW.archive_id, NEW.hidden_at, NEW.held_at))
  EXECUTE FUNCTION follow_board();
