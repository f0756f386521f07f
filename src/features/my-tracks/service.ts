/** Walks what the features bring for a visitor: which tracks and albums are theirs, then a page of each kind. */
import type { Deps } from '#deps.ts';
import { rankTracks, readHistories } from '#features/artist-pages/queries.ts';
import type { Visitor } from '#platform/http/route.ts';
import type { Belonging as Brought, Owner, Rank } from '#ports/belongings.ts';
import { BELONGING_KINDS, type BelongingKind, PAGE_SIZE, type Section } from './contract.ts';

type Item = Section['items'][number];
type WalkDeps = Pick<Deps, 'db' | 'belongings'>;

/** Nobody we know owns anything: no statement is run for them. */
const isUnknown = ({ browserId, person }: Visitor) => browserId === null && person === null;

export async function findOwner({ db, belongings }: WalkDeps, visitor: Visitor): Promise<Owner> {
  const found = isUnknown(visitor)
    ? []
    : await Promise.all(belongings.map((part) => part.findSubjects?.(db, visitor)));
  return {
    ...visitor,
    submissionIds: found.flatMap((subjects) => subjects?.submissionIds ?? []),
    albumIds: found.flatMap((subjects) => subjects?.albumIds ?? []),
  };
}

export interface Wanted {
  kind?: BelongingKind;
  before?: number;
}

export async function listMine(deps: WalkDeps, visitor: Visitor, { kind, before }: Wanted) {
  const owner = await findOwner(deps, visitor);
  const kinds = kind ? [kind] : BELONGING_KINDS;
  const page = { before: kind && before, limit: PAGE_SIZE + 1 };
  return Promise.all(kinds.map((each) => readSection(deps, owner, each, page)));
}

async function readSection(
  deps: WalkDeps,
  owner: Owner,
  kind: BelongingKind,
  page: { before?: number; limit: number },
): Promise<Section> {
  const list = deps.belongings.map(({ parts }) => parts?.[kind]).find(Boolean);
  if (!list || isUnknown(owner)) return { kind, total: 0, items: [], next: null };
  const { items: found, total } = await list(deps.db, owner, page);
  const items = found.slice(0, PAGE_SIZE);
  const ids = kind === 'track' ? items.map(({ id }) => id) : [];
  const [ranks, histories] = await Promise.all([rankTracks(deps, ids), readHistories(deps.db, ids)]);
  return {
    kind,
    total,
    items: items.map((item) => present(item, ranks.get(item.id) ?? null, histories.get(item.id) ?? [])),
    next: found.length > PAGE_SIZE ? items[PAGE_SIZE - 1].id : null,
  };
}

const present = (item: Brought, rank: Rank | null, history: Item['history']): Item => ({
  ...item,
  at: item.at.toISOString(),
  score: item.score ?? null,
  peaks: item.peaks ?? null,
  progress: item.progress ?? null,
  rank,
  history,
});
