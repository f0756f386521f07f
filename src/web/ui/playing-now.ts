/** One sound at a time: who starts to play silences who played before. */
let current: { pause: () => void } | null = null;

/** Whether another player was the last to start: what starts by itself (a film on the page) then keeps quiet. */
export function isSoundTaken(player: { pause: () => void }): boolean {
  return current !== null && current !== player;
}

export function claimPlayback(player: { pause: () => void }): void {
  if (current && current !== player) current.pause();
  current = player;
}

export function releasePlayback(player: { pause: () => void }): void {
  if (current === player) current = null;
}
