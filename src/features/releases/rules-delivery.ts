/** How far a package is on its way to the stores, and what may be sent next. */
import type { DeliveryKind, DeliveryState, PackageState } from './limits.ts';

interface Sent {
  kind: DeliveryKind;
  state: DeliveryState;
  reason: string | null;
}

/** `deliveries`: the latest first. */
export function describePackage(
  problems: number,
  deliveries: readonly Sent[],
): { state: PackageState; reason: string | null } {
  const last = deliveries.find(({ state }) => state !== 'withdrawn');
  if (!last) return { state: problems > 0 ? 'missing' : 'ready', reason: null };
  const isDown = last.kind === 'takedown' && (last.state === 'accepted' || last.state === 'live');
  const state = isDown ? 'taken-down' : (last.state as Exclude<DeliveryState, 'withdrawn'>);
  return { state, reason: last.reason };
}

/** Why a message of this kind cannot be sent now; null when it can. */
export function refuseDelivery(kind: DeliveryKind, state: PackageState): string | null {
  if (state === 'sending' || state === 'sent') return 'The last batch waits for the distributor’s answer.';
  const isOut = state === 'accepted' || state === 'live';
  if (kind === 'release')
    return isOut ? 'This release is out already: send an update, or take it down.' : null;
  return isOut ? null : 'Nothing of this release is out that could be changed or taken down.';
}

/** What an answer of the distributor's may follow. */
export const mayMove = (from: DeliveryState, to: DeliveryState): boolean =>
  (from === 'sent' && ['accepted', 'live', 'refused'].includes(to)) ||
  (from === 'accepted' && ['live', 'refused'].includes(to));
