-- What staff send has a budget of its own, so that visitors cannot use it up.
ALTER TABLE text_messages DROP CONSTRAINT text_messages_purpose_check;
ALTER TABLE text_messages ADD CONSTRAINT text_messages_purpose_check CHECK (purpose IN ('ordinary', 'code', 'staff'));
UPDATE text_messages SET purpose = 'staff' WHERE key LIKE 'album-follow-up:%';
