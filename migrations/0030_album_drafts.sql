-- A draft's tracks are heard in the browser that dropped them, and nowhere else.
ALTER TABLE album_drafts ADD COLUMN browser_digest text;
