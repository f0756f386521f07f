/** A recording as it is scored: the measures of the present engine, and the words that count, measured as well. */
import type { Deps } from '#deps.ts';
import { describeWords, type GivenText } from '#features/lyrics/service-words.ts';
import { findMeasured } from '#features/recordings/queries.ts';
import { readTranscript } from '#features/recordings/service-transcribe.ts';
import type { Transcript } from '#ports/transcription.ts';
import { type AnalysedTrack, describeShape } from './rules-shape.ts';

export interface ReadRecording {
  engineVersion: string;
  track: AnalysedTrack;
  /** What was transcribed, or why nothing was. */
  transcript: Transcript;
}

/** `given`: the words a person gave for it, which count more than what was transcribed. Null before it was measured. */
export async function readRecording(
  deps: Pick<Deps, 'db' | 'log' | 'transcription'>,
  audioSha256: string,
  given: GivenText | null,
): Promise<ReadRecording | null> {
  const recording = await findMeasured(deps, audioSha256);
  if (!recording) return null;
  const { measures, engineVersion } = recording;
  const transcript = await readTranscript(deps, recording);
  const lyrics = await describeWords(measures, transcript, given).catch((error) => {
    // A result without words is better than none.
    deps.log.error({ err: error, audioSha256 }, 'words not measured');
    return null;
  });
  return { engineVersion, track: describeShape(measures, lyrics), transcript };
}
