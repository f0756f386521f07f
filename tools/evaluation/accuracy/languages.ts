// Whether English is told from other languages: how often speech is written down, said to be unclear, or said not to be
// English, alone and under composed music of the same level.
import type { Transcript } from '#ports/transcription.ts';
import { OTHER_LANGUAGE } from '#providers/transcription/trust.ts';
import { ENGLISH_VOICES, FLITE_VOICES, OTHERS, type SpokenLanguage, speakEnglish } from './language-lines.ts';
import { hasFlite, joinSamples, speak } from './speech.ts';

export interface Hearing {
  rate: number;
  listen(samples: Float32Array): Promise<Transcript>;
  /** Speech with music of the same level. */
  mix(speech: Float32Array, index: number): Float32Array;
}

interface Verdicts {
  words: number;
  unclear: string[];
  other: string[];
}

export async function measureLanguages(hearing: Hearing): Promise<string> {
  const english = speakEnglish([...ENGLISH_VOICES, ...(hasFlite() ? FLITE_VOICES : [])]);
  const groups: [string, SpokenLanguage[]][] = [
    ['English', english],
    ['another language', OTHERS],
  ];
  const rows: string[] = [];
  const exceptions: string[] = [];
  for (const [name, clips] of groups)
    for (const music of [false, true]) {
      const found = await judgeClips(hearing, clips, music);
      rows.push(
        `| ${name}, ${music ? 'music of the same level' : 'alone'} | ${clips.length} | ${found.words} | ${found.unclear.length} | ${found.other.length} |`,
      );
      if (name !== 'English' && found.unclear.length > 0)
        exceptions.push(`${music ? 'With music' : 'Alone'}, not told: ${found.unclear.join(', ')}.`);
    }
  return [
    '### Languages',
    `${english.length} English voices and ${OTHERS.length} other languages (${OTHERS.map(({ language }) => language).join(', ')}), four lines each by espeak-ng${hasFlite() ? ' and, for English, flite' : ''}, some 15 s, alone and with composed music. Of each clip it is said that these are its words, that they are unclear, or that it is not English.`,
    ['| spoken | clips | words | unclear | not English |', '| --- | --- | --- | --- | --- |', ...rows].join(
      '\n',
    ),
    ...exceptions,
  ].join('\n\n');
}

async function judgeClips(hearing: Hearing, clips: readonly SpokenLanguage[], music: boolean) {
  const found: Verdicts = { words: 0, unclear: [], other: [] };
  for (const [i, { language, voice, lines }] of clips.entries()) {
    const pause = new Float32Array(Math.round(0.7 * hearing.rate));
    const speech = joinSamples([
      pause,
      ...lines.flatMap((line) => [speak(line, voice, hearing.rate), pause]),
    ]);
    const { reason } = await hearing.listen(music ? hearing.mix(speech, i) : speech);
    if (reason === null) found.words++;
    else found[reason === OTHER_LANGUAGE ? 'other' : 'unclear'].push(language);
  }
  console.log(`languages, ${clips[0].language} first, ${music ? 'with' : 'without'} music:`, found);
  return found;
}
