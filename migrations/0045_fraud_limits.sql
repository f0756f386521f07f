-- Traces with the shape of a rush: not how many votes a track gets at once, but whose they look like.
DROP FUNCTION trace_vote(integer, text, text, text, text[], boolean, timestamptz, date, date, integer);

-- As in 0027_proven_votes.sql, with `rush`. At most 300 votes are looked at, however many a minute the campaign allows:
-- 3,000 a minute are 300 in six seconds.
CREATE FUNCTION trace_vote(
  track integer, device text, address text, phone text, around text[], proven boolean, moment timestamptz, today date,
  hour_ago date, per_minute integer,
  OUT state varchar, OUT analyzed_at timestamptz, OUT created_at timestamptz, OUT distribution_paid boolean,
  OUT listed boolean, OUT device_today integer, OUT device_recent integer, OUT address_hour integer,
  OUT address_anywhere integer, OUT track_minute integer, OUT rush jsonb, OUT near text[]
) LANGUAGE plpgsql
-- A plan made while the table is small is kept for a while: it must not be one that reads all of it.
SET enable_seqscan = off AS $$
DECLARE
  sample constant integer := least(per_minute, 300);
  since constant timestamptz := moment - interval '1 minute' * sample / per_minute;
BEGIN
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT hashtextextended(shared, 7) AS key FROM unnest(ARRAY[address, device, track || phone]) shared ORDER BY 1) keys;

  -- Keeps the row from being deleted, without keeping anybody else from voting.
  SELECT s.state, s.analyzed_at, s.created_at, s.distribution_paid, s.listed
    INTO trace_vote.state, trace_vote.analyzed_at, trace_vote.created_at, trace_vote.distribution_paid, trace_vote.listed
    FROM submissions s WHERE s.id = track FOR KEY SHARE;

  SELECT coalesce(sum(v.vote_count) FILTER (WHERE v.submission_id = track AND v.day = today), 0),
      coalesce(sum(v.vote_count) FILTER (WHERE v.created_at > moment - interval '5 minutes'), 0)
    INTO device_today, device_recent
    FROM votes v WHERE v.device_digest = device AND v.created_at > moment - interval '26 hours' AND v.kind <> 'paid'
      AND (NOT proven OR v.proof <> 'none');
  SELECT coalesce(sum(v.vote_count) FILTER (WHERE v.submission_id = track), 0), coalesce(sum(v.vote_count), 0)
    INTO address_hour, address_anywhere FROM votes v
    WHERE v.address_digest = address AND v.created_at > moment - interval '1 hour' AND v.kind <> 'paid'
      AND (NOT proven OR v.proof <> 'none');
  SELECT count(*) * (per_minute / sample::float) INTO track_minute FROM (
    SELECT 1 FROM votes v WHERE v.submission_id = track AND v.kind = 'free' AND v.created_at > since LIMIT sample) recent;
  IF track_minute >= per_minute THEN
    SELECT jsonb_build_object(
        'networks', count(DISTINCT r.address_digest) / count(*)::float,
        'devices', count(DISTINCT r.device_digest) / count(*)::float,
        'proven', count(*) FILTER (WHERE r.proof <> 'none') / count(*)::float,
        'uneven', stddev_pop(r.gap) / nullif(avg(r.gap), 0))
      INTO rush FROM (
        SELECT v.address_digest, v.device_digest, v.proof,
            extract(epoch FROM v.created_at - lag(v.created_at) OVER (ORDER BY v.created_at))::float AS gap
          FROM (
            SELECT * FROM votes WHERE submission_id = track AND kind = 'free' AND votes.created_at > since
              ORDER BY votes.created_at DESC LIMIT sample) v) r;
  END IF;
  SELECT array_agg(v.phone_e164) INTO near FROM votes v
    WHERE v.kind = 'free' AND v.state <> 'replaced' AND v.submission_id = track AND v.day >= hour_ago
      AND v.phone_e164 = ANY(around);
END $$;

-- Held votes are decided together: those of a track, a network, a device, a reason.
CREATE INDEX votes_held_track ON votes (submission_id, id) WHERE state = 'held';
