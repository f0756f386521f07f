/**
 * The share kit: the device's own share sheet where there is one, the link to copy everywhere, its QR code, cards to post
 * drawn by the server, and a short film of the hook made here.
 */
import { useMemo, useState } from 'react';
import { drawQr, encodeQr, QUIET_ZONE } from '#platform/qr-code.ts';
import type { FilmedTrack } from '../film-hook.ts';
import { Button } from './button.tsx';
import { HookFilm } from './hook-film.tsx';
import { passFile } from './pass-file.ts';
import { toast } from './toast-store.ts';

interface ShareLinkProps {
  /** Path on this site: '/artist-vote/7'. */
  path: string;
  title: string;
  /** What a friend reads beside the link. */
  text: string;
  /** Name of its share card, without shape and ending: '7', 'artist-3'. */
  card: string;
  /** The track whose hook can be filmed. */
  film?: FilmedTrack;
}

export function ShareLink({ path, title, text, card, film }: ShareLinkProps) {
  const url = `${location.origin}${path}`;
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,6fr)_minmax(0,5fr)] items-start gap-3">
      <StoryCard card={card} title={title} />
      <div className="flex min-w-0 flex-col gap-2.5">
        <Pass url={url} title={title} text={text} />
        <CardButton card={card} shape="story" title={title} />
        <CardButton card={card} shape="square" title={title} />
        {film && <HookFilm track={film} title={title} />}
        <QrCode url={url} title={title} />
      </div>
    </div>
  );
}

function Pass({ url, title, text }: { url: string; title: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const canShare = 'share' in navigator;
  const share = async () => {
    try {
      await navigator.share({ title, text, url });
    } catch {
      // Closed without sharing: nothing to say.
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      toast({ title: 'The link could not be copied', description: url, variant: 'destructive' });
    }
  };
  return (
    <>
      {canShare && (
        <Button variant="primary" size="large" onClick={share}>
          Share
        </Button>
      )}
      <Button variant={canShare ? 'secondary' : 'primary'} size="large" onClick={copy}>
        <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
      </Button>
    </>
  );
}

/** Room is kept for it: nothing jumps when it arrives. */
const StoryCard = ({ card, title }: { card: string; title: string }) => (
  <img
    src={`/share-card/${card}-story.png`}
    alt={`Story card: ${title}`}
    width={1080}
    height={1920}
    loading="lazy"
    decoding="async"
    className="h-auto w-full rounded-md border border-line bg-panel"
  />
);

const SHAPES = { story: 'Story card', square: 'Square card' } as const;

interface CardButtonProps {
  card: string;
  shape: keyof typeof SHAPES;
  title: string;
}

function CardButton({ card, shape, title }: CardButtonProps) {
  const [busy, setBusy] = useState(false);
  const pass = async () => {
    setBusy(true);
    try {
      const answer = await fetch(`/share-card/${card}-${shape}.png`);
      if (!answer.ok) throw new Error(`The card answered ${answer.status}`);
      await passFile(await answer.blob(), `${title} ${shape}.png`);
    } catch {
      toast({ title: 'The card could not be loaded', description: 'Try again.', variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button pending={busy} onClick={pass}>
      {SHAPES[shape]}
    </Button>
  );
}

function QrCode({ url, title }: { url: string; title: string }) {
  const code = useMemo(() => encodeQr(url), [url]);
  const side = code.length + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={`QR code of the link to ${title}`}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-full rounded-md bg-bone text-ink"
    >
      <path d={drawQr(code)} fill="currentColor" />
    </svg>
  );
}
