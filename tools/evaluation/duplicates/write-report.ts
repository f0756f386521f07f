// The duplicates document: what was found, what was not, and how long a search takes, as it came out.
import { FINGERPRINT_VERSION } from '#audio/fingerprint/fingerprint.ts';
import { ASKED_LANDMARKS, KEPT_LANDMARKS } from '#audio/fingerprint/landmarks.ts';
import { COPY_SHARE, MENTIONED_SECONDS } from '#features/recordings/rules-match.ts';
import { HEARD } from './make-prints.ts';

export interface VariantResult {
  source: string;
  treatment: string;
  share: number;
  confidence: number;
  /** Recognised as a copy. */
  held: boolean;
  /** Other recordings it was taken for. */
  wrong: number;
}

export interface DifferentResult {
  tracks: number;
  composed: number;
  matches: string[];
}

export interface LookupResult {
  tracks: number;
  /** Processes that wanted to run, per processor. */
  load: number;
  /** ms each: the query by the index as seen from here and by the database itself, and the search with its comparisons. */
  indexTimes: number[];
  serverTimes: number[];
  wholeTimes: number[];
  plan: string[];
  rows: number;
  table: string;
  index: string;
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)}%`;

export function writeReport(
  variants: readonly VariantResult[],
  different: DifferentResult,
  lookups: LookupResult,
): string {
  return `${[
    '# How copies are recognised, and how surely',
    `Written by \`npm run duplicates\` with fingerprint version ${FINGERPRINT_VERSION}; every figure below is a result of that run.`,
    `A fingerprint is the set of points in time and frequency at which sounds begin and nothing around them is louder. Every three neighbouring points make a landmark; the ${KEPT_LANDMARKS} landmarks that come first in a fixed scrambled order are kept in an index, a search asks for its own first ${ASKED_LANDMARKS}, and the few recordings that share at least three are compared point by point. A track is called a copy when at least ${100 * COPY_SHARE}% of its sounding seconds coincide with an earlier entry; less is mentioned when one stretch lasts ${MENTIONED_SECONDS} s or more.`,
    'It does not recognise another tempo, another pitch, a cover version or a remix: those are other sounds.',
    ...describeVariants(variants),
    ...describeDifferent(different),
    ...describeLookups(lookups),
  ].join('\n\n')}\n`;
}

function describeVariants(variants: readonly VariantResult[]): string[] {
  const found = variants.filter(({ held }) => held);
  const names = [...new Set(variants.map(({ treatment }) => treatment))];
  const missed = variants.filter(({ held }) => !held);
  return [
    '## The same recording, treated',
    `${variants.length} variants of ${new Set(variants.map(({ source }) => source)).size} recordings (the demo songs, and recorded music where it was at hand; the first ${HEARD} s of each): **${found.length} recognised, ${percent(found.length, variants.length)}** (goal 99%). Taken for another recording as well: ${variants.reduce((sum, { wrong }) => sum + wrong, 0)}.`,
    table(
      ['treatment', 'recognised', 'least share of time', 'least share of points'],
      names.map((name) => {
        const those = variants.filter(({ treatment }) => treatment === name);
        const least = (of: (one: VariantResult) => number) => Math.min(...those.map(of)).toFixed(2);
        const count = those.filter(({ held }) => held).length;
        return [name, `${count} of ${those.length}`, least((v) => v.share), least((v) => v.confidence)];
      }),
    ),
    ...missed.map(
      ({ source, treatment, share }) => `Missed: ${source.split('/').at(-1)}, ${treatment} (share ${share}).`,
    ),
  ];
}

function describeDifferent({ tracks, composed, matches }: DifferentResult): string[] {
  return [
    '## Different tracks',
    `${tracks} different tracks: the recordings above, ${composed} more songs by the demo's composer (the same drum kits, voices and styles), and tunes of random melody, chords and tempo over the same drum sounds. Each was searched for among all others: **${matches.length} false matches** (goal 0).`,
    ...matches.map((match) => `False: ${match}.`),
  ];
}

function describeLookups({
  tracks,
  load,
  indexTimes,
  serverTimes,
  wholeTimes,
  plan,
  rows,
  ...sizes
}: LookupResult): string[] {
  const at = (times: readonly number[], share: number) =>
    `${[...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))].toFixed(1)} ms`;
  return [
    `## Search among ${tracks.toLocaleString('en')} tracks`,
    `On PostgreSQL, ${rows.toLocaleString('en')} landmarks (table ${sizes.table}, index ${sizes.index}). All tracks but the ones above are synthetic: half of their landmarks are drawn from real ones, so that there are more chance hits than different music would give. ${indexTimes.length} searches, one after the other (goal: under 50 ms), on a machine where ${load.toFixed(1)} processes wanted each processor.`,
    table(
      ['', 'p50', 'p99'],
      [
        ['candidates by the index, by the database’s own clock', at(serverTimes, 0.5), at(serverTimes, 0.99)],
        ['the same, with the way there and back', at(indexTimes, 0.5), at(indexTimes, 0.99)],
        ['whole search, with up to 12 close comparisons', at(wholeTimes, 0.5), at(wholeTimes, 0.99)],
      ],
    ),
    `The plan, as the database explained it:\n\n\`\`\`\n${plan.join('\n')}\n\`\`\``,
  ];
}
