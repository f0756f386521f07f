/** What an artist still has to bring before anything can be delivered: shown where distribution is sold. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { getRelease } from '../calls.ts';
import { nameField } from '../format-missing.ts';
import type { Subject } from '../limits.ts';
import { problemsOf } from '../rules.ts';

/** For whoever is not its artist here. */
const ALWAYS = [
  'Master (WAV, AIFF or FLAC)',
  'Cover, 3000 × 3000 pixels',
  'Credits and shares',
  'ISRC and UPC',
];

export function ReleaseNeeds({ kind, id }: { kind: Subject; id: string }) {
  const { data } = useQuery({ ...endpointQuery(getRelease, { params: { kind, id } }), retry: false });
  const missing = data ? problemsOf(data.checks).map(({ field }) => nameField(field)) : ALWAYS;
  return (
    <Card title="What stores need from you" className="mt-5">
      {missing.length === 0 ? (
        <p className="text-muted">Everything is there. It can be delivered.</p>
      ) : (
        <>
          <p className="text-muted">
            {data ? 'Still to bring' : 'To be brought by the artist'}, before or after paying. Nothing is
            delivered without it.
          </p>
          <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            {missing.map((name) => (
              <li key={name} className="before:mr-2 before:text-warm before:content-['○']">
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button asChild className="mt-5">
        <Link to="/release/$kind/$id" params={{ kind, id }}>
          Open the release
        </Link>
      </Button>
    </Card>
  );
}
