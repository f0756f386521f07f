-- Content credentials (C2PA) found in a file: whether they hold, the program, who signed, and what it says of AI.
ALTER TABLE recordings ADD COLUMN credentials jsonb;
