/** Where a track's audio is, from the path stored with it. */
export const SAMPLE_AUDIO_URL = '/media/sample.mp3';

/** No path: the sample. A web address: as it is. Anything else: its last segment, from the audio route. */
export function audioUrl(path: string | null | undefined): string {
  const trimmed = path?.trim();
  if (!trimmed) return SAMPLE_AUDIO_URL;
  if (/^https?:\/\//i.test(trimmed)) return trimmed;
  const segment = trimmed.split(/[/\\]/).filter(Boolean).at(-1);
  return segment ? `/api/audio/${encodeURIComponent(segment)}` : SAMPLE_AUDIO_URL;
}
