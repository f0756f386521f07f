/** Shortlists: one open at a time, its tracks in order, compare, links and sheets. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ConfirmButton } from '#web/staff/confirm-button.tsx';
import { OneOfMany, OpenOne } from '#web/staff/one-of-many.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import {
  createShortlist,
  deleteShortlist,
  exportShortlist,
  getShortlist,
  listShortlists,
  printShortlist,
} from '../../calls.ts';
import type { Shortlist } from '../../contract.ts';
import { AddTracks } from './add-tracks.tsx';
import { ListeningLinks } from './listening-links.tsx';
import { ShortlistTracks } from './shortlist-tracks.tsx';

export default function ShortlistTab({ mayChange }: { mayChange: boolean }) {
  const query = useQuery({ ...endpointQuery(listShortlists), refetchOnMount: 'always' });
  return (
    <OneOfMany
      query={query}
      items={(lists) => lists}
      failed="The shortlists could not be read. Please try again."
      label={({ name, tracks }) => (
        <>
          {name} <span className="figures font-normal text-muted">{tracks}</span>
        </>
      )}
      begin={(_, onMade) => mayChange && <NewList onMade={onMade} />}
      none="There is no shortlist yet. A list keeps tracks in an order of your own, to compare, share and print."
    >
      {(id, onChanged) => <ShortlistView id={id} mayChange={mayChange} onChanged={onChanged} />}
    </OneOfMany>
  );
}

function NewList({ onMade }: { onMade: (id: number) => void }) {
  const [name, setName] = useState('');
  const { busy, run } = useStaffCall();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const made = await run('make', () => callEndpoint(createShortlist, { body: { name } }), {
      failed: 'Not made',
    });
    if (!made) return;
    setName('');
    onMade(made.id);
  };
  return (
    <form onSubmit={make} className="flex gap-2">
      <Input
        aria-label="Name of a new shortlist"
        placeholder="New shortlist…"
        className="max-h-11 w-48"
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={!name.trim()} pending={busy === 'make'}>
        Begin
      </Button>
    </form>
  );
}

interface ShortlistViewProps {
  id: number;
  mayChange: boolean;
  onChanged: () => void;
}

function ShortlistView({ id, mayChange, onChanged }: ShortlistViewProps) {
  return (
    <OpenOne
      read={endpointQuery(getShortlist, { params: { id: String(id) } })}
      failed="The shortlist could not be read. Please try again."
      onChanged={onChanged}
    >
      {(list, changed) => (
        <div className="grid items-start gap-6 xl:grid-cols-[1fr_22rem]">
          <div className="flex min-w-0 flex-col gap-5">
            {mayChange ? (
              <ListHead list={list} onChanged={onChanged} />
            ) : (
              <h2 className="plate text-2xl">{list.name}</h2>
            )}
            <ShortlistTracks list={list} mayChange={mayChange} onChanged={changed} />
            {mayChange && <AddTracks list={list} onAdded={changed} />}
          </div>
          {mayChange && <ListeningLinks list={list} onChanged={changed} />}
        </div>
      )}
    </OpenOne>
  );
}

function ListHead({ list, onChanged }: { list: Shortlist; onChanged: () => void }) {
  const { busy, run } = useStaffCall();
  const params = { id: String(list.id) };
  const remove = async () => {
    await run('delete', () => callEndpoint(deleteShortlist, { params }), {
      done: 'Deleted',
      failed: 'Not deleted',
    });
    onChanged();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 className="plate mr-auto text-2xl">{list.name}</h2>
      <Button asChild variant="quiet">
        <a href={endpointUrl(exportShortlist, { params })}>CSV</a>
      </Button>
      <Button asChild variant="quiet">
        <a href={endpointUrl(printShortlist, { params })}>PDF sheet</a>
      </Button>
      <ConfirmButton
        variant="quiet"
        label="Delete"
        title={`Delete ${list.name}?`}
        text="The list and its links are gone for good. The tracks stay."
        pending={busy === 'delete'}
        onConfirm={remove}
      />
    </div>
  );
}
