/** What an artist stated about AI, and what a file's own credentials say, in a sentence each. */
import type { Credentials } from '#features/recordings/contract.ts';
import type { AiDisclosure } from '#features/submissions/contract-ai.ts';
import { AI_PART_WORDS, AI_USE_WORDS } from '#features/submissions/copy-ai.ts';
import { AI_PARTS } from '#features/submissions/limits.ts';

/** In two or three words, for a chip. */
export function summariseAi(ai: AiDisclosure): { ok: boolean; words: string } {
  const stated = AI_PARTS.filter((part) => ai[part] !== null);
  if (stated.length === 0) return { ok: false, words: 'AI not stated' };
  return stated.every((part) => ai[part] === 'none')
    ? { ok: true, words: 'No AI, as stated' }
    : { ok: false, words: 'AI used, as stated' };
}

/** Null while nothing was stated: silence is no statement. */
export function sayAiUse(ai: AiDisclosure): string | null {
  const stated = AI_PARTS.filter((part) => ai[part] !== null);
  if (stated.length === 0) return null;
  if (AI_PARTS.every((part) => ai[part] === 'none')) return 'No AI was used, the artist states.';
  const parts = stated.map(
    (part) => `${AI_PART_WORDS[part].toLowerCase()} ${AI_USE_WORDS[ai[part]!].toLowerCase()}`,
  );
  return `AI use, as the artist states it: ${parts.join(', ')}.`;
}

const MADE: Record<NonNullable<Credentials['ai']>, string> = {
  wholly: 'made by AI',
  partly: 'made partly by AI',
};

/** Who signed is not vouched for by us: a certificate names itself. */
export function sayCredentials({ holds, tool, signer, ai }: Credentials): string {
  const what = `${ai ? MADE[ai] : 'made'}${tool ? ` with ${tool}` : ''}`;
  if (!tool && !ai) return 'The file carries content credentials (C2PA) that cannot be read.';
  return `Content credentials (C2PA) in the file say: ${what}${signer ? `, signed by ${signer}` : ''}. ${
    holds ? 'The signature holds.' : 'The signature does not hold: something was changed after it.'
  }`;
}
