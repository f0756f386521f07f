/** Follow and stop following, each by one tap. Whoever is not signed in is sent there, and back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMe } from '#features/people/web/use-me.ts';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { followArtist, getArtist, listMyArtists, unfollowArtist } from '../calls.ts';
import type { Artist } from '../contract.ts';

export function useFollow(id: number) {
  const queries = useQueryClient();
  const params = { id: String(id) };
  return useMutation({
    mutationFn: (follow: boolean) => callEndpoint(follow ? followArtist : unfollowArtist, { params }),
    onSuccess: (answer) => {
      const key = [endpointUrl(getArtist, { params })];
      const page = queries.getQueryData<Artist>(key);
      if (page) queries.setQueryData<Artist>(key, { ...page, ...answer });
      void queries.invalidateQueries({ queryKey: [endpointUrl(listMyArtists)] });
    },
    onError: (error) =>
      toast({
        title: 'Not changed',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      }),
  });
}

interface FollowButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  artist: Pick<Artist, 'id' | 'name' | 'following' | 'mine'>;
}

export function FollowButton({ artist: { id, name, following, mine }, ...look }: FollowButtonProps) {
  const me = useMe();
  const { mutate, isPending } = useFollow(id);
  if (mine) return null;
  if (!me)
    return (
      <Button asChild {...look}>
        <a href={`/sign-in?then=/artist/${id}`}>Follow</a>
      </Button>
    );
  return (
    <Button
      {...look}
      variant={following ? 'quiet' : 'secondary'}
      pending={isPending}
      onClick={() => mutate(!following)}
    >
      {following ? 'Following' : 'Follow'}
      <span className="sr-only">
        {name}
        {following && ': stop'}
      </span>
    </Button>
  );
}

/** Beside a notice: what it came from ends here. */
export function UnfollowButton({ id }: { id: number }) {
  const { mutate, isPending, isSuccess } = useFollow(id);
  if (isSuccess) return <p className="px-4 py-3 text-sm text-muted">No more notices from this artist.</p>;
  return (
    <Button variant="quiet" pending={isPending} onClick={() => mutate(false)}>
      Stop these
    </Button>
  );
}
