-- A track that is ranked no longer, as the log says it: for the trigger (0033), and for a log that goes on after a restore.
CREATE FUNCTION ledger_withdrawn(track integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_outbox (type, subject, detail) VALUES ('withdrawn', track,
    jsonb_build_object('track', track::text, 'because', coalesce(
      (SELECT CASE WHEN s.archive_id IS NOT NULL THEN 'archived' WHEN s.held_at IS NOT NULL THEN 'held' ELSE 'hidden' END
        FROM submissions s WHERE s.id = track), 'erased')))
$$;

CREATE OR REPLACE FUNCTION ledger_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM ledger_withdrawn(OLD.submission_id);
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM ledger_entry(NEW.submission_id);
  END IF;
  PERFORM ledger_score(NEW.submission_id, NEW.score);
  RETURN NULL;
END $$;
