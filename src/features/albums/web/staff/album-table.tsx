/** The rows of the album database, each with its three actions. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { sayShare } from '#features/duplicates/rules.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { generateCover, sendFollowup } from '../../calls.ts';
import type { AlbumListRow } from '../../contract-staff.ts';
import { type AlbumBadge, badgeOf, FOLLOW_UP_FAILED, type ScoreTone, scoreTone } from '../../rules.ts';
import { SelectDialog } from './select-dialog.tsx';

const DENSE = 'px-3 py-2 text-sm';
const REDIRECT_MS = 1000;

interface AlbumTableProps {
  rows: readonly AlbumListRow[];
  onChanged: () => void;
}

export function AlbumTable({ rows, onChanged }: AlbumTableProps) {
  return (
    <Table caption="Album submissions" stacked className="md:min-w-280">
      <TableHead>
        {['Artist', 'Album', 'Phone', 'Tracks', 'Score', 'Status', 'Created', 'Actions'].map((name) => (
          <HeaderCell key={name} className="px-3">
            {name}
          </HeaderCell>
        ))}
      </TableHead>
      <tbody>
        {rows.map((album) => (
          <AlbumRow key={album.id} album={album} onChanged={onChanged} />
        ))}
      </tbody>
    </Table>
  );
}

const STATUS_TONE: Record<AlbumBadge, BadgeTone> = { PAID: 'good', ANALYZED: 'warm', PENDING: 'plain' };

function AlbumRow({ album, onChanged }: { album: AlbumListRow; onChanged: () => void }) {
  const status = badgeOf(album);
  const { track1Title, track2Title, track3Title } = album.tracks;
  return (
    <Row>
      <Cell className={classNames(DENSE, 'font-semibold wrap-anywhere')} label="Artist">
        {album.artistName}
      </Cell>
      <Cell className={classNames(DENSE, 'wrap-anywhere')} label="Album">
        {album.albumName}
      </Cell>
      <Cell className={classNames(DENSE, 'figures whitespace-nowrap')} label="Phone">
        {album.phoneNumber}
      </Cell>
      <Cell className={DENSE}>
        <ol className="text-muted">
          {[track1Title, track2Title, track3Title].map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places do not move
            <li key={index} className="wrap-anywhere">
              {index + 1}. {title}
              {album.copies
                .filter(({ track }) => track === index + 1)
                .map((copy) => (
                  <Copy key={copy.entry.id} copy={copy} />
                ))}
            </li>
          ))}
        </ol>
      </Cell>
      <Cell className={DENSE} label="Score">
        <Score score={album.overallScore} />
      </Cell>
      <Cell className={DENSE} label="Status">
        <Badge tone={STATUS_TONE[status]}>{status}</Badge>
      </Cell>
      <Cell className={classNames(DENSE, 'figures whitespace-nowrap')} label="Created">
        {new Date(album.createdAt).toLocaleDateString()}
      </Cell>
      <Cell className={DENSE}>
        <RowActions album={album} onChanged={onChanged} />
      </Cell>
    </Row>
  );
}

function Copy({ copy }: { copy: AlbumListRow['copies'][number] }) {
  const { id, trackTitle, artistName } = copy.entry;
  return (
    <p className="text-warm">
      {sayShare(copy)} the same recording as{' '}
      <a href={`/results/${id}`} target="_blank" rel="noreferrer" className="underline">
        {trackTitle} by {artistName}
      </a>
      , entered before.
    </p>
  );
}

const DOTS: Record<ScoreTone, string> = { none: 'bg-edge', good: 'bg-good', warm: 'bg-warm', hot: 'bg-hot' };
const TONE_WORDS: Record<ScoreTone, string> = { none: 'no score', good: 'strong', warm: 'fair', hot: 'weak' };

function Score({ score }: { score: number | null }) {
  const tone = scoreTone(score);
  return (
    <span className="inline-flex items-center gap-2">
      <span
        role="img"
        aria-label={TONE_WORDS[tone]}
        className={classNames('size-2.5 rounded-full', DOTS[tone])}
      />
      <span className="figures font-bold">{score ?? '--'}</span>
    </span>
  );
}

const SENT = { title: 'Follow-up Sent!', description: 'Album selection message sent successfully' };

const sayScheduled = (at: string) => ({
  title: 'Follow-up Scheduled',
  description: `It is night where the artist is. The message goes out at ${new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}.`,
});

/** Draws the cover, then opens the publication page. */
function usePublish({ id, artistName, albumName, tracks }: AlbumListRow) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { imageUrl } = await callEndpoint(generateCover, {
        body: { albumId: id, artistName, albumName, tracks: Object.values(tracks) },
      });
      toast({ title: 'Cover Generated!', description: 'Redirecting to publication studio...' });
      await new Promise((resolve) => setTimeout(resolve, REDIRECT_MS));
      const search = { albumId: String(id), imageUrl, artistName, albumName };
      await navigate({ to: '/album-publish', search: search as never });
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to generate cover art. Please try again.',
        variant: 'destructive',
      }),
  });
}

function useFollowUp({ id }: AlbumListRow, onSent: () => void) {
  return useMutation({
    mutationFn: (letter: string) => callEndpoint(sendFollowup, { body: { albumId: id, letter } }),
    onSuccess: ({ scheduledFor }) => {
      toast(scheduledFor ? sayScheduled(scheduledFor) : SENT);
      onSent();
    },
    onError: (error) => {
      // The server says why: the person opted out, or the number was texted too often.
      const said = readableMessage(error, FOLLOW_UP_FAILED);
      const description = said.startsWith(FOLLOW_UP_FAILED) ? said : FOLLOW_UP_FAILED;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}

function RowActions({ album, onChanged }: { album: AlbumListRow; onChanged: () => void }) {
  const publish = usePublish(album);
  const followUp = useFollowUp(album, onChanged);
  const busy = publish.isPending || followUp.isPending;
  return (
    <div className="flex items-center gap-1">
      <Button asChild size="icon" variant="quiet">
        <a href={`/album-selected/${album.id}`} target="_blank" rel="noreferrer" title="Open the offer page">
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">Open the offer page of {album.albumName}</span>
        </a>
      </Button>
      <Button
        onClick={() => publish.mutate()}
        disabled={busy}
        aria-busy={publish.isPending}
        title="AI cover art, $12.99"
        className="whitespace-nowrap"
      >
        {publish.isPending ? 'Generating...' : 'PUBLISH ALBUM'}
      </Button>
      {album.analyzed && (
        <SelectDialog album={album} disabled={busy} onSend={(letter) => followUp.mutate(letter)} />
      )}
    </div>
  );
}
