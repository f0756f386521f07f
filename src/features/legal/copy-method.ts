/** The words around the score sheet on the method page. The sheet itself is printed as the scorer uses it. */

import type { Campaign } from '#campaign/document.ts';
import { DISPLAY_FORMULA, displayScore } from '#features/leaderboard/rules-display.ts';
import { READINESS_FORMULA, readinessScore } from '#features/scoring/rules-readiness.ts';
import { SHEET, SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import type { LegalDocument } from './copy.ts';

export function writeMethod({ product }: Pick<Campaign, 'product'>): LegalDocument {
  return {
    title: 'Scoring method',
    lead: `How ${product} turns a file into a number: what is measured, how each value becomes a mark, and what each mark weighs. The tables below are printed from the sheet the scorer itself reads, version ${SHEET_VERSION}.`,
    parts: [
      {
        id: 'what',
        title: 'What the score means',
        blocks: [
          'How finished a recording is, as far as that can be measured. It is not a judgement of taste and does not predict success. A track you love may score low.',
          'The same file with the same words always gets the same score: nothing is random, names, votes and payments play no part, and the engine’s version is stored with every result.',
          'A score does not prove that somebody made the music with care. It can be gamed, and we try to: a program of ours writes music to order, and its best result is published with the method’s figures. That is why people listen to the top tracks: the leaderboard marks what staff have heard, and can show only those. Prizes are decided by people and votes, never by the score alone.',
          'The curves follow real recordings: one in the middle scores near 60. What cannot be measured with certainty (a beat in free playing, a voice in an instrumental, where the hook is in music that may have none, words nobody confirmed) is left out and named, not marked down.',
          'Louder is not better: three decibels more or less must not change a score.',
        ],
      },
      {
        id: 'how',
        title: 'From a file to a number',
        blocks: [
          {
            list: [
              'The server decodes the MP3 and measures it: level, true peak, clipping, noise, stereo, tonal balance, tempo, key, sections and hook, each with how sure it is, where that is known.',
              'Each line of the sheet turns one measured value into a mark from 0 to 1 along straight lines between the points drawn beside it. A value that a track does not have is left out, not guessed; one that is not certain counts the less the less certain it is.',
              'A category is 100 × the weighted mean of its marks. The overall score is the weighted mean of the categories that could be scored, rounded.',
              'Damage caps the overall score: a file that is clipped, over full scale, out of phase, muffled, hissing or broken is sent back first, as a mastering engineer would, whatever else it does well. So is one that runs backwards, or that moves in far fewer ways than recorded or produced music does; sooner, if its sounds, repeats and drum hits are those of a formula.',
              'Words count once the artist has given or confirmed them. What only the machine heard is shown as a guess and scores nothing; one tap confirms it. Without confirmed words there is no lyrics score: lyrics are then left out of the overall score, and the page says so.',
            ],
          },
        ],
      },
      {
        id: 'shown',
        title: 'The numbers you see',
        blocks: [
          `The raw score runs from 0 to 100. Beside it stands a friendlier figure on a shifted scale: on the leaderboard ${DISPLAY_FORMULA}, so raw 60 shows as ${displayScore(60)}; on the results page ${READINESS_FORMULA}, so raw 60 shows as ${readinessScore(60)}. The ranking uses the raw score, and both are always shown together.`,
          {
            table: {
              head: ['Category', 'Weight in the overall score, rounded'],
              rows: SHEET.map((category) => [category.title, shareOf(category.weight)]),
            },
          },
        ],
      },
    ],
  };
}

const TOTAL = SHEET.reduce((sum, { weight }) => sum + weight, 0);

/** A category's share when all of them could be scored. */
export function shareOf(weight: number): string {
  return `${Math.round((100 * weight) / TOTAL)}%`;
}
