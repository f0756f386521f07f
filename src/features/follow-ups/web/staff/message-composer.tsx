/** A message to the artist, beside a track that plays: from a template or not, seen before it is sent, ten minutes to recall. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { addUpdate, listMessages } from '../../calls.ts';
import { MESSAGE_TEMPLATES } from '../../copy.ts';
import { RECALL_SECONDS } from '../../limits.ts';
import { MessageList } from './update-history.tsx';

interface MessageComposerProps {
  track: { id: number; artistName: string; trackTitle: string };
  /** Who writes. */
  me: string;
  /** What was typed and not sent; kept by whoever shows this. */
  draft: [string, (text: string) => void];
}

export function MessageComposer({ track, me, draft: [text, setText] }: MessageComposerProps) {
  const { label } = useCampaign();
  const [previewing, setPreviewing] = useState(false);
  const { busy, run } = useStaffCall();
  const client = useQueryClient();
  const params = { id: String(track.id) };
  const fill = (id: string) => {
    const names = { artist: track.artistName, track: track.trackTitle, label, me };
    setText(MESSAGE_TEMPLATES.find((one) => one.id === id)?.write(names) ?? text);
  };
  const send = async () => {
    const body = { updateText: text, status: 'contacted' as const, recallable: true };
    const sent = await run('send', () => callEndpoint(addUpdate, { params, body }), {
      done: 'Message on its way',
      description: () => 'It goes out in ten minutes. Until then you can recall it.',
      failed: 'Error',
      fallback: 'Failed to create update',
    });
    if (!sent) return;
    setPreviewing(false);
    setText('');
    void client.invalidateQueries({ queryKey: [endpointUrl(listMessages, { params })] });
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 rounded-md border border-signal p-3">
        <Select
          aria-label="Template"
          placeholder="Begin with a template"
          options={MESSAGE_TEMPLATES.map(({ id, label: name }) => ({ value: id, label: name }))}
          value=""
          onValueChange={fill}
        />
        <textarea
          aria-label={`Message to ${track.artistName}`}
          className="min-h-28 w-full resize-y bg-transparent outline-none"
          placeholder={`${track.artistName} reads this.`}
          value={text}
          maxLength={5000}
          onChange={(event) => setText(event.target.value)}
        />
        <Button variant="primary" disabled={text.trim().length < 5} onClick={() => setPreviewing(true)}>
          Preview and send
        </Button>
      </div>
      <MessageList id={params.id} />
      <Dialog
        open={previewing}
        onOpenChange={setPreviewing}
        title={`To ${track.artistName}`}
        description={`It goes to their inbox in ${RECALL_SECONDS / 60} minutes, and a text says that you wrote if they agreed to texts. Until then it can be recalled.`}
        footer={
          <>
            <Button onClick={() => setPreviewing(false)}>Keep writing</Button>
            <Button variant="primary" pending={busy === 'send'} onClick={send}>
              Send
            </Button>
          </>
        }
      >
        <div className="border-l-2 border-signal pl-4">
          <p className="silk text-muted">
            {label} wrote to you about “{track.trackTitle}”
          </p>
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
        </div>
      </Dialog>
    </div>
  );
}
