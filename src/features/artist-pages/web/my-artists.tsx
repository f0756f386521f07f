/** In My tracks: one's own artist pages, and the artists one follows, each off by one tap. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { listMyArtists } from '../calls.ts';
import { useFollow } from './follow-button.tsx';

/** For somebody who is signed in. */
export function MyArtists() {
  const { data } = useQuery({ ...endpointQuery(listMyArtists), refetchOnMount: 'always' });
  if (!data || data.own.length + data.following.length === 0) return null;
  return (
    <section aria-labelledby="my-artists" className="flex flex-col gap-6">
      <h2 id="my-artists" className="sr-only">
        Artists
      </h2>
      {data.own.length > 0 && (
        <div>
          <h3 className="silk mb-2 text-muted">Your artist page</h3>
          <ul>
            {data.own.map(({ id, name }) => (
              <li key={id}>
                <ArtistLink id={id} name={name} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {data.following.length > 0 && (
        <div>
          <h3 className="silk mb-2 text-muted">You follow</h3>
          <ul>
            {data.following.map(({ id, name }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <ArtistLink id={id} name={name} />
                <Unfollow id={id} name={name} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const ArtistLink = ({ id, name }: { id: number; name: string }) => (
  <Link
    to={`/artist/${id}`}
    dir="auto"
    className="plate inline-flex min-h-11 min-w-0 items-center text-lg wrap-anywhere underline-offset-4 hover:text-signal hover:underline"
  >
    {name}
  </Link>
);

function Unfollow({ id, name }: { id: number; name: string }) {
  const { mutate, isPending } = useFollow(id);
  return (
    <Button variant="quiet" pending={isPending} onClick={() => mutate(false)}>
      Unfollow<span className="sr-only"> {name}</span>
    </Button>
  );
}
