-- Everything of a browser or a number, for My tracks.
CREATE INDEX submission_owners_browser ON submission_owners (browser_digest, submission_id DESC);
CREATE INDEX album_submissions_e164 ON album_submissions (phone_e164, id DESC) WHERE phone_e164 IS NOT NULL;
CREATE INDEX payment_intents_browser ON payment_intents (browser_digest, id DESC) WHERE browser_digest IS NOT NULL;
CREATE INDEX payment_intents_payer ON payment_intents (payer_digest, id DESC) WHERE payer_digest IS NOT NULL;
CREATE INDEX votes_phone ON votes (phone_e164, id DESC) WHERE phone_e164 IS NOT NULL;
