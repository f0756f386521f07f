/** A few plain words about a track when nothing better was written: only what is known, nothing made up. */

export interface BioFacts {
  artistName: string;
  trackTitle: string;
  genre?: string | null;
  score?: number | null;
  durationSeconds?: number | null;
}

export function composeBio({ artistName, trackTitle, genre, score, durationSeconds }: BioFacts): string {
  const kind = genre ? `a ${genre} track` : 'a track';
  const length = durationSeconds ? `, ${sayLength(durationSeconds)} long` : '';
  const measured =
    score === null || score === undefined
      ? 'The desk has not measured it yet.'
      : `The desk measured it at ${score} of 100.`;
  return `“${trackTitle}” is ${kind} by ${artistName}${length}. ${measured} We know no more about the artist than that: press play and judge for yourself.`;
}

function sayLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
