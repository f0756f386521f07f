/**
 * Which row is chosen and which one is open, by mouse and by keys: arrows or J and K move, Enter opens, P plays, N writes
 * a note, C copies the artist link, / searches. Moving on while a track plays starts the next one.
 */
import { type KeyboardEvent, useRef, useState } from 'react';
import { copyArtistLink } from '#features/offers/web/staff/artist-link.ts';
import type { DashboardRow } from '../contract.ts';
import type { TrackPanelHandle } from './track-panel.tsx';

/** What a panel does as soon as it opens. */
export type PanelStart = 'play' | 'note';

interface Options {
  rows: readonly DashboardRow[];
  scrollTo: (index: number) => void;
  onFind: () => void;
}

export function useRowKeys({ rows, scrollTo, onFind }: Options) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const [begin, setBegin] = useState<PanelStart | undefined>();
  const panel = useRef<TrackPanelHandle>(null);
  const at = rows.findIndex(({ id }) => id === chosen);
  const isOpen = open !== null && open === chosen;

  const moveTo = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[next];
    if (!row) return;
    setChosen(row.id);
    setBegin(panel.current?.isPlaying() ? 'play' : undefined);
    setOpen((before) => (before === null ? null : row.id));
    scrollTo(next);
  };
  const openRow = (id: number, start?: PanelStart) => {
    setBegin(start);
    setOpen(id);
  };
  const toggle = (id: number) => {
    setChosen(id);
    if (open === id) setOpen(null);
    else openRow(id);
  };
  const actions: Record<Action, (id: number | null) => unknown> = {
    next: () => moveTo(at + 1),
    previous: () => moveTo(at === -1 ? 0 : at - 1),
    open: (id) => id !== null && toggle(id),
    play: (id) => id !== null && (isOpen ? panel.current?.toggle() : openRow(id, 'play')),
    note: (id) => id !== null && (isOpen ? panel.current?.focusNote() : openRow(id, 'note')),
    copy: (id) => id !== null && void copyArtistLink(id),
    find: onFind,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (isTyping(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[key];
    if (!action || (key === 'Enter' && isControl(target))) return;
    event.preventDefault();
    actions[action](at === -1 ? null : chosen);
  };
  return { chosen, open, begin, panel, choose: setChosen, toggle, onKeyDown };
}

type Action = 'next' | 'previous' | 'open' | 'play' | 'note' | 'copy' | 'find';

const KEYS: Record<string, Action | undefined> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  p: 'play',
  n: 'note',
  c: 'copy',
  '/': 'find',
};

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, [role=slider], [role=combobox]') || target.isContentEditable);
const isControl = (target: EventTarget) => target instanceof HTMLElement && target.matches('button, a');
