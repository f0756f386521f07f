-- The public ledger (docs/adr/0021-public-ledger.md): what happened waits in an outbox, written by triggers in the very
-- transaction that makes it true, until the sealer gives it a place in the log.

-- Waits for the next seal, then it is deleted. `detail` holds the lines of the leaf as far as they are known here.
CREATE TABLE ledger_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type varchar(10) NOT NULL CHECK (type IN ('vote', 'decision', 'entry', 'score', 'withdrawn')),
  -- The vote, or the track.
  subject integer NOT NULL,
  detail jsonb NOT NULL,
  -- Who may vote once a day: turned into a tag when the vote is sealed.
  phone varchar(20),
  receipt bytea
);

-- One row: the log. Its key is in a file, never here.
CREATE TABLE ledger_log (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  vkey text NOT NULL,
  -- Entries that have a place, published or not.
  size bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
  -- Why nothing is signed any more, in words for the page.
  trouble text,
  -- The rules as they were last sealed, the day of the last tally, and whether the last entry is the final standing.
  rules_digest text,
  tallied_on date,
  finished boolean NOT NULL DEFAULT false
);

-- The documents behind the hashes of sealed rules.
CREATE TABLE ledger_rules (
  digest text PRIMARY KEY,
  document text NOT NULL
);

-- Entries in their places, as one bundle a seal. Tiles are written from these, again if need be, to the same bytes.
CREATE TABLE ledger_batches (
  first bigint PRIMARY KEY,
  entries integer NOT NULL CHECK (entries > 0),
  bundle bytea NOT NULL,
  sealed_at timestamptz NOT NULL
);
-- Digests hardly compress, and trying would slow down every seal.
ALTER TABLE ledger_batches ALTER COLUMN bundle SET STORAGE EXTERNAL;

-- Every checkpoint that was published, with the signatures it was published with.
CREATE TABLE ledger_checkpoints (
  size bigint PRIMARY KEY,
  root bytea NOT NULL CHECK (length(root) = 32),
  note text NOT NULL,
  published_at timestamptz NOT NULL
);

-- Where each vote is in the log, for its receipt and for decisions about it; `standing` is what the log last said of it.
CREATE TABLE ledger_leaves (
  vote_id integer PRIMARY KEY,
  leaf bigint NOT NULL,
  votes integer NOT NULL,
  receipt bytea NOT NULL,
  standing varchar(20) NOT NULL,
  -- The leaf of the last decision about it.
  decision bigint
);
CREATE INDEX ledger_leaves_receipt ON ledger_leaves (receipt);

-- How many entries of a type, and how many votes not counted for a reason, the log holds.
CREATE TABLE ledger_counts (
  name varchar(20) PRIMARY KEY,
  count bigint NOT NULL
);

-- A secret for each phone that cast a free vote. Deleted with the person: the tags made with it are noise from then on.
CREATE TABLE ledger_tags (
  phone_digest text PRIMARY KEY,
  secret bytea NOT NULL CHECK (length(secret) = 32)
);

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = '23001';
END $$;
CREATE TRIGGER ledger_batches_append_only BEFORE UPDATE OR DELETE ON ledger_batches
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_batches_no_truncate BEFORE TRUNCATE ON ledger_batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_checkpoints_no_truncate BEFORE TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- The one place that says how a vote was proven when it was cast.
CREATE FUNCTION ledger_proof(vote votes) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN vote.kind = 'paid' THEN 'card' ELSE vote.proof END
$$;

-- Why a vote is held, as one word. The first that fits; a test holds the words of the fraud rules against it.
CREATE FUNCTION ledger_hold_code(reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN reason ~ 'same device' THEN 'device'
    WHEN reason ~ 'same network' THEN 'network'
    WHEN reason ~ 'in a row' THEN 'sequential'
    WHEN reason ~ 'made up' THEN 'invented'
    WHEN reason ~ 'rented' THEN 'rented'
    WHEN reason ~ 'given out' THEN 'unassigned'
    WHEN reason ~ 'at once' THEN 'rush'
    ELSE 'check'
  END
$$;

CREATE FUNCTION ledger_digest(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(encode(bytes, 'base64'), '+/=', '-_')
$$;

CREATE FUNCTION ledger_vote(vote votes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_outbox (type, subject, detail, phone, receipt)
  VALUES ('vote', vote.id,
    jsonb_build_object('track', vote.submission_id::text, 'kind', vote.kind, 'votes', vote.vote_count::text, 'state',
      CASE vote.state
        WHEN 'held' THEN 'held:' || ledger_hold_code(vote.reason)
        WHEN 'waiting' THEN CASE WHEN vote.kind = 'free' THEN 'held:unproven' ELSE 'held:invited' END
        WHEN 'replaced' THEN 'held:repeat'
        ELSE 'counted' END,
      'proof', ledger_proof(vote), 'day', vote.day::text),
    CASE WHEN vote.kind = 'free' THEN vote.phone_e164 END,
    sha256(convert_to(E'soundcheck/receipt/v1\n' || vote.receipt_code, 'UTF8')));
END $$;

CREATE FUNCTION ledger_decision(vote integer, votes integer, state text, because text, decided_by text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO ledger_outbox (type, subject, detail) VALUES ('decision', vote,
    jsonb_build_object('state', state, 'votes', votes::text, 'because', because, 'by', decided_by))
$$;

-- An entry of its own that takes votes back is, in the log, a decision about the vote it corrects.
CREATE FUNCTION ledger_vote_cast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'adjustment' THEN
    PERFORM ledger_decision(NEW.corrects, -NEW.vote_count, 'voided', 'undelivered', 'rule');
  ELSE
    PERFORM ledger_vote(NEW);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_ledger_cast AFTER INSERT ON votes FOR EACH ROW EXECUTE FUNCTION ledger_vote_cast();

-- Why and by whom is read off what was written down about it: the decision, and what became of the money.
CREATE FUNCTION ledger_decide(vote votes) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  who text := coalesce(
    (SELECT d.decided_by FROM vote_decisions d WHERE d.vote_id = vote.id ORDER BY d.id DESC LIMIT 1), 'rule');
BEGIN
  PERFORM ledger_decision(vote.id, vote.vote_count,
    CASE WHEN vote.lapsed_at IS NOT NULL THEN 'lapsed' WHEN vote.state = 'replaced' THEN 'voided'
      WHEN vote.state = 'waiting' THEN 'held' ELSE vote.state END,
    CASE who
      WHEN 'payment' THEN coalesce((SELECT CASE WHEN p.dispute = 'lost' THEN 'dispute' ELSE 'refund' END
        FROM payment_intents p WHERE p.id = vote.payment_id), 'refund')
      WHEN 'rule' THEN CASE WHEN vote.state = 'replaced' THEN 'repeat' WHEN vote.state = 'counted' THEN 'proven'
        WHEN vote.kind = 'referral' AND vote.state = 'voided' THEN 'undelivered' ELSE 'rule' END
      ELSE 'staff'
    END,
    CASE WHEN who IN ('rule', 'payment') THEN who
      ELSE 'staff-' || coalesce((SELECT min(a.id) FROM admins a WHERE a.name = who), 0) END);
END $$;

CREATE FUNCTION ledger_vote_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_decide(NEW);
  RETURN NULL;
END $$;
-- At the end of the transaction: the reason is written after the vote.
CREATE CONSTRAINT TRIGGER votes_ledger_decided AFTER UPDATE OF state, lapsed_at ON votes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.state, OLD.lapsed_at) IS DISTINCT FROM (NEW.state, NEW.lapsed_at))
  EXECUTE FUNCTION ledger_vote_decided();

CREATE FUNCTION ledger_entry(track integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_outbox (type, subject, detail)
  SELECT 'entry', track, jsonb_build_object('track', track::text, 'recording', ledger_digest(
    CASE WHEN s.audio_sha256 ~ '^[0-9a-f]{64}$' THEN decode(s.audio_sha256, 'hex')
      ELSE sha256(convert_to(s.audio_sha256, 'UTF8')) END))
  FROM submissions s WHERE s.id = track
$$;

CREATE FUNCTION ledger_score(track integer, score integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_outbox (type, subject, detail)
  SELECT 'score', track, jsonb_build_object('track', track::text, 'score', ledger_score.score::text,
    'engine', coalesce(nullif(left(regexp_replace(s.engine_version, '[^\w.+-]', '_', 'g'), 40), ''), 'unknown'),
    'report', ledger_digest(sha256(convert_to(coalesce(s.analysis::text, ''), 'UTF8'))))
  FROM submissions s WHERE s.id = track
$$;

-- The log follows the standings, not the tracks: what moves no rank (a score after the end) is no entry.
CREATE FUNCTION ledger_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO ledger_outbox (type, subject, detail) VALUES ('withdrawn', OLD.submission_id,
      jsonb_build_object('track', OLD.submission_id::text, 'because', coalesce(
        (SELECT CASE WHEN s.archive_id IS NOT NULL THEN 'archived' WHEN s.held_at IS NOT NULL THEN 'held' ELSE 'hidden' END
          FROM submissions s WHERE s.id = OLD.submission_id), 'erased')));
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM ledger_entry(NEW.submission_id);
  END IF;
  PERFORM ledger_score(NEW.submission_id, NEW.score);
  RETURN NULL;
END $$;
CREATE TRIGGER fan_standings_ledger AFTER INSERT OR DELETE ON fan_standings
  FOR EACH ROW EXECUTE FUNCTION ledger_standing();
CREATE TRIGGER fan_standings_ledger_score AFTER UPDATE OF score ON fan_standings
  FOR EACH ROW WHEN (OLD.score IS DISTINCT FROM NEW.score) EXECUTE FUNCTION ledger_standing();

-- A site that had votes before it had a ledger: they open the log, each with what became of it.
SELECT ledger_entry(submission_id), ledger_score(submission_id, score) FROM fan_standings ORDER BY submission_id;
SELECT ledger_vote(v) FROM votes v WHERE v.kind <> 'adjustment' ORDER BY v.id;
SELECT ledger_decide(v) FROM votes v WHERE v.state = 'voided' OR v.lapsed_at IS NOT NULL ORDER BY v.id;
SELECT ledger_decision(v.corrects, -v.vote_count, 'voided', 'undelivered', 'rule')
  FROM votes v WHERE v.kind = 'adjustment' ORDER BY v.id;
