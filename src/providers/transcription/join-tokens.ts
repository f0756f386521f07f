/** Words out of tokens. Only the thread that listens loads it: the vocabulary takes a while to unpack. */
import llamaTokenizer from 'llama-tokenizer-js';
import type { HeardTokens } from './model.ts';
import type { PlainWord } from './place-words.ts';

/** SentencePiece's mark of a word's beginning. */
const WORD_MARK = '\u2581';

/** Joins pieces into words; a word is as sure as its tokens are on average (geometric mean of their probabilities). */
export function joinTokens({ ids, logProbs }: Pick<HeardTokens, 'ids' | 'logProbs'>): PlainWord[] {
  const groups: { ids: number[]; logProbs: number[] }[] = [];
  for (const [index, id] of ids.entries()) {
    const piece = llamaTokenizer.vocabById[id];
    // Beyond the vocabulary are marks of the model's own.
    if (piece === undefined) continue;
    const group = groups.at(-1);
    if (!group || piece.startsWith(WORD_MARK)) groups.push({ ids: [id], logProbs: [logProbs[index]] });
    else {
      group.ids.push(id);
      group.logProbs.push(logProbs[index]);
    }
  }
  return groups.flatMap((group) => {
    const text = llamaTokenizer.decode(group.ids, false, false).trim();
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    const mean = group.logProbs.reduce((sum, value) => sum + value, 0) / group.logProbs.length;
    return [{ text, confidence: Math.round(Math.exp(mean) * 100) / 100 }];
  });
}
