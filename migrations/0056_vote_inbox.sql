-- Votes taken in at once and counted in batches, for nights when very many come (docs/adr/0040-votes-by-an-inbox.md).

-- What was taken in and is not counted yet. Counting deletes the row in its own transaction: a vote is here or in votes.
CREATE SEQUENCE vote_inbox_id_seq AS bigint;
CREATE TABLE vote_inbox (
  -- By phone number, numbers in a row together: one consumer a shard sees all that the rules compare by number.
  shard smallint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('vote_inbox_id_seq'),
  submission_id integer NOT NULL,
  receipt_code varchar(26) NOT NULL,
  voter_name varchar(255) NOT NULL,
  voter_phone varchar(20) NOT NULL,
  phone_e164 varchar(20) NOT NULL,
  phone_type varchar(10) NOT NULL CHECK (phone_type = ANY (ARRAY['ordinary', 'rented', 'unassigned'])),
  proof varchar(10) NOT NULL CHECK (proof = ANY (ARRAY['none', 'sms', 'passkey'])),
  address_digest text NOT NULL,
  device_digest text NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (shard, id)
) PARTITION BY LIST (shard);
ALTER SEQUENCE vote_inbox_id_seq OWNED BY vote_inbox.id;
CREATE INDEX vote_inbox_receipt ON vote_inbox (receipt_code);

-- Made here once and for all, so that nobody has to make any at night. Reached through vote_inbox alone.
CREATE SCHEMA vote_shards;
DO $$
BEGIN
  FOR shard IN 0..7 LOOP
    -- Rows come and go by the thousand: vacuumed early, or taking the oldest wades through the dead.
    EXECUTE format('CREATE TABLE vote_shards.shard_%s PARTITION OF vote_inbox FOR VALUES IN (%s) WITH (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
      autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0)', shard, shard);
  END LOOP;
END $$;

-- Taken in and then not counted: why, for its receipt. Of the voter it keeps nothing.
CREATE TABLE refused_votes (
  receipt_code varchar(26) PRIMARY KEY,
  submission_id integer NOT NULL,
  reason text NOT NULL,
  accepted_at timestamptz NOT NULL,
  refused_at timestamptz NOT NULL
);
CREATE INDEX refused_votes_age ON refused_votes (refused_at);

-- As before (0027), and for many votes in one statement: one update a track. In the order of their numbers, so that two
-- batches never wait for each other.
DROP TRIGGER votes_counted ON votes;
CREATE TRIGGER votes_counted
  AFTER DELETE OR UPDATE OF state, vote_count, counts_as, proof, submission_id ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();

CREATE FUNCTION count_new_votes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    SELECT v.submission_id AS track,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'counted'), 0) AS total,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.counts_as = 'free'), 0) AS free,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.counts_as = 'free' AND v.proof <> 'none'), 0)
        AS proven,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.counts_as = 'paid'), 0) AS paid,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.counts_as = 'referral'), 0) AS referred,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'held'), 0) AS held,
      coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'waiting' AND v.counts_as = 'referral'), 0) AS waiting
    FROM new_votes v
    WHERE v.state IN ('counted', 'held') OR v.state = 'waiting' AND v.counts_as = 'referral'
    GROUP BY v.submission_id ORDER BY v.submission_id
  LOOP
    UPDATE submissions SET vote_count = vote_count + added.total, votes_free = votes_free + added.free,
      votes_proven = votes_proven + added.proven, votes_paid = votes_paid + added.paid,
      votes_referred = votes_referred + added.referred, votes_held = votes_held + added.held,
      votes_waiting = votes_waiting + added.waiting
    WHERE id = added.track;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_counted_new AFTER INSERT ON votes REFERENCING NEW TABLE AS new_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_votes();
