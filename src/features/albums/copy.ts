/** An album in My tracks: where it is, what happens now, and the one next step. */
import { COPY as uploadTexts } from '#features/submissions/copy.ts';
import { albumPath } from './rules.ts';

interface Way {
  label: string;
  path: string;
}

export interface AlbumFacts {
  id: number;
  state: 'queued' | 'running' | 'done' | 'failed';
  failureMessage: string | null;
  submissionPaid: boolean;
  distributionPaid: boolean;
  selectedAt: Date | null;
}

export interface AlbumWords {
  state: string;
  tone: 'plain' | 'good' | 'warm' | 'hot';
  note: string | null;
  next: Way | null;
  also: Way | null;
}

export function describeAlbum(album: AlbumFacts): AlbumWords {
  const open = { label: 'Open the album', path: albumPath(album.id) };
  const publish = { label: 'Pay to publish', path: `/album-publish?albumId=${album.id}` };
  const say = (
    state: string,
    tone: AlbumWords['tone'],
    note: string,
    next: Way,
    also: Way | null = null,
  ) => ({
    state,
    tone,
    note,
    next,
    also,
  });
  if (album.state === 'failed')
    return say('Failed', 'hot', album.failureMessage ?? 'The analysis failed.', {
      ...open,
      label: 'Try again',
    });
  if (album.state !== 'done') return say('Listening', 'plain', 'All three tracks are heard.', open);
  if (album.distributionPaid)
    return say('Published', 'good', 'It is paid and on its way to the stores.', open);
  if (album.selectedAt)
    return say(
      'Selected',
      'good',
      'Our A&R team chose it.',
      { label: 'See your offer', path: `/album-selected/${album.id}` },
      publish,
    );
  if (album.submissionPaid) return say('Under review', 'plain', 'Our A&R team listens to it.', publish, open);
  return say('Report ready', 'warm', 'Pay the submission fee to have it reviewed.', open);
}

export const COPY = {
  artistName: uploadTexts.artistName,
  albumName: 'Album/EP name is required',
  phoneNumber: uploadTexts.phoneNumber,
  trackTitle: (position: number) => `Track ${position} title is required`,
  fileMissing: (position: number) => `Track ${position} is missing: an album has three tracks.`,
  tooMany: 'You can only upload 3 tracks for the album deal.',
} as const;
