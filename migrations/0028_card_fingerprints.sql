-- A card is known again by the provider's fingerprint of it; the sandbox makes its own.
ALTER TABLE sandbox_intents ADD COLUMN card_fingerprint text;
