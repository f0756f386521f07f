/** One sound at a time: who starts to play silences who played before, in this tab and in every other one of the site. */
let current: { pause: () => void } | null = null;

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('playing-now');
if (tabs) tabs.onmessage = () => current?.pause();

/** Whether another player was the last to start: what starts by itself (a film on the page) then keeps quiet. */
export function isSoundTaken(player: { pause: () => void }): boolean {
  return current !== null && current !== player;
}

export function claimPlayback(player: { pause: () => void }): void {
  if (current && current !== player) current.pause();
  current = player;
  tabs?.postMessage('started');
}

export function releasePlayback(player: { pause: () => void }): void {
  if (current === player) current = null;
}
