/** The second step: the code from the text. Six digits and it is sent by itself. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import type { ServerClock } from '#web/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { useCountdown } from '#web/ui/use-countdown.ts';
import { proveNumber } from '../calls.ts';
import type { AskedCode } from '../contract.ts';
import { CODE_DIGITS } from '../limits.ts';
import { CODE_TRIES } from '../rules.ts';
import { CodeCells } from './code-cells.tsx';
import { requestCode } from './number-step.tsx';
import { TestPhone } from './test-phone.tsx';

/** A code that is on its way, and the server's time when it said so. */
export interface Asked extends AskedCode {
  phone: string;
  clock: ServerClock;
}

interface CodeStepProps {
  asked: Asked;
  onAsked: (answer: AskedCode, phone: string) => void;
  onChangeNumber: () => void;
  onProven: (answer: AnswerOf<typeof proveNumber>) => void;
}

export function CodeStep({ asked, onAsked, onChangeNumber, onProven }: CodeStepProps) {
  const { code, setCode, error, setError, busy, submit, field } = useCode(asked, onProven);
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(code);
      }}
      className="flex flex-col gap-5"
    >
      <p role="status">
        We texted a code to <strong className="figures whitespace-nowrap">{asked.phone}</strong>.{' '}
        <button
          type="button"
          onClick={onChangeNumber}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-signal"
        >
          Change number
        </button>
      </p>
      <CodeCells
        field={field}
        code={code}
        error={error}
        busy={busy}
        onChange={(next) => {
          setCode(next);
          if (next.length === CODE_DIGITS) void submit(next);
          else if (next) setError('');
        }}
      />
      {asked.testPhone !== undefined && (
        <TestPhone
          text={asked.testPhone?.text ?? null}
          onUse={() => {
            setCode(asked.testPhone?.code ?? '');
            void submit(asked.testPhone?.code ?? '');
          }}
        />
      )}
      <Button type="submit" variant="primary" size="large" pending={busy}>
        {busy ? 'Checking…' : 'Sign in'}
      </Button>
      <Resend
        asked={asked}
        onAsked={(answer) => {
          setCode('');
          setError('');
          onAsked(answer, asked.phone);
          field.current?.focus();
        }}
      />
    </form>
  );
}

function useCode(asked: Asked, onProven: CodeStepProps['onProven']) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const tries = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new code has its tries again
  useEffect(() => {
    tries.current = 0;
  }, [asked.againAt]);
  const fail = (message: string) => {
    setError(message);
    setCode('');
    // Once it can be typed in again.
    requestAnimationFrame(() => field.current?.focus());
  };
  const submit = async (typed: string) => {
    if (busy) return;
    if (typed.length !== CODE_DIGITS) return fail(`Please enter the ${CODE_DIGITS} digits`);
    setBusy(true);
    try {
      onProven(await callEndpoint(proveNumber, { body: { phone: asked.phone, code: typed } }));
    } catch (failure) {
      if (failure instanceof ApiError && failure.status < 500) tries.current++;
      fail(explain(failure, tries.current));
    }
    setBusy(false);
  };
  return { code, setCode, error, setError, busy, submit, field };
}

/** The server never says how many tries are left, as that would tell whether a code is out; we have counted our own. */
function explain(failure: unknown, tries: number): string {
  if (tries >= CODE_TRIES) return 'That was the last try with this code. Please ask for a new one.';
  return readableMessage(failure, 'We could not be reached. Please try again.');
}

function Resend({ asked, onAsked }: { asked: Asked; onAsked: (answer: AskedCode) => void }) {
  const left = useCountdown(asked.againAt, asked.clock) ?? 0;
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setError(await requestCode(asked.phone, onAsked));
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      <Button disabled={left > 0} pending={busy} onClick={() => void ask()}>
        {left > 0 ? (
          <span>
            New code in <span className="figures">{formatLeft(left)}</span>
          </span>
        ) : (
          'Send a new code'
        )}
      </Button>
      <FieldError>{error}</FieldError>
      <p>
        Nothing came? It can take a minute. If you once replied STOP to us, text START to the same number
        first.
      </p>
    </div>
  );
}

const formatLeft = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
