/** The master of one track: chosen, sent, listened to; what was measured, or why it is none. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStaffName } from '#features/people/web/use-me.ts';
import { readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { formatBytes } from '#web/time-code.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import { PickFile } from '#web/ui/pick-file.tsx';
import { getRelease } from '../calls.ts';
import type { Master } from '../contract.ts';
import { TRACK_WORDS } from '../copy.ts';
import { sayCredentials } from '../format-ai.ts';
import { DOUBT_DAYS, MASTER_BYTES, type Subject } from '../limits.ts';
import { sendMaster } from './send-master.ts';
import { idOf } from './still-to-bring.tsx';
import { useFreshLook } from './use-fresh-look.ts';

const AcceptMaster = lazy(() => import('./staff/accept-master.tsx'));

interface MasterProps {
  kind: Subject;
  id: string;
  position: number;
  master: Master | undefined;
  problem: string | null;
}

export function MasterField({ kind, id, position, master, problem }: MasterProps) {
  const sending = useSending({ kind, id, position });
  useFreshLook(kind, id, master?.state === 'checking');
  const isBusy = sending.fraction !== null;
  const isStaff = useStaffName() !== null;
  return (
    <div className="mt-6 space-y-3">
      <p className="silk text-muted">{TRACK_WORDS.master.label}</p>
      <p className="text-sm text-muted">{TRACK_WORDS.master.why}</p>
      {master && <MasterLine master={master} />}
      {sending.fraction !== null && (
        <Progress label="Master sent" value={sending.fraction * 100} figure={sending.figure} />
      )}
      {master?.isDoubted && (
        <p className="text-sm text-muted">
          Is this how the recording was made, an old tape or a broadcast? Then tell us: for {DOUBT_DAYS} days
          our people can let this very file through.
        </p>
      )}
      {master?.isDoubted && isStaff && (
        <Suspense>
          <AcceptMaster id={master.id} onAccepted={sending.look} />
        </Suspense>
      )}
      <FieldError>{sending.failure ?? (isBusy ? null : problem)}</FieldError>
      <div className="flex flex-wrap gap-3">
        <PickFile
          id={idOf(`tracks.${position - 1}.master`)}
          label={`Master of track ${position}`}
          accept=".wav,.aif,.aiff,.flac,audio/wav,audio/flac,audio/aiff"
          onFile={(file) => void sending.send(file)}
          pending={isBusy}
        >
          {isBusy ? 'Sending…' : nameChoice(master)}
        </PickFile>
        {isBusy && (
          <Button variant="quiet" onClick={sending.cancel}>
            Stop
          </Button>
        )}
      </div>
    </div>
  );
}

const nameChoice = (master: Master | undefined) =>
  master?.state === 'arriving' ? 'Go on sending' : master ? 'Send another master' : 'Send the master';

function MasterLine({ master }: { master: Master }) {
  const { fileName, state, summary, remarks, bytes, credentials } = master;
  return (
    <div className="rounded-md border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-semibold wrap-anywhere">{fileName}</span>
        {state === 'kept' && <Badge tone="good">Master</Badge>}
        {state === 'refused' && <Badge tone="hot">Refused</Badge>}
        {state === 'checking' && <Badge tone="warm">Listening</Badge>}
        {state === 'arriving' && <Badge>Not whole yet</Badge>}
      </p>
      <p className="figures mt-1 text-muted">{summary ?? formatBytes(bytes)}</p>
      {credentials && <p className="mt-2 text-muted">{sayCredentials(credentials)}</p>}
      {remarks.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-muted">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useSending({ kind, id, position }: Pick<MasterProps, 'kind' | 'id' | 'position'>) {
  const client = useQueryClient();
  const [fraction, setFraction] = useState<number | null>(null);
  const [size, setSize] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const look = () =>
    client.invalidateQueries({ queryKey: endpointQuery(getRelease, { params: { kind, id } }).queryKey });
  const send = async (file: File) => {
    if (file.size > MASTER_BYTES) return setFailure('A master may have 500 MB at most.');
    running.current = new AbortController();
    const { signal } = running.current;
    setSize(file.size);
    setFraction(0);
    setFailure(null);
    try {
      await sendMaster(file, { kind, id, position, signal, onProgress: setFraction });
    } catch (error) {
      if (!signal.aborted)
        setFailure(readableMessage(error, 'The connection broke. Choose the same file to go on.'));
    } finally {
      setFraction(null);
      await look();
    }
  };
  const figure = `${formatBytes((fraction ?? 0) * size)} of ${formatBytes(size)}`;
  return { fraction, figure, failure, send, look, cancel: () => running.current?.abort() };
}
