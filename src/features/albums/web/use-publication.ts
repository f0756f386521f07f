/** Prepares a publication: the album, then its cover (named in the address, stored, or drawn now). Once a visit. */
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { generateCover, getAlbum } from '../calls.ts';
import { ownCoverUrl } from '../rules.ts';

/** What the address says. */
export interface Named {
  albumId: number | null;
  imageUrl: string | null;
  artistName: string;
  albumName: string;
}

/** What staff decided; `unknown` when the address names no album of ours. */
export type Standing = 'selected' | 'review' | 'unknown';

interface Known {
  artistName: string;
  albumName: string;
  standing: Standing;
  /** Distribution is already paid. */
  paid: boolean;
  /** This browser sent the album. */
  mine: boolean;
}

export interface Publication extends Known {
  cover: string | null;
}

/** Undefined while it is being prepared. */
export function usePublication(named: Named): Publication | undefined {
  const { data } = useQuery({
    queryKey: ['publication', named.albumId, named.imageUrl],
    queryFn: () => preparePublication(named),
    gcTime: 0,
  });
  return data;
}

async function preparePublication(named: Named): Promise<Publication> {
  const { albumId, artistName, albumName } = named;
  const given = ownCoverUrl(named.imageUrl);
  const album =
    albumId === null
      ? null
      : await callEndpoint(getAlbum, { params: { id: String(albumId) } }).catch(() => null);
  if (!album) return { artistName, albumName, standing: 'unknown', paid: false, mine: false, cover: given };
  return {
    artistName: album.artistName,
    albumName: album.albumName,
    standing: album.selected ? 'selected' : 'review',
    paid: album.distributionPaid,
    mine: album.mine,
    cover: given ?? (await findCover(album)),
  };
}

const READY = 'Your album cover is ready for publication.';

interface Covered {
  id: number;
  artistName: string;
  albumName: string;
  coverImageUrl: string | null;
}

async function findCover({ id, artistName, albumName, coverImageUrl }: Covered): Promise<string | null> {
  if (coverImageUrl) {
    toast({ title: 'Cover Loaded!', description: READY });
    return coverImageUrl;
  }
  toast({ title: 'Generating Album Cover', description: 'It is drawn from the sound of your three tracks.' });
  try {
    const { imageUrl, cached } = await callEndpoint(generateCover, {
      body: { albumId: id, artistName, albumName, tracks: [] },
    });
    toast({ title: cached ? 'Cover Loaded!' : 'Cover Generated!', description: READY });
    return imageUrl;
  } catch {
    toast({
      title: 'Error',
      description: 'Failed to generate cover art. Please try again.',
      variant: 'destructive',
    });
    return null;
  }
}
