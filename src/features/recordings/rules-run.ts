/** Who is measured first, and how much of a run is done. */

export const RUN_STAGES = ['queued', 'listening', 'analyzing', 'transcribing', 'done', 'failed'] as const;
export type RunStage = (typeof RUN_STAGES)[number];
/** The run is over. */
export const ENDED: readonly RunStage[] = ['done', 'failed'];

/** Higher comes first; among equals, first come first served. */
export const PRIORITY = {
  /** A live priority ticket goes ahead of all without one. */
  front: 10,
  normal: 0,
  /** A track of a draft, measured while its artist is still typing. */
  draft: -2,
  /** Songs of the demo campaign let people's own go first. */
  demo: -5,
  /** Whatever has a result already waits for everybody else. */
  renewal: -10,
} as const;

export type Lane = 'normal' | 'front';
export const laneOf = (priority: number): Lane => (priority >= PRIORITY.front ? 'front' : 'normal');

/** How much of a whole analysis each stage is, for a track with a voice in half of it: transcribing is the slowest. */
export const STAGE_WEIGHT = { listening: 0.2, analyzing: 0.25, transcribing: 0.5, reporting: 0.05 } as const;

/** Share of an analysis that is done, 0 to 1, when its recording is this far. */
export function doneShare(stage: RunStage, fraction: number): number {
  const { listening, analyzing, transcribing, reporting } = STAGE_WEIGHT;
  if (stage === 'listening') return listening * fraction;
  if (stage === 'analyzing') return listening + analyzing * fraction;
  if (stage === 'transcribing') return listening + analyzing + transcribing * fraction;
  return stage === 'done' ? 1 - reporting : 0;
}
