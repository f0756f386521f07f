/** A release while it is written: every change is checked at once and kept a moment later. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { getRelease, giveIsrcs, saveRelease } from '../calls.ts';
import type { Release, ReleaseDraft } from '../contract.ts';
import type { Subject } from '../limits.ts';
import { checkRelease, IN_ORDER } from '../rules.ts';

/** Milliseconds of rest before a change is kept. */
const REST_MS = 900;

export type Saving = 'saved' | 'saving' | 'unsaved';

export function useRelease(kind: Subject, id: string) {
  const client = useQueryClient();
  const read = endpointQuery(getRelease, { params: { kind, id } });
  const query = useQuery({ ...read, refetchOnMount: 'always' });
  const [draft, setDraft] = useState<ReleaseDraft | null>(null);
  const [saving, setSaving] = useState<Saving>('saved');
  const [failure, setFailure] = useState<string | null>(null);
  /** One save at a time: the next begins from the revision the last one made. */
  const line = useRef<Promise<void>>(Promise.resolve());
  const revision = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  /** Typed and not sent yet. */
  const waiting = useRef<ReleaseDraft | null>(null);
  /** Only ever newer: an answer that was asked for before a save may come after it. */
  const reach = useCallback((reached: number) => {
    revision.current = Math.max(revision.current, reached);
  }, []);
  const { data } = query;
  useEffect(() => {
    if (data) reach(data.revision);
  }, [data, reach]);
  useEffect(() => keepOnLeaving(kind, id, waiting, revision), [kind, id]);

  const keep = useCallback(
    async (next: ReleaseDraft) => {
      setSaving('saving');
      try {
        const body = { revision: revision.current, draft: next };
        const saved: Release = await callEndpoint(saveRelease, { params: { kind, id }, body });
        reach(saved.revision);
        client.setQueryData(read.queryKey, saved);
        setFailure(null);
        setSaving((now) => (now === 'saving' ? 'saved' : now));
      } catch (error) {
        setSaving('unsaved');
        setFailure(
          readableMessage(error, 'This was not kept. Check your connection; the next change tries again.'),
        );
      }
    },
    [client, id, kind, reach, read.queryKey],
  );
  const change = useCallback(
    (next: ReleaseDraft) => {
      setDraft(next);
      setSaving('unsaved');
      waiting.current = next;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        // Sent already, by a page that was left and came back.
        if (waiting.current !== next) return;
        waiting.current = null;
        line.current = line.current.then(() => keep(next));
      }, REST_MS);
    },
    [keep],
  );
  /** What the server answered to something else than a save. */
  const take = useCallback(
    (answer: Release) => {
      reach(answer.revision);
      client.setQueryData(read.queryKey, answer);
    },
    [client, reach, read.queryKey],
  );
  /** After what was typed is kept: the codes are added to that. */
  const askForIsrcs = useCallback(async () => {
    try {
      await line.current;
      const body = { revision: revision.current };
      const answer = await callEndpoint(giveIsrcs, { params: { kind, id }, body });
      take(answer);
      setDraft(answer.draft);
      setFailure(null);
    } catch (error) {
      setFailure(readableMessage(error, 'No code was given. Please try again.'));
    }
  }, [id, kind, take]);
  const shown = draft ?? data?.draft ?? null;
  return {
    query,
    draft: shown,
    change,
    take,
    askForIsrcs,
    saving,
    failure,
    checks: data && shown ? recheck(data, shown) : [],
  };
}

/** A tab that closes sends what was typed last; the browser sees that call to its end. */
function keepOnLeaving(
  kind: Subject,
  id: string,
  waiting: RefObject<ReleaseDraft | null>,
  revision: RefObject<number>,
) {
  const leave = () => {
    if (!waiting.current) return;
    void fetch(endpointUrl(saveRelease, { params: { kind, id } }), {
      method: 'PUT',
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ revision: revision.current, draft: waiting.current }),
    }).catch(() => {});
    waiting.current = null;
  };
  window.addEventListener('pagehide', leave);
  return () => window.removeEventListener('pagehide', leave);
}

/** What only the server knows stays as it said last; everything else is checked as it is typed. */
function recheck({ draft: kept, checks }: Release, draft: ReleaseDraft) {
  const said = new Map(checks.map((check) => [check.field, check]));
  const findingOf = (field: string) => said.get(field) ?? IN_ORDER;
  const now = checkRelease(draft, {
    today: new Date().toISOString().slice(0, 10),
    takenCodes: [],
    cover: findingOf('cover'),
    masters: draft.tracks.map((_, at) => findingOf(`tracks.${at}.master`)),
  });
  const isSameCode = (field: string) =>
    field === 'upc'
      ? kept.upc === draft.upc
      : /\.isrc$/.test(field) &&
        kept.tracks[Number(field.split('.')[1])]?.isrc === draft.tracks[Number(field.split('.')[1])]?.isrc;
  return now.map((check) =>
    check.problem === null && isSameCode(check.field) ? (said.get(check.field) ?? check) : check,
  );
}
