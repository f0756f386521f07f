/**
 * The share kit: the device's own share sheet where there is one, the link to copy everywhere, its QR code, cards to post
 * drawn by the server, and a short film of the hook made here. Whole where passing on is the point of the page; in a row of
 * keys where it is one thing among others.
 */
import { Copy, type LucideIcon, QrCode, Share, Smartphone, Square } from 'lucide-react';
import { useId, useState } from 'react';
import type { FilmedTrack } from '../film-hook.ts';
import { Button, type ButtonProps } from './button.tsx';
import { HookFilm } from './hook-film.tsx';
import { passFile } from './pass-file.ts';
import { QrPicture } from './qr-picture.tsx';
import { toast } from './toast-store.ts';

interface ShareLinkProps {
  /** Path on this site: '/artist-vote/7'. */
  path: string;
  title: string;
  /** What a friend reads beside the link. */
  text: string;
  /** Name of its share card, without shape and ending: '7', 'artist-3'. */
  card: string;
  /** What the card shows besides, once that changed: the browser then fetches it anew. */
  news?: string | number | null;
  /** The track whose hook can be filmed. */
  film?: FilmedTrack;
}

export function ShareLink({ path, title, text, card, news, film }: ShareLinkProps) {
  const url = `${location.origin}${path}`;
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,6fr)_minmax(0,5fr)] items-start gap-3">
      <StoryCard card={card} news={news} title={title} />
      <div className="flex min-w-0 flex-col gap-2.5">
        <Pass url={url} title={title} text={text} look={STACKED} />
        <Cards card={card} title={title} film={film} look={STACKED} />
        <QrPicture text={url} label={`QR code of the link to ${title}`} />
      </div>
    </div>
  );
}

/** The same in one or two rows of keys; the code opens under them. */
export function ShareRow({ path, title, text, card, film }: ShareLinkProps) {
  const url = `${location.origin}${path}`;
  const [isCodeOpen, openCode] = useState(false);
  const code = useId();
  return (
    <>
      <div className="grid max-w-2xl grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2">
        <Pass url={url} title={title} text={text} look={IN_A_ROW} />
        <Button
          className={IN_A_ROW}
          aria-expanded={isCodeOpen}
          aria-controls={code}
          onClick={() => openCode(!isCodeOpen)}
        >
          <Icon of={QrCode} />
          QR code
        </Button>
        <Cards card={card} title={title} film={film} look={IN_A_ROW} />
      </div>
      <div id={code} className="max-w-64 pt-3 empty:hidden">
        {isCodeOpen && <QrPicture text={url} label={`QR code of the link to ${title}`} />}
      </div>
    </>
  );
}

const STACKED = 'min-h-12 justify-start! gap-2.5! px-3! text-left max-sm:text-sm! sm:gap-4! sm:px-4!';
const IN_A_ROW = 'min-h-16 flex-col gap-1.5! px-1! text-[0.8125rem]!';

const Icon = ({ of: Drawn }: { of: LucideIcon }) => <Drawn aria-hidden="true" className="size-5 shrink-0" />;

interface PassProps {
  url: string;
  title: string;
  text: string;
  look: string;
}

function Pass({ url, title, text, look }: PassProps) {
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
        <Button variant="primary" className={look} onClick={share}>
          <Icon of={Share} />
          Share
        </Button>
      )}
      <Button variant={canShare ? 'secondary' : 'primary'} className={look} onClick={copy}>
        <Icon of={Copy} />
        <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
      </Button>
    </>
  );
}

/** Room is kept for it: nothing jumps when it arrives. */
const StoryCard = ({ card, news, title }: Pick<ShareLinkProps, 'card' | 'news' | 'title'>) => (
  <img
    src={`/share-card/${card}-story.png${news == null ? '' : `?${news}`}`}
    alt={`Story card: ${title}`}
    width={1080}
    height={1920}
    loading="lazy"
    decoding="async"
    className="h-auto w-full rounded-md border border-line bg-panel"
  />
);

function Cards({
  card,
  title,
  film,
  look,
}: Pick<ShareLinkProps, 'card' | 'title' | 'film'> & { look: string }) {
  return (
    <>
      <CardButton card={card} shape="story" title={title} className={look} />
      <CardButton card={card} shape="square" title={title} className={look} />
      {film && <HookFilm track={film} title={title} className={look} />}
    </>
  );
}

const SHAPES = {
  story: { label: 'Story card', icon: Smartphone },
  square: { label: 'Square card', icon: Square },
} as const;

interface CardButtonProps extends Pick<ButtonProps, 'className'> {
  card: string;
  shape: keyof typeof SHAPES;
  title: string;
}

function CardButton({ card, shape, title, className }: CardButtonProps) {
  const [busy, setBusy] = useState(false);
  const pass = async () => {
    setBusy(true);
    try {
      // What was kept may show an older rank.
      const answer = await fetch(`/share-card/${card}-${shape}.png`, { cache: 'no-cache' });
      if (!answer.ok) throw new Error(`The card answered ${answer.status}`);
      await passFile(await answer.blob(), `${title} ${shape}.png`);
    } catch {
      toast({ title: 'The card could not be loaded', description: 'Try again.', variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button pending={busy} onClick={pass} className={className}>
      <Icon of={SHAPES[shape].icon} />
      {SHAPES[shape].label}
    </Button>
  );
}
