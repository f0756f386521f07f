/** The offer's letter: the stored one, one written within 15 seconds, or the default. */
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { generateMessage } from '../calls.ts';
import type { Album } from '../contract.ts';

const PATIENCE_MS = 15_000;

export function ReviewLetter({ album }: { album: Album }) {
  const { label } = useCampaign();
  const { data, isError } = useQuery({
    queryKey: [generateMessage.path, album.id],
    enabled: album.personalMessage === null,
    queryFn: () =>
      callEndpoint(generateMessage, {
        body: { albumId: album.id, albumName: album.albumName, artistName: album.artistName },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
  });
  const message = album.personalMessage ?? data?.message ?? null;
  if (message === null && !isError)
    return (
      <Card title="Executive A&R Review">
        <Skeleton className="h-40" />
      </Card>
    );
  return (
    <Card title="Executive A&R Review" aside={message ? <HonestyBadge tag="Automated" /> : undefined}>
      <p className="max-w-prose whitespace-pre-line text-lg leading-relaxed">
        {message ?? defaultLetter(album, label)}
      </p>
    </Card>
  );
}

const defaultLetter = ({ artistName, albumName }: Album, label: string) =>
  [
    `Dear ${artistName},`,
    `We have listened to “${albumName}” from the first track to the last, and we would like to take it further.`,
    'Beside this letter you find what we offer, what it costs, and what happens next.',
    `The A&R team of ${label}`,
  ].join('\n\n');
