/** Prepares a publication: the album, its cover (known, stored or drawn now), then the payment. Each once. */
import { useEffect, useRef, useState } from 'react';
import { createIntent } from '#features/payments/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { toast } from '#web/ui/toast-store.ts';
import { generateCover, getAlbum } from '../contract.ts';
import { ownCoverUrl } from '../rules.ts';

export interface Named {
  albumId: number | null;
  imageUrl: string | null;
  artistName: string;
  albumName: string;
}

/** What staff decided about the album; `unknown` when the address names none that we have. */
export type Standing = 'selected' | 'review' | 'unknown';

export interface Publication {
  phase: 'preparing' | 'ready';
  cover: string | null;
  artistName: string;
  albumName: string;
  standing: Standing;
  /** Distribution was paid before: there is nothing left to pay. */
  paid: boolean;
  /** This browser sent the album. */
  mine: boolean;
  clientSecret: string | null;
  failed: boolean;
  beginPayment: () => void;
}

export function usePublication(named: Named): Publication {
  const { prices } = useCampaign();
  const [cover, setCover] = useState(ownCoverUrl(named.imageUrl));
  const [album, setAlbum] = useState<Known>(() => asNamed(named));
  const [phase, setPhase] = useState<Publication['phase']>('preparing');
  const [clientSecret, setClientSecret] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const { albumId } = named;
  const beginPayment = async ({ albumName, artistName }: Known) => {
    try {
      setFailed(false);
      const { clientSecret: secret } = await callEndpoint(createIntent, {
        body: {
          amount: prices.albumPublication / 100,
          product: 'albumPublication',
          albumId: albumId ?? undefined,
          description: `Album publication for ${albumName} by ${artistName}`,
        },
      });
      setClientSecret(secret);
    } catch {
      setFailed(true);
      toast({ title: 'Error', description: 'Failed to initialize payment', variant: 'destructive' });
    }
  };
  const prepare = async () => {
    const known = albumId === null ? asNamed(named) : await findKnown(albumId, named);
    const found = ownCoverUrl(named.imageUrl) ?? (albumId === null ? null : await findCover(albumId, known));
    setCover(found);
    setAlbum(known);
    setPhase('ready');
    if (!known.paid) await beginPayment(known);
  };
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit; the address does not change meanwhile
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void prepare();
  }, []);
  return { phase, cover, ...album, clientSecret, failed, beginPayment: () => void beginPayment(album) };
}

interface Known {
  artistName: string;
  albumName: string;
  standing: Standing;
  paid: boolean;
  mine: boolean;
  coverImageUrl: string | null;
}

const asNamed = ({ artistName, albumName }: Named): Known => ({
  artistName,
  albumName,
  standing: 'unknown',
  paid: false,
  mine: false,
  coverImageUrl: null,
});

async function findKnown(albumId: number, named: Named): Promise<Known> {
  try {
    const album = await callEndpoint(getAlbum, { params: { id: String(albumId) } });
    const { artistName, albumName, coverImageUrl, mine } = album;
    const standing = album.selected ? 'selected' : 'review';
    return { artistName, albumName, coverImageUrl, mine, paid: album.distributionPaid, standing };
  } catch {
    return asNamed(named);
  }
}

async function findCover(albumId: number, known: Known): Promise<string | null> {
  if (known.standing === 'unknown') return null;
  if (!known.coverImageUrl) return drawCover(albumId, known);
  toast({ title: 'Cover Loaded!', description: READY });
  return known.coverImageUrl;
}

const READY = 'Your album cover is ready for publication.';

async function drawCover(albumId: number, { artistName, albumName }: Known): Promise<string | null> {
  toast({ title: 'Generating Album Cover', description: 'It is drawn from the sound of your three tracks.' });
  try {
    const { imageUrl, cached } = await callEndpoint(generateCover, {
      body: { albumId, artistName, albumName, tracks: [] },
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
