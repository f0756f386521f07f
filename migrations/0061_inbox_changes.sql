-- Votes that wait in an outside log cannot be changed there by a transaction of ours (docs/adr/0047-votes-by-nats.md). Who asked
-- to be forgotten, or has another number now, is noted here and seen to when the vote is counted.
CREATE TABLE inbox_changes (
  receipt_code varchar(26) PRIMARY KEY,
  -- The number that counts instead. None: the vote is dropped.
  phone_e164 varchar(20),
  changed_at timestamptz NOT NULL DEFAULT now()
);
