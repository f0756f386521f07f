// Real singers: the words of songs whose lyrics are known with their times, whether the hook lies in a chorus, and what
// is shown of music without a voice. What it costs is measured beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { transcribe } from '#features/recordings/service-transcribe.ts';
import type { HeardWord, Transcript } from '#ports/transcription.ts';
import { openEmbeddedTranscription } from '#providers/transcription/embedded.ts';
import { measureFile } from '../measure-once.ts';
import { HALVES, type Half, halfOf } from './hold-out.ts';
import { findChoruses, readLyrics, type Span, type TimedWord } from './lyric-times.ts';
import { plainWords } from './word-errors.ts';

/** Seconds a word may be from where it is sung: its time is an estimate within a window of ten. */
const NEAR = 8;

interface Sung {
  name: string;
  half: Half;
  seconds: number;
  sung: number;
  shown: number;
  right: number;
  reason: string | null;
  biteInside: number;
  hookInside: number;
  startsOff: number;
  cpuSeconds: number;
}

interface Instrumental {
  name: string;
  words: number;
}

export async function measureSung(folder: string): Promise<string> {
  if (!existsSync(folder)) return '';
  const transcriber = openEmbeddedTranscription();
  const songs: Sung[] = [];
  const instrumental: Instrumental[] = [];
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.mp3'))) {
    const name = file.slice(0, -'.mp3'.length);
    const mp3 = readFileSync(`${folder}/${file}`);
    const measures = await measureFile(mp3);
    const before = process.cpuUsage();
    const sound = {
      readMp3: async () => mp3,
      measures,
      signal: new AbortController().signal,
      onProgress: () => {},
    };
    const transcript = await transcribe({ log: console, transcription: transcriber }, sound, 3_600_000);
    const { user, system } = process.cpuUsage(before);
    const words = `${folder}/${name}.lyrics.txt`;
    if (existsSync(words)) {
      const lines = readLyrics(readFileSync(words, 'utf8'));
      songs.push({
        name,
        half: halfOf(folder, name),
        seconds: measures.durationSeconds,
        ...compareWords(
          lines.flatMap((line) => line.words),
          transcript,
        ),
        ...compareHook(measures.hook, findChoruses(lines)),
        cpuSeconds: (user + system) / 1e6,
      });
    } else instrumental.push({ name, words: transcript.words.length });
    console.log(name, transcript.words.length, transcript.reason ?? '');
  }
  await transcriber.close();
  return describeSung(transcriber.name, songs, instrumental);
}

function compareWords(sung: readonly TimedWord[], { words, reason }: Transcript) {
  const shown = words.flatMap(({ text, start }: HeardWord) =>
    plainWords(text).map((plain) => ({ text: plain, start })),
  );
  return { sung: sung.length, shown: shown.length, right: countRight(sung, shown), reason };
}

/** Right words of the cheapest way from what is sung to what is shown; of two such ways, that with more of them. */
function countRight(sung: readonly TimedWord[], shown: readonly TimedWord[]): number {
  let above = shown.map((_, j) => ({ errors: j + 1, right: 0 }));
  above.unshift({ errors: 0, right: 0 });
  for (const word of sung) {
    const row = [{ errors: above[0].errors + 1, right: 0 }];
    for (const [j, other] of shown.entries()) {
      const isIt = word.text === other.text && Math.abs(word.start - other.start) <= NEAR;
      const ways = [
        { errors: above[j].errors + (isIt ? 0 : 1), right: above[j].right + (isIt ? 1 : 0) },
        { errors: above[j + 1].errors + 1, right: above[j + 1].right },
        { errors: row[j].errors + 1, right: row[j].right },
      ];
      row.push(
        ways.reduce((a, b) => (b.errors < a.errors || (b.errors === a.errors && b.right > a.right) ? b : a)),
      );
    }
    above = row;
  }
  return above[shown.length].right;
}

function compareHook(hook: Span & { soundbite: Span }, choruses: readonly Span[]) {
  const inside = ({ start, end }: Span) =>
    choruses.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0) /
    (end - start);
  const offs = choruses.map(({ start }) => hook.start - start).sort((a, b) => Math.abs(a) - Math.abs(b));
  return { biteInside: inside(hook.soundbite), hookInside: inside(hook), startsOff: offs[0] ?? Number.NaN };
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (count: number, of: number) => (of > 0 ? `${Math.round((100 * count) / of)}%` : 'none');

const sumOf = (songs: readonly Sung[], pick: (song: Sung) => number) =>
  songs.reduce((total, song) => total + pick(song), 0);

function describeHalf(half: Half, songs: readonly Sung[]): string {
  const inside = (pick: (song: Sung) => number) => songs.filter((song) => pick(song) >= 0.5).length;
  const offs = songs.map(({ startsOff }) => Math.abs(startsOff)).sort((a, b) => a - b);
  const [sung, shown, right] = [
    sumOf(songs, (song) => song.sung),
    sumOf(songs, (song) => song.shown),
    sumOf(songs, (song) => song.right),
  ];
  return `**${half}** (${songs.length} songs): of ${shown} shown words ${percent(right, shown)} are right; ${percent(right, sung)} of the ${sung} sung ones are found; ${songs.filter((song) => song.shown === 0).length} songs show nothing, and ${songs.filter(({ reason }) => /English/.test(reason ?? '')).length} are said not to be English. The soundbite is at least half inside a chorus in ${inside((song) => song.biteInside)}, the hook in ${inside((song) => song.hookInside)}; it begins ${offs[offs.length >> 1]?.toFixed(1)} s off (median).`;
}

function describeSung(by: string, songs: readonly Sung[], instrumental: readonly Instrumental[]): string {
  const loud = instrumental.filter(({ words }) => words > 0).map(({ name }) => name);
  const cost = (240 * sumOf(songs, (song) => song.cpuSeconds)) / sumOf(songs, (song) => song.seconds);
  return [
    '## Real singers',
    `${songs.length} songs whose words are known with their times, heard by ${by}. Gates for words are set on the development half, the rule of the hook before there were halves; the other half is by other artists (told apart by the hash of the artist's name, \`hold-out.ts\`). A shown word is right where the same word is sung within ${NEAR} s, by the cheapest way from the sung words to the shown ones. A chorus is a run of lines that comes again.`,
    [
      row([
        'song',
        'half',
        'sung words',
        'shown',
        'right of these',
        'found',
        'soundbite in a chorus',
        'hook in a chorus',
        'hook begins off by',
        'processor for words, a minute of song',
      ]),
      row(Array.from({ length: 10 }, () => '---')),
      ...songs.map((song) =>
        row([
          song.name,
          song.half,
          song.sung,
          song.shown,
          percent(song.right, song.shown),
          percent(song.right, song.sung),
          percent(song.biteInside, 1),
          percent(song.hookInside, 1),
          `${song.startsOff.toFixed(1)} s`,
          `${((60 * song.cpuSeconds) / song.seconds).toFixed(1)} s`,
        ]),
      ),
    ].join('\n'),
    ...HALVES.map((half) =>
      describeHalf(
        half,
        songs.filter((song) => song.half === half),
      ),
    ),
    `Of ${instrumental.length} recordings without a voice ${loud.length === 0 ? 'none shows a word' : `these show words: ${loud.join(', ')}`}. Words cost ${cost.toFixed(0)} s of processor time for four minutes of song; the whole process held at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB, measuring included.`,
  ].join('\n\n');
}
