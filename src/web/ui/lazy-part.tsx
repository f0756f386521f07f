/** Parts whose code comes when they are wanted. If it does not come, the page they belong to stays as it is. */
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from './button.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

interface Panel<P> {
  load: Load<P>;
  /** Back to how it was before it was asked for. */
  close: (props: P) => void;
  View?: ComponentType<P>;
}

/** Something that opens over the page. Without its code it says so and asks for it again, which React's `lazy` would not. */
export function lazyPanel<P extends object>(load: Load<P>, close: Panel<P>['close']) {
  const panel: Panel<P> = { load, close };
  return (props: P) => <LazyPanel panel={panel} props={props} />;
}

function LazyPanel<P extends object>({ panel, props }: { panel: Panel<P>; props: P }) {
  const [state, setState] = useState<'asked' | 'there' | 'missing'>('asked');
  const wanted = !('open' in props) || props.open === true;
  useEffect(() => {
    if (!wanted || state !== 'asked') return;
    let left = false;
    const end = (now: 'there' | 'missing') => {
      if (!left) setState(now);
    };
    panel.load().then(
      (code) => {
        panel.View = code.default;
        end('there');
      },
      () => end('missing'),
    );
    return () => {
      left = true;
    };
  }, [wanted, state, panel]);
  if (panel.View) return <panel.View {...props} />;
  if (!wanted || state !== 'missing') return null;
  const again = () => setState('asked');
  const close = () => {
    again();
    panel.close(props);
  };
  return <Missing again={again} close={close} />;
}

const showModal = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal();
};

/** The browser's own dialog: the one of the kit may be what is missing. */
function Missing({ again, close }: { again: () => void; close: () => void }) {
  return (
    <dialog
      ref={showModal}
      onClose={close}
      aria-labelledby="missing-part"
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-md border border-hot bg-panel p-6 text-bone backdrop:bg-ink/85"
    >
      <h2 id="missing-part" className="plate text-2xl">
        That did not open
      </h2>
      <p className="mt-2 text-muted">
        The connection may have dropped. If trying again does not help, reload the page.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" onClick={again}>
          Try again
        </Button>
        <Button onClick={close}>Close</Button>
      </div>
    </dialog>
  );
}

/** For `lazy`: what stands in the place of a part whose code does not come. Nothing, unless told. */
export const orElse =
  <P,>(load: Load<P>, Instead: ComponentType<P> = () => null): Load<P> =>
  () =>
    load().catch(() => ({ default: Instead }));
