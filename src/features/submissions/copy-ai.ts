/** Words for what an artist states about AI. */
import type { AiPart, AiUse } from './limits.ts';

export const AI_USE_WORDS: Record<AiUse, string> = { none: 'None', partly: 'Partly', wholly: 'Wholly' };
export const AI_PART_WORDS: Record<AiPart, string> = {
  vocals: 'Vocals',
  music: 'Music',
  words: 'Words',
  artwork: 'Artwork',
};

export const AI_WHY =
  'How much did a machine make? It is shown with the track, and stores ask for it. You state it; we never guess.';
