-- What a text is for: a code that somebody asks for now has limits of its own.
ALTER TABLE text_messages ADD COLUMN purpose varchar(10) NOT NULL DEFAULT 'ordinary'
  CHECK (purpose IN ('ordinary', 'code'));
