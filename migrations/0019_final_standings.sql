-- At the campaign's end the standings freeze: what happens afterwards is kept on record and moves no rank
-- (docs/adr/0013-final-standings.md).

-- The end as the campaign file had it at the last start; the app writes it (votes/service-standings.ts).
CREATE TABLE campaign_end (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  ends_at timestamptz NOT NULL
);
INSERT INTO campaign_end (ends_at) VALUES ('infinity');

-- When the ground of a counted vote fell away after the end: the money went back, a referred person could not be
-- reached. It stays in the final standings; its receipt says void, and the book does not take it for given.
ALTER TABLE votes ADD COLUMN lapsed_at timestamptz,
  ADD CHECK (lapsed_at IS NULL OR (state = 'counted' AND kind <> 'adjustment' AND reason IS NOT NULL));
CREATE INDEX votes_lapsed ON votes (submission_id) WHERE lapsed_at IS NOT NULL;

-- Which browser sent the card: the receipt shows the card's last digits there and nowhere else.
ALTER TABLE payment_intents ADD COLUMN payer_digest text;

-- What a payment that went back gave: from now on its note says so itself.
UPDATE payment_intents SET grant_note = 'The whole amount went back, and what it bought with it.'
  WHERE grant_state = 'revoked';

-- Before the end as in 0004. Afterwards a track keeps the score it is ranked by, and one sent later is not ranked at all.
-- Votes still move it, because the only ones that can are those paid before the end and heard of later.
CREATE OR REPLACE FUNCTION follow_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.analyzed AND OLD.listed;
  will boolean := TG_OP <> 'DELETE' AND NEW.analyzed AND NEW.listed;
  the_end timestamptz := (SELECT ends_at FROM campaign_end);
  stood fan_standings;
BEGIN
  IF now() >= the_end THEN
    IF was THEN
      SELECT * INTO stood FROM fan_standings WHERE submission_id = OLD.id;
      was := FOUND;
      will := will AND was;
      OLD.vote_count := stood.votes;
      OLD.score := stood.score;
    ELSIF will THEN
      will := NEW.created_at < the_end;
    END IF;
    IF was AND will THEN
      NEW.score := stood.score;
      IF NEW.vote_count = stood.votes THEN
        RETURN NULL;
      END IF;
    END IF;
  END IF;
  IF was AND will THEN
    UPDATE fan_standings SET votes = NEW.vote_count, score = NEW.score WHERE submission_id = NEW.id;
    INSERT INTO fan_moves (from_votes, from_score, to_votes, to_score)
      VALUES (OLD.vote_count, OLD.score, NEW.vote_count, NEW.score);
  ELSIF will THEN
    INSERT INTO fan_standings VALUES (NEW.id, NEW.vote_count, NEW.score, NEW.created_at);
    INSERT INTO fan_moves (to_votes, to_score) VALUES (NEW.vote_count, NEW.score);
  ELSIF was THEN
    DELETE FROM fan_standings WHERE submission_id = OLD.id;
    INSERT INTO fan_moves (from_votes, from_score) VALUES (OLD.vote_count, OLD.score);
  END IF;
  RETURN NULL;
END $$;

-- A campaign that goes on after all: whatever was kept back is taken up.
CREATE FUNCTION thaw_standings() RETURNS void LANGUAGE sql AS $$
  UPDATE votes SET state = 'voided', lapsed_at = NULL WHERE lapsed_at IS NOT NULL;
  WITH stale AS (
    SELECT f.submission_id, f.votes, f.score, s.vote_count AS new_votes, s.score AS new_score
    FROM fan_standings f JOIN submissions s ON s.id = f.submission_id
    WHERE (f.votes, f.score) IS DISTINCT FROM (s.vote_count, s.score) FOR UPDATE OF f, s
  ), moved AS (
    UPDATE fan_standings f SET votes = new_votes, score = new_score FROM stale WHERE f.submission_id = stale.submission_id
  )
  INSERT INTO fan_moves (from_votes, from_score, to_votes, to_score) SELECT votes, score, new_votes, new_score FROM stale;
  WITH late AS (
    INSERT INTO fan_standings
      SELECT id, vote_count, score, created_at FROM submissions s, campaign_end e
      WHERE s.analyzed AND s.listed AND s.created_at < e.ends_at
    ON CONFLICT DO NOTHING RETURNING votes, score
  )
  INSERT INTO fan_moves (to_votes, to_score) SELECT votes, score FROM late;
$$;
