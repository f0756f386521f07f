/** What was stated about AI with an upload. */
import type { AiDisclosure } from './contract-ai.ts';
import { AI_USES, type AiUse, RECORDED_PARTS } from './limits.ts';

/** The form's fields 'aiVocals' and so on; null when none was answered. Anything but an answer is none. */
export function readAiFields(fields: Record<string, string | undefined>): AiDisclosure | null {
  const stated = RECORDED_PARTS.map((part) => [part, readUse(fields[aiField(part)])] as const);
  if (stated.every(([, use]) => use === null)) return null;
  return { ...(Object.fromEntries(stated) as Omit<AiDisclosure, 'artwork'>), artwork: null };
}

const readUse = (text: string | undefined): AiUse | null => AI_USES.find((use) => use === text) ?? null;

export const aiField = (part: (typeof RECORDED_PARTS)[number]) =>
  `ai${part[0].toUpperCase()}${part.slice(1)}`;
