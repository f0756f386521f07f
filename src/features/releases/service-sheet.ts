/** A sheet of what is known of a release, for a package that is not whole yet. */
import { printCsvLine } from '#platform/csv.ts';
import type { Released } from './queries.ts';

const HEADER = ['Track', 'Title', 'Artist', 'Release', 'File', 'Length (s)', 'SHA-256', 'Label'];

export function printSheet({ artistName, title, tracks }: Released, files: readonly string[], label: string) {
  const rows = tracks.map((track, at) => [
    ...[at + 1, track.title, artistName, title, files[at]],
    ...[track.durationSeconds, track.audioSha256, label],
  ]);
  return `\uFEFF${[HEADER, ...rows].map(printCsvLine).join('')}`;
}
