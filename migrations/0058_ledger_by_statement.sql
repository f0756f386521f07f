-- A batch of votes is one insert into the ledger's outbox, not one for each row; the entries are those of ledger_vote (0033),
-- which is still there for a site that had votes before it had a ledger.
DROP TRIGGER votes_ledger_cast ON votes;
DROP FUNCTION ledger_vote_cast();

CREATE FUNCTION ledger_votes_cast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_outbox (type, subject, detail, phone, receipt)
  SELECT 'vote', v.id,
    jsonb_build_object('track', v.submission_id::text, 'kind', v.kind, 'votes', v.vote_count::text, 'state',
      CASE v.state
        WHEN 'held' THEN 'held:' || ledger_hold_code(v.reason)
        WHEN 'waiting' THEN CASE WHEN v.kind = 'free' THEN 'held:unproven' ELSE 'held:invited' END
        WHEN 'replaced' THEN 'held:repeat'
        ELSE 'counted' END,
      'proof', CASE WHEN v.kind = 'paid' THEN 'card' ELSE v.proof END, 'day', v.day::text),
    CASE WHEN v.kind = 'free' THEN v.phone_e164 END,
    sha256(convert_to(E'soundcheck/receipt/v1\n' || v.receipt_code, 'UTF8'))
  FROM new_votes v WHERE v.kind <> 'adjustment' ORDER BY v.id;
  -- One that takes votes back is, in the log, a decision about the vote it corrects.
  PERFORM ledger_decision(v.corrects, -v.vote_count, 'voided', 'undelivered', 'rule')
  FROM new_votes v WHERE v.kind = 'adjustment' ORDER BY v.id;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_ledger_cast AFTER INSERT ON votes REFERENCING NEW TABLE AS new_votes
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_votes_cast();
