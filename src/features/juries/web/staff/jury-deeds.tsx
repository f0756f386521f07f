/** What an owner does with a round: close it, then publish it. Neither can be undone. */
import { callEndpoint } from '#web/api-client.ts';
import { ConfirmButton } from '#web/staff/confirm-button.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { closeJury, publishJury } from '../../calls.ts';
import type { Jury } from '../../contract.ts';

export function JuryDeeds({ jury, onChanged }: { jury: Jury; onChanged: () => void }) {
  const { busy, run } = useStaffCall();
  const call = { params: { id: String(jury.id) } };
  const close = async () => {
    await run('close', () => callEndpoint(closeJury, call), {
      done: ({ heard }) => `Closed: ${heard} tracks in order`,
      failed: 'Not closed',
    });
    onChanged();
  };
  const publish = async () => {
    await run('publish', () => callEndpoint(publishJury, call), {
      done: 'Published: every entrant has the jury’s words',
      failed: 'Not published',
    });
    onChanged();
  };
  if (jury.state === 'published') return <Badge tone="good">Published</Badge>;
  if (jury.state === 'closed')
    return (
      <ConfirmButton
        variant="primary"
        label="Publish"
        title={`Publish ${jury.name}?`}
        text="Order and ballots become public, and every entrant is sent the jury’s words. This cannot be undone."
        pending={busy === 'publish'}
        onConfirm={publish}
      />
    );
  const left = jury.entries - jury.heard;
  return (
    <ConfirmButton
      label="Close the round"
      title={`Close ${jury.name}?`}
      text={
        left > 0
          ? `${left} of ${jury.entries} tracks have too few ballots and would get no place. This cannot be undone.`
          : 'Every track was heard. No ballot is taken any more, and the order is computed. This cannot be undone.'
      }
      pending={busy === 'close'}
      onConfirm={close}
    />
  );
}
