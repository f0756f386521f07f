/** Shortlists: how loud each of several tracks is played so that all are heard equally loud. */

/** A track of unknown loudness is taken to be as loud as most masters, LUFS. */
const USUAL_LUFS = -12;

/** Volumes from 0 to 1: the quietest track plays in full, the others are turned down to it. */
export function equalVolumes(loudness: readonly (number | null)[]): number[] {
  const levels = loudness.map((lufs) => lufs ?? USUAL_LUFS);
  const quietest = Math.min(...levels);
  return levels.map((lufs) => 10 ** ((quietest - lufs) / 20));
}

/** The list with one track a place further up or down. */
export function moveTrack(ids: readonly number[], id: number, by: -1 | 1): number[] {
  const moved = [...ids];
  const [from, to] = [moved.indexOf(id), moved.indexOf(id) + by];
  if (from < 0 || to < 0 || to >= moved.length) return moved;
  [moved[from], moved[to]] = [moved[to], moved[from]];
  return moved;
}
