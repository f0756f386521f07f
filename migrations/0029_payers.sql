-- A payment belongs to whoever began it, and a held place to whoever holds it.

-- The person who was signed in, beside the browser. No foreign key: the record of a payment outlives them.
ALTER TABLE payment_intents ADD COLUMN person_id integer;
-- Whose track or album it is, when somebody else pays.
ALTER TABLE payment_intents ADD COLUMN gift_to varchar(255);
CREATE INDEX payment_intents_person ON payment_intents (person_id) WHERE person_id IS NOT NULL;

-- So far a track's payers shared one open payment; from now on it is theirs whose card it was, or who began it.
UPDATE payment_intents SET browser_digest = coalesce(payer_digest, browser_digest);
ALTER TABLE payment_intents DROP COLUMN payer_digest;
UPDATE payment_intents SET open_key = open_key || ':' || coalesce(browser_digest, 'nobody')
  WHERE state NOT IN ('succeeded', 'canceled') AND open_key ~ '^[a-z-]+:(submission|album):[0-9]+$';

-- Who holds a place, and from where, as digests: one a holder, and only so many an address.
ALTER TABLE places ADD COLUMN held_by text;
ALTER TABLE places ADD COLUMN held_from text;
ALTER TABLE places ADD CHECK (state <> 'taken' OR (held_by IS NULL AND held_from IS NULL));
-- Holds last minutes: those from before are given up.
DELETE FROM places WHERE state <> 'taken';
CREATE UNIQUE INDEX places_one_each ON places (pool, held_by);
