/** Does something for staff: busy while it lasts, a toast for how it ended. */
import { useMutation } from '@tanstack/react-query';
import { readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';

interface Words<T> {
  /** Title of the toast when it worked; none when left out. */
  done?: string | ((answer: T) => string);
  description?: (answer: T) => string;
  failed: string;
  /** Said when the server gives no sentence of its own. */
  fallback?: string;
}

interface Call {
  name: string;
  call: () => Promise<unknown>;
}

export function useStaffCall() {
  const { mutateAsync, isPending, variables } = useMutation({ mutationFn: ({ call }: Call) => call() });
  /** Null when it failed. */
  const run = async <T>(name: string, call: () => Promise<T>, words: Words<T>): Promise<T | null> => {
    try {
      const answer = (await mutateAsync({ name, call })) as T;
      if (words.done) {
        const title = typeof words.done === 'string' ? words.done : words.done(answer);
        toast({ title, description: words.description?.(answer), duration: 5000 });
      }
      return answer;
    } catch (error) {
      const description = readableMessage(error, words.fallback ?? 'Please try again.');
      toast({ title: words.failed, description, variant: 'destructive' });
      return null;
    }
  };
  return { busy: isPending ? variables.name : null, run };
}
