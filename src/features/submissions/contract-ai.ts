/** What an artist states about AI, part by part, as DDEX has it; null for what nobody stated. Nothing guesses it. */
import { z } from 'zod';
import { AI_USES } from './limits.ts';

const use = z.enum(AI_USES).nullable();

export const aiSchema = z.object({ vocals: use, music: use, words: use, artwork: use });
export type AiDisclosure = z.infer<typeof aiSchema>;
