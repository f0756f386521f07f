/** The five rows shown while the server has no track at all. Made up, and tagged so wherever they stand. */
import type { Row } from './contract.ts';

const sample = (rank: number, trackTitle: string, artistName: string, score: number, genre: string): Row => ({
  rank,
  id: -rank,
  trackTitle,
  artistName,
  artistId: null,
  // No file of its own: the preview plays the site's sample track.
  audioFilePath: '',
  score,
  genre,
  duration: null,
  voteCount: 0,
  demo: false,
  heard: false,
  peaks: [],
});

export const SAMPLE_ROWS: readonly Row[] = [
  sample(1, 'Borrowed Daylight', 'Ines Calloway', 88, 'Pop'),
  sample(2, 'Nine Lives In', 'Rook & Ember', 79, 'Hip Hop'),
  sample(3, 'Soft Landing', 'Teo Marrow', 71, 'R&B'),
  sample(4, 'Lamplight Riddim', 'Sister Quay', 62, 'Dancehall'),
  sample(5, 'Last Bus Home', 'The Overpass', 48, 'Pop'),
];

/** Real tracks have ids from 1. */
export const isSample = (row: Pick<Row, 'id'>): boolean => row.id < 0;
