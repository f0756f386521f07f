/** /texts-off/:code: where the link at the end of every text leads. Opening it is the one tap. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { usePathParam } from '#web/page-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { endTexts } from '../calls.ts';

export default function TextsOffPage() {
  const code = usePathParam('code');
  const { mutate, isSuccess, isError, error } = useMutation({
    mutationFn: () => callEndpoint(endTexts, { params: { code } }),
  });
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  return (
    <div className="column py-10 md:py-14">
      {isError ? (
        <ErrorState
          level={1}
          title="Texts are not off yet"
          action={
            <Button variant="primary" onClick={() => mutate()}>
              Try again
            </Button>
          }
        >
          {readableMessage(error, 'Check the connection and try again, or reply STOP to the text.')}
        </ErrorState>
      ) : (
        <div role="status">
          <h1 className="poster text-[clamp(2rem,9vw,4.5rem)]">
            {isSuccess ? 'Texts are off' : 'Switching off…'}
          </h1>
          {isSuccess && (
            <p className="mt-5 max-w-prose text-lg text-muted">
              We text you no more about your tracks. What happens to them is still in{' '}
              <Link to="/my-tracks" className="text-bone underline underline-offset-4">
                My tracks
              </Link>
              , where you can switch texts on again.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
