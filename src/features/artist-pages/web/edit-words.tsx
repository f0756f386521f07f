/** The artist's own words: bio, links, and whether albums are shown. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError, Textarea } from '#web/ui/field.tsx';
import { changeArtist, getArtist } from '../calls.ts';
import type { Artist } from '../contract.ts';
import { MOST_BIO, MOST_LINKS } from '../limits.ts';

export function EditWords({ artist }: { artist: Artist }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Your page"
      description="Anybody can read this."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>Edit page</Button>}
    >
      <WordsForm artist={artist} onSaved={() => setOpen(false)} />
    </Dialog>
  );
}

const readLinks = (typed: string) =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .map((link) => (/^[a-z]+:/i.test(link) ? link : `https://${link}`));

function WordsForm({ artist, onSaved }: { artist: Artist; onSaved: () => void }) {
  const [bio, setBio] = useState(artist.bio);
  const [links, setLinks] = useState(artist.links.join('\n'));
  const [showsAlbums, setShowsAlbums] = useState(artist.showsAlbums);
  const queries = useQueryClient();
  const params = { id: String(artist.id) };
  const save = useMutation({
    mutationFn: () =>
      callEndpoint(changeArtist, { params, body: { bio, links: readLinks(links), showsAlbums } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [endpointUrl(getArtist, { params })] });
      onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Field label="About you" hint={`${MOST_BIO - bio.length} characters left`}>
        <Textarea value={bio} maxLength={MOST_BIO} rows={5} onChange={({ target }) => setBio(target.value)} />
      </Field>
      <Field label="Links" hint={`One a line, ${MOST_LINKS} at most`}>
        <Textarea
          value={links}
          rows={3}
          inputMode="url"
          spellCheck={false}
          onChange={({ target }) => setLinks(target.value)}
        />
      </Field>
      <Checkbox label="Show my albums here" checked={showsAlbums} onCheckedChange={setShowsAlbums} />
      <FieldError>
        {save.isError && readableMessage(save.error, 'Not saved. Check the connection and try again.')}
      </FieldError>
      <Button type="submit" variant="primary" size="large" pending={save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
