-- A free vote in one trip to the database when nothing speaks against it. Anything else takes two in a transaction, and
-- the service judges between them by its own rules: weigh_vote brings what it judges by, write_free_vote writes it.

-- Inside a function every statement sees what was committed before it began, so the traces read after the lock was
-- taken hold all votes of this device and this address: a burst cannot overtake its own count.
CREATE FUNCTION weigh_vote(
  track integer, device text, address text, around text[], moment timestamptz, today date, hour_ago date, rush integer,
  OUT state varchar, OUT analyzed_at timestamptz, OUT created_at timestamptz, OUT distribution_paid boolean,
  OUT listed boolean, OUT device_today integer, OUT device_recent integer, OUT address_hour integer,
  OUT track_minute integer, OUT near text[]
) LANGUAGE plpgsql
-- A plan made while the table is small is kept for a while: it must not be one that reads all of it.
SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT hashtextextended(digest, 7) AS key FROM unnest(ARRAY[address, device]) digest ORDER BY 1) keys;

  -- Keeps the row from being deleted, and nobody from voting at the same time.
  SELECT s.state, s.analyzed_at, s.created_at, s.distribution_paid, s.listed
    INTO weigh_vote.state, weigh_vote.analyzed_at, weigh_vote.created_at, weigh_vote.distribution_paid, weigh_vote.listed
    FROM submissions s WHERE s.id = track FOR KEY SHARE;

  SELECT count(*) FILTER (WHERE v.submission_id = track AND v.day = today),
      count(*) FILTER (WHERE v.created_at > moment - interval '5 minutes')
    INTO device_today, device_recent
    FROM votes v WHERE v.device_digest = device AND v.created_at > moment - interval '26 hours' AND v.kind <> 'paid';
  SELECT count(*) INTO address_hour FROM votes v
    WHERE v.address_digest = address AND v.created_at > moment - interval '1 hour' AND v.submission_id = track
      AND v.kind <> 'paid';
  SELECT count(*) INTO track_minute FROM (
    SELECT 1 FROM votes v WHERE v.submission_id = track AND v.kind = 'free'
      AND v.created_at > moment - interval '1 minute' LIMIT rush) recent;
  SELECT array_agg(v.phone_e164) INTO near FROM votes v
    WHERE v.kind = 'free' AND v.submission_id = track AND v.day >= hour_ago AND v.phone_e164 = ANY(around);
END $$;

-- Returns the track's total, this vote in it. Last in its transaction: nobody else can vote for the track until it ends.
CREATE FUNCTION write_free_vote(
  track integer, voter_name text, voter_phone text, phone text, receipt text, address text, device text,
  vote_day date, moment timestamptz, held_for text
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  vote integer;
  total integer;
BEGIN
  INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, phone_e164, receipt_code,
      address_digest, device_digest, day, created_at)
    VALUES (track, 'free', 'free', CASE WHEN held_for IS NULL THEN 'counted' ELSE 'held' END, held_for,
      write_free_vote.voter_name, write_free_vote.voter_phone, phone, receipt, address, device, vote_day, moment)
    RETURNING id INTO vote;
  IF held_for IS NOT NULL THEN
    INSERT INTO vote_decisions (vote_id, at, state, reason, decided_by) VALUES (vote, moment, 'held', held_for, 'rule');
  END IF;
  SELECT vote_count INTO total FROM submissions WHERE id = track;
  RETURN total;
END $$;

-- The ordinary vote: weighed and written at once, when the track is open and every trace is below what any rule looks
-- at. Returns the total, or nothing: then nothing was written and the service has to judge.
CREATE FUNCTION write_clear_vote(
  track integer, device text, address text, around text[], moment timestamptz, today date, hour_ago date,
  recent_limit integer, address_limit integer, rush integer, closed_before timestamptz,
  voter_name text, voter_phone text, phone text, receipt text
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  found := weigh_vote(track, device, address, around, moment, today, hour_ago, rush);
  IF found.listed AND found.state = 'done'
    AND (found.distribution_paid OR coalesce(found.analyzed_at, found.created_at) > closed_before)
    AND found.device_today = 0 AND found.device_recent < recent_limit AND found.address_hour < address_limit
    AND found.track_minute < rush AND found.near IS NULL
  THEN
    RETURN write_free_vote(track, voter_name, voter_phone, phone, receipt, address, device, today, moment, NULL);
  END IF;
  RETURN NULL;
END $$;
