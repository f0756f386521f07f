/** One sitting of duels: loads the pair and the one after it, knows what was heard, and sends the choice. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { type HookSound, loadHook } from '#web/hook-sound.ts';
import { answerDuel, serveDuels } from '../calls.ts';
import type { Duel } from '../contract.ts';
import { LEAST_HEARD, SITTING } from '../limits.ts';

export type Side = 'a' | 'b';
export type Told = AnswerOf<typeof answerDuel>;
type Pair = Record<Side, HookSound>;

export type Phase = 'loading' | 'choosing' | 'told' | 'done' | 'empty' | 'failed';

/** Long enough to read two names. */
const TOLD_MS = 2500;

export function useDuel() {
  const [phase, setPhase] = useState<Phase>('loading');
  const [duel, setDuel] = useState<Duel | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [chosen, setChosen] = useState<Told[]>([]);
  const [number, setNumber] = useState(1);
  const [error, setError] = useState<string | null>(null);
  const sounds = useRef<Pair | null>(null);
  const loads = useRef(new Map<string, Promise<Pair>>());
  const heard = useRef<Record<Side, number>>({ a: 0, b: 0 });
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const load = useCallback((next: Duel): Promise<Pair> => {
    const known = loads.current.get(next.code);
    if (known) return known;
    const pair = Promise.all([loadHook(next.a.audioUrl), loadHook(next.b.audioUrl)]).then(([a, b]) => ({
      a,
      b,
    }));
    loads.current.set(next.code, pair);
    return pair;
  }, []);
  const begin = useCallback(async () => {
    setPhase('loading');
    setError(null);
    try {
      const { duels } = await callEndpoint(serveDuels);
      const [first, second] = duels;
      if (!first) return setPhase('empty');
      // A hook that will not load is replaced and scored for nobody.
      sounds.current = await load(first).catch(async () => {
        await callEndpoint(answerDuel, { params: { code: first.code }, body: { pick: 'skip' } });
        throw new Error('A hook would not load. Try the next pair.');
      });
      heard.current = { a: 0, b: 0 };
      setDuel(first);
      setPhase('choosing');
      if (second) load(second).catch(() => loads.current.delete(second.code));
    } catch (reason) {
      setError(readableMessage(reason, 'The duel did not load.'));
      setPhase('failed');
    }
  }, [load]);
  useEffect(() => {
    void begin();
    return () => {
      for (const pair of loads.current.values())
        void pair.then(
          ({ a, b }) => [a.pause(), b.pause()],
          () => {},
        );
    };
  }, [begin]);
  useEffect(() => {
    if (phase !== 'choosing') return;
    const timer = setInterval(() => {
      for (const side of ['a', 'b'] as const)
        heard.current[side] = Math.max(heard.current[side], sounds.current?.[side].time() ?? 0);
      redraw();
    }, 60);
    return () => clearInterval(timer);
  }, [phase]);

  const isHeard = (side: Side) =>
    heard.current[side] >= Math.min(LEAST_HEARD, (sounds.current?.[side].seconds ?? LEAST_HEARD) - 0.1);
  const toggle = (side: Side) => {
    const sound = sounds.current?.[side];
    if (!sound || !duel) return;
    if (sound.isPlaying()) sound.pause();
    else sound.play(duel[side].level, redraw);
    redraw();
  };
  const pick = async (choice: Side | 'skip') => {
    if (!duel || phase !== 'choosing') return;
    for (const side of ['a', 'b'] as const) sounds.current?.[side].pause();
    try {
      const answer = await callEndpoint(answerDuel, { params: { code: duel.code }, body: { pick: choice } });
      setTold(answer);
      setPhase('told');
      if (choice !== 'skip') setChosen((before) => [...before, answer]);
      const isLast = number >= SITTING;
      setTimeout(
        () => {
          if (isLast) return setPhase('done');
          setNumber(number + 1);
          void begin();
        },
        choice === 'skip' ? 0 : TOLD_MS,
      );
    } catch (reason) {
      setError(readableMessage(reason, 'That did not reach us. Choose again.'));
    }
  };
  const again = () => {
    setNumber(1);
    setChosen([]);
    void begin();
  };
  return { phase, number, told, chosen, error, sounds: sounds.current, isHeard, toggle, pick, begin, again };
}
