-- Texts of the night are given to the provider at once, with a sending time; a stop in between is called off there too.

ALTER TABLE text_messages
  -- Given to the provider, to be called off there: the wish is written first, the provider told after.
  ADD COLUMN cancel_sid text UNIQUE,
  -- In the link of the message, where it has one of its own.
  ADD COLUMN code varchar(26) UNIQUE,
  DROP CONSTRAINT text_messages_state_check,
  DROP CONSTRAINT text_messages_check,
  -- scheduled: the provider has it and sends it at send_after.
  ADD CONSTRAINT text_messages_state_check
    CHECK (state IN ('waiting', 'sending', 'scheduled', 'sent', 'failed')),
  ADD CONSTRAINT text_messages_sid_check CHECK ((state IN ('scheduled', 'sent')) = (sid IS NOT NULL)),
  ADD CONSTRAINT text_messages_cancel_check CHECK (cancel_sid IS NULL OR state = 'failed');
DROP INDEX text_messages_day;
CREATE INDEX text_messages_day ON text_messages (tried_at) WHERE state IN ('sending', 'scheduled', 'sent');
CREATE INDEX text_messages_scheduled ON text_messages (send_after) WHERE state = 'scheduled';

ALTER TABLE sms_outbox
  -- Not before.
  ADD COLUMN send_after timestamptz,
  ADD COLUMN cancelled_at timestamptz;

-- The key of a referral's text; it no longer spells the number out.
ALTER TABLE referrals ADD COLUMN text_key text;
UPDATE referrals SET text_key = 'referral:' || submission_id || ':' || phone_e164;
CREATE INDEX referrals_text_key ON referrals (text_key);

-- One language of states for everybody who asked us something: new, answered, declined.
ALTER TABLE access_requests
  ALTER COLUMN state DROP DEFAULT,
  DROP CONSTRAINT access_requests_state_check,
  DROP CONSTRAINT access_requests_check;
UPDATE access_requests SET state = CASE state WHEN 'open' THEN 'new' WHEN 'accepted' THEN 'answered' ELSE state END;
ALTER TABLE access_requests
  ALTER COLUMN state SET DEFAULT 'new',
  ADD CONSTRAINT access_requests_state_check CHECK (state IN ('new', 'answered', 'declined')),
  ADD CONSTRAINT access_requests_check CHECK ((state = 'new') = (decided_at IS NULL));
