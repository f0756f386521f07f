/** The transcription test: a fetched file is transcribed like a submission, and nothing is kept. */
import type { Deps } from '#deps.ts';
import { writeTranscription } from '#features/recordings/rules-transcript.ts';
import { measureInThread, UnreadableTrackError } from '#features/recordings/service-measure.ts';
import { transcribe } from '#features/recordings/service-transcribe.ts';
import { formatTime } from '#features/scoring/rules-wording.ts';
import { AppError } from '#platform/errors.ts';

export async function transcribeFile(
  deps: Pick<Deps, 'log' | 'transcription'>,
  mp3: Uint8Array,
): Promise<{ transcription: string; message: string }> {
  const { signal } = new AbortController();
  const { measures } = await measureInThread(mp3, signal, () => {}).catch((error) => {
    if (error instanceof UnreadableTrackError) throw new AppError('invalid', error.message);
    throw error;
  });
  const transcript = await transcribe(deps, {
    readMp3: async () => mp3,
    measures,
    signal,
    onProgress: () => {},
  });
  const text = writeTranscription(transcript);
  const count = transcript.words.length;
  if (count === 0) return { transcription: '', message: text };
  const length = formatTime(measures.durationSeconds);
  const words = count === 1 ? '1 word' : `${count} words`;
  return { transcription: text, message: `${words} in ${length} of sound, heard by ${transcript.by}.` };
}
