/** Does what the server asks of a browser before it takes a call: by a worker of our own, or by another house's widget. */
import type { WorkTask } from './solve-challenge.ts';

/** As the API says it (src/platform/errors.ts). */
export type ChallengeTask = WorkTask | { kind: 'widget'; siteKey: string; script: string };

/** Its message is for people. */
class ChallengeError extends Error {
  override name = 'ChallengeError';
}

const failed = () =>
  new ChallengeError(
    'Your browser could not show that it is one, so this was not sent. Reload the page and try again, or prove your number: then nothing is asked.',
  );

/** Milliseconds. Far above what the slowest phone takes, and the slowest person. */
const PATIENCE = { work: 90_000, widget: 300_000 };

export function answerChallenge(task: ChallengeTask, signal?: AbortSignal): Promise<string> {
  const limit = AbortSignal.any([AbortSignal.timeout(PATIENCE[task.kind]), ...(signal ? [signal] : [])]);
  return task.kind === 'work' ? work(task, limit) : askWidget(task, limit);
}

function work(task: WorkTask, limit: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./solve-challenge.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    limit.addEventListener('abort', () => reject(failed()));
    worker.onerror = () => reject(failed());
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

/** What we use of the widget's script. */
interface Widget {
  render(
    place: HTMLElement,
    options: { sitekey: string; action: string; callback(token: string): void; 'error-callback'(): void },
  ): string;
  remove(id: string): void;
}

async function askWidget(
  { siteKey, script }: { siteKey: string; script: string },
  limit: AbortSignal,
): Promise<string> {
  const widget = await loadWidget(script);
  const place = document.createElement('div');
  place.className = 'fixed inset-x-0 bottom-4 z-50 mx-auto w-fit';
  document.body.append(place);
  let id = '';
  try {
    return await new Promise<string>((resolve, reject) => {
      limit.addEventListener('abort', () => reject(failed()));
      id = widget.render(place, {
        sitekey: siteKey,
        action: 'vote',
        callback: resolve,
        'error-callback': () => reject(failed()),
      });
    });
  } finally {
    if (id) widget.remove(id);
    place.remove();
  }
}

async function loadWidget(script: string): Promise<Widget> {
  const found = () => (window as { turnstile?: Widget }).turnstile;
  if (!found())
    await new Promise((resolve, reject) => {
      const element = document.createElement('script');
      element.onload = resolve;
      element.onerror = () => reject(failed());
      element.src = script;
      document.head.append(element);
    });
  const widget = found();
  if (!widget) throw failed();
  return widget;
}
