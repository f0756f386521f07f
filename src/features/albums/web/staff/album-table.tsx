/** The rows of the album database, each with its three actions. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { sayShare } from '#features/duplicates/rules.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { generateCover, planSelection, recallSelection, retryAlbum, sendFollowup } from '../../calls.ts';
import type { AlbumListRow } from '../../contract-staff.ts';
import { type AlbumBadge, badgeOf, FOLLOW_UP_FAILED, type ScoreTone, scoreTone } from '../../rules.ts';
import { type Letter, SelectDialog } from './select-dialog.tsx';

const DENSE = 'px-3 py-2 text-sm';
const REDIRECT_MS = 1000;

interface AlbumTableProps {
  rows: readonly AlbumListRow[];
  onChanged: () => void;
}

export function AlbumTable({ rows, onChanged }: AlbumTableProps) {
  return (
    <Table caption="Album submissions" stacked className="md:min-w-240">
      <TableHead>
        {['Artist', 'Album', 'Phone', 'Tracks', 'Score', 'Status', 'Created', 'Actions'].map((name) => (
          <HeaderCell key={name} className="px-3!">
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

interface AlbumRowProps {
  album: AlbumListRow;
  onChanged: () => void;
}

function AlbumRow({ album, onChanged }: AlbumRowProps) {
  const status = badgeOf(album);
  const { track1Title, track2Title, track3Title } = album.tracks;
  return (
    <Row>
      <Cell className={classNames(DENSE, 'font-semibold wrap-anywhere')} label="Artist">
        {album.artistName}
      </Cell>
      <Cell className={classNames(DENSE, 'wrap-anywhere')} label="Album">
        <span className="flex items-center gap-2">
          {album.coverImageUrl && (
            <img src={album.coverImageUrl} alt="" loading="lazy" className="size-9 shrink-0 rounded-sm" />
          )}
          {album.albumName}
        </span>
      </Cell>
      <Cell className={classNames(DENSE, 'figures text-xs whitespace-nowrap')} label="Phone">
        {album.phoneNumber}
      </Cell>
      <Cell className={classNames(DENSE, 'md:min-w-64')}>
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
        <span className="flex flex-wrap gap-1">
          <Badge tone={STATUS_TONE[status]}>{status}</Badge>
          {album.submissionPaid && <Badge>Fee paid</Badge>}
          {album.selectedAt && <Badge tone="good">Selected</Badge>}
        </span>
        <Trouble album={album} onChanged={onChanged} />
        <OnItsWay album={album} onChanged={onChanged} />
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

/** The analysis failed: why, and once more. */
function Trouble({ album: { id, albumName, state, failureMessage }, onChanged }: AlbumRowProps) {
  const { busy, run } = useStaffCall();
  if (state !== 'failed') return null;
  const retry = async () => {
    const call = { params: { id: String(id) } };
    await run('retry', () => callEndpoint(retryAlbum, call), { done: 'Heard again', failed: 'Error' });
    onChanged();
  };
  return (
    <div className="mt-1">
      <p className="text-hot">{failureMessage ?? 'The analysis failed.'}</p>
      <Button variant="quiet" className="-ml-4" pending={busy === 'retry'} onClick={retry}>
        Try again<span className="sr-only">: {albumName}</span>
      </Button>
    </div>
  );
}

/** A selection that its artist does not know of yet, or that could not be sent. */
function OnItsWay({ album: { id, albumName, selection }, onChanged }: AlbumRowProps) {
  const { busy, run } = useStaffCall();
  if (!selection) return null;
  if (selection.failure) return <p className="mt-1 text-hot">Not sent. {selection.failure}</p>;
  const recall = async () => {
    const call = { params: { id: String(id) } };
    await run('recall', () => callEndpoint(recallSelection, call), {
      done: 'Recalled',
      description: () => 'The artist was told nothing.',
      failed: 'Not recalled',
    });
    onChanged();
  };
  return (
    <div className="mt-1">
      <p>Artist is told at {sayClock(selection.sendsAt)}</p>
      <Button variant="quiet" className="-ml-4" pending={busy === 'recall'} onClick={recall}>
        Recall<span className="sr-only"> the selection of {albumName}</span>
      </Button>
    </div>
  );
}

const sayClock = (at: string) => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });

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
    mutationFn: async ({ letter, now }: Letter) => {
      if (now) {
        const { scheduledFor } = await callEndpoint(sendFollowup, { body: { albumId: id, letter } });
        return scheduledFor ? sayScheduled(scheduledFor) : SENT;
      }
      const call = { params: { id: String(id) }, body: { letter } };
      const { sendsAt } = await callEndpoint(planSelection, call);
      return {
        title: 'Follow-up on its way',
        description: `It goes out at ${sayClock(sendsAt)}. Until then you can recall it here.`,
      };
    },
    onSuccess: (words) => {
      toast(words);
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

function RowActions({ album, onChanged }: AlbumRowProps) {
  const publish = usePublish(album);
  const followUp = useFollowUp(album, onChanged);
  const busy = publish.isPending || followUp.isPending;
  return (
    <div className="flex flex-wrap items-center gap-1 md:w-38">
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
      {album.analyzed && <SelectDialog album={album} disabled={busy} onSend={followUp.mutate} />}
    </div>
  );
}
