/** One sound at a time: who starts to play silences who played before. */
let current: { pause: () => void } | null = null;

export function claimPlayback(player: { pause: () => void }): void {
  if (current && current !== player) current.pause();
  current = player;
}

export function releasePlayback(player: { pause: () => void }): void {
  if (current === player) current = null;
}
