/** A call by staff: busy while it runs, and a toast for its outcome. */
import { useMutation } from '@tanstack/react-query';
import { readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';

export interface Words<T> {
  /** Title of the toast on success; without it there is none. */
  done?: string | ((answer: T) => string);
  description?: (answer: T) => string;
  failed: string;
  /** Shown when the server sends no message. */
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
