/** Prepares a publication: the album, its cover (known, stored or drawn now), then the payment. Each once. */
import { useEffect, useRef, useState } from 'react';
import { createIntent } from '#features/payments/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { toast } from '#web/ui/toast-store.ts';
import { generateCover, getAlbumCover } from '../contract.ts';
import { ownCoverUrl } from '../rules.ts';

export interface Named {
  albumId: number | null;
  imageUrl: string | null;
  artistName: string;
  albumName: string;
}

export interface Publication {
  phase: 'preparing' | 'ready';
  cover: string | null;
  artistName: string;
  albumName: string;
  clientSecret: string | null;
  failed: boolean;
  beginPayment: () => void;
}

export function usePublication(named: Named): Publication {
  const { prices } = useCampaign();
  const [cover, setCover] = useState(ownCoverUrl(named.imageUrl));
  const [names, setNames] = useState({ artistName: named.artistName, albumName: named.albumName });
  const [phase, setPhase] = useState<Publication['phase']>('preparing');
  const [clientSecret, setClientSecret] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const { albumId } = named;
  const beginPayment = async (album: { albumName: string; artistName: string } = names) => {
    try {
      setFailed(false);
      const { clientSecret: secret } = await callEndpoint(createIntent, {
        body: {
          amount: prices.albumPublication / 100,
          product: 'albumPublication',
          albumId: albumId ?? undefined,
          description: `Album publication for ${album.albumName} by ${album.artistName}`,
        },
      });
      setClientSecret(secret);
    } catch {
      setFailed(true);
      toast({ title: 'Error', description: 'Failed to initialize payment', variant: 'destructive' });
    }
  };
  const prepare = async () => {
    const found = await findCover(albumId, ownCoverUrl(named.imageUrl), named);
    if (found.cover) setCover(found.cover);
    setNames(found);
    setPhase('ready');
    await beginPayment(found);
  };
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit; the address does not change meanwhile
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void prepare();
  }, []);
  return { phase, cover, ...names, clientSecret, failed, beginPayment: () => void beginPayment() };
}

async function findCover(albumId: number | null, given: string | null, named: Named) {
  const asNamed = { artistName: named.artistName, albumName: named.albumName };
  if (albumId === null) return { ...asNamed, cover: given };
  try {
    const album = await callEndpoint(getAlbumCover, { params: { id: String(albumId) } });
    const names = { artistName: album.artistName, albumName: album.albumName };
    if (given) return { ...names, cover: given };
    if (album.coverImageUrl) {
      toast({ title: 'Cover Loaded!', description: READY });
      return { ...names, cover: album.coverImageUrl };
    }
    return { ...names, cover: await drawCover(albumId, names) };
  } catch {
    return { ...asNamed, cover: given };
  }
}

const READY = 'Your album cover is ready for publication.';

async function drawCover(
  albumId: number,
  names: { artistName: string; albumName: string },
): Promise<string | null> {
  toast({ title: 'Generating Album Cover', description: 'It is drawn from the sound of your three tracks.' });
  try {
    const { imageUrl, cached } = await callEndpoint(generateCover, {
      body: { albumId, ...names, tracks: [] },
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
