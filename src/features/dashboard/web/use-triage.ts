/** Going through the queue: which track is open, deciding and taking back, and the next one at once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { decideTrack, getQueue, getRoom, markHeard } from '#features/listening/calls.ts';
import type { QueueTrack, Room } from '#features/listening/contract.ts';
import { DECIDED_WORDS } from '#features/listening/copy.ts';
import type { Decision } from '#features/listening/limits.ts';
import { dropDecision, isUnanswered, keepDecision } from '#features/listening/web/staff/kept-decisions.ts';
import {
  bringBack,
  isDone,
  leaveTrack,
  openTrack,
  readPlayer,
  usePlayerTrack,
  warmUp,
} from '#features/listening/web/staff/player.ts';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getWaiting } from '../calls.ts';

/** A decision that can be taken back: the version it got, once the server has answered. */
interface Made {
  track: QueueTrack;
  decision: Decision;
  before: Decision | null;
  version: Promise<number | null>;
}

/** Kept beyond the page: one may come back and take the last one back. */
const made: Made[] = [];
/** Fewer in hand than this, and more are fetched. */
const FEW = 5;

export function useTriage(staffId: number) {
  const client = useQueryClient();
  const queue = useQuery({ ...endpointQuery(getQueue), refetchOnMount: 'always' });
  const playing = usePlayerTrack();
  const [, setTurn] = useState(0);
  const { run } = useStaffCall();
  const ahead = (queue.data?.tracks ?? []).filter(({ id }) => !isDone(id) && id !== playing?.id);
  const first = queue.data?.tracks.find(({ id }) => !isDone(id));
  // A page that is opened shows what plays, or else the first of the queue; so does one whose next tracks came late.
  useEffect(() => {
    const last = readPlayer().track;
    if (first && (!last || isDone(last.id))) openTrack(first, { play: readPlayer().playing });
  }, [first]);
  useEffect(() => warmUp(ahead[0]), [ahead[0]]);
  const track = playing && !isDone(playing.id) ? playing : null;
  const params = { id: String(track?.id ?? 0) };
  const room = useQuery({
    ...endpointQuery(getRoom, { params }),
    enabled: track !== null,
    refetchOnMount: 'always',
  });
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: [endpointUrl(getRoom, { params: { id: params.id } })] });
    void client.invalidateQueries({ queryKey: [endpointUrl(getWaiting)] });
  }, [client, params.id]);

  const moveOn = () => {
    if (track) leaveTrack(track.id);
    const [next] = ahead;
    if (next) openTrack(next, { play: readPlayer().byItself || readPlayer().playing });
    if (ahead.length <= FEW) void queue.refetch();
    setTurn((turn) => turn + 1);
  };
  const decide = (decision: Decision) => {
    if (!track) return;
    const seen = room.data?.decision.version ?? track.version;
    const before = room.data?.decision.decision ?? null;
    const call = { params, body: { decision, seen } };
    const send = () =>
      callEndpoint(decideTrack, call).catch((error) => {
        if (!isUnanswered(error)) throw error;
        keepDecision({ id: track.id, trackTitle: track.trackTitle, decision, seen, staffId });
        return { version: null };
      });
    const version = run('decide', send, { failed: 'Not decided' }).then((answer) => {
      if (!answer) {
        bringBack(track.id);
        made.splice(made.indexOf(entry), 1);
        setTurn((turn) => turn + 1);
      }
      void client.invalidateQueries({ queryKey: [endpointUrl(getWaiting)] });
      return answer?.version ?? null;
    });
    const entry = { track, decision, before, version };
    made.push(entry);
    moveOn();
  };
  const undo = async () => {
    const last = made.pop();
    if (!last) return;
    const seen = await last.version;
    // It never left this browser.
    if (dropDecision(last.track.id)) {
      bringBack(last.track.id);
      openTrack(last.track, { play: readPlayer().playing });
      return setTurn((turn) => turn + 1);
    }
    if (seen === null) return;
    const call = { params: { id: String(last.track.id) }, body: { decision: last.before, seen } };
    const done = await run('undo', () => callEndpoint(decideTrack, call), { failed: 'Not undone' });
    if (!done) return;
    bringBack(last.track.id);
    openTrack({ ...last.track, version: done.version }, { play: readPlayer().playing });
    // Whoever decides again at once goes by what stands now, not by what was read before.
    const queryKey = [endpointUrl(getRoom, { params: call.params })];
    await client.cancelQueries({ queryKey });
    client.setQueryData<Room>(queryKey, (old) => old && { ...old, decision: done });
    void client.invalidateQueries({ queryKey });
    toast({ title: `No longer ${DECIDED_WORDS[last.decision].toLowerCase()}`, duration: 3000 });
    setTurn((turn) => turn + 1);
  };
  /** On without a decision: it was heard. */
  const skip = () => {
    if (track) void callEndpoint(markHeard, { params }).catch(() => {});
    moveOn();
  };
  return { queue, track, room: room.data, ahead, decide, undo, skip, refresh, last: made.at(-1) };
}
export type Triage = ReturnType<typeof useTriage>;
