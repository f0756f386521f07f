/** Takes one file by drop, click or keyboard, and shows its name and size with a way to remove it. */
import { Upload, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { formatBytes } from '../time-code.ts';
import { classNames } from './class-names.ts';
import { FieldError, RequiredMark } from './field.tsx';

export interface DropzoneProps {
  label: ReactNode;
  file: File | null;
  /** Called with whatever was given, right or wrong: the form judges it. */
  onFile: (file: File | null) => void;
  /** For the picker only, e.g. `.mp3`. */
  accept?: string;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  required?: boolean;
  name?: string;
}

export function Dropzone(props: DropzoneProps) {
  const { label, file, onFile, accept, hint, error, disabled, required, name } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { over, handlers } = useFileDrop(onFile, disabled);
  const remove = () => {
    if (input.current) input.current.value = '';
    onFile(null);
    input.current?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      <span id={`${id}-label`} className="silk text-muted">
        {label}
        {required && <RequiredMark />}
      </span>
      <div
        {...handlers}
        data-over={over || undefined}
        className={classNames(
          'relative rounded-md border border-dashed bg-pit transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-signal',
          over ? 'border-signal bg-raised' : error ? 'border-hot' : 'border-edge hover:border-muted',
          disabled && 'opacity-60',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name={name}
          accept={accept}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-describedby={error ? `${id}-state ${id}-error` : `${id}-state`}
          aria-invalid={error ? true : undefined}
          required={required}
          onChange={(event) => onFile(event.target.files?.[0] ?? null)}
          className="absolute inset-0 z-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <div id={`${id}-state`} className="pointer-events-none relative flex min-h-32 items-center gap-5 p-5">
          {file ? <ChosenFile file={file} /> : <Invitation over={over} hint={hint} />}
        </div>
        {file && !disabled && (
          <button
            type="button"
            onClick={remove}
            className="absolute top-1/2 right-3 z-10 grid size-11 -translate-y-1/2 place-items-center rounded-md text-muted hover:bg-raised hover:text-bone"
          >
            <X aria-hidden="true" className="size-5" />
            <span className="sr-only">Remove {file.name}</span>
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

function Invitation({ over, hint }: { over: boolean; hint?: ReactNode }) {
  return (
    <>
      <Upload
        aria-hidden="true"
        className={classNames('size-7 shrink-0', over ? 'text-signal' : 'text-muted')}
      />
      <span>
        <span className="block font-semibold">
          {over ? 'Let go to add it' : 'Drop your MP3 here, or click to choose'}
        </span>
        {hint && <span className="mt-1 block text-sm text-muted">{hint}</span>}
      </span>
    </>
  );
}

function ChosenFile({ file }: { file: File }) {
  return (
    <>
      <svg viewBox="0 0 28 28" aria-hidden="true" className="size-7 shrink-0 text-signal">
        <path fill="currentColor" d="M2 11h3v6H2zM8 5h3v18H8zM14 9h3v10h-3zM20 2h3v24h-3zM26 11h2v6h-2z" />
      </svg>
      <span className="min-w-0 pr-12">
        <span className="block font-semibold break-all">{file.name}</span>
        <span className="figures mt-1 block text-sm text-muted">{formatBytes(file.size)}</span>
      </span>
    </>
  );
}

/** Counts enters and leaves: moving over a child fires both. */
function useFileDrop(onFile: (file: File) => void, disabled = false) {
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const set = (next: number) => {
    depth.current = Math.max(0, next);
    setOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      event.preventDefault();
      if (!disabled) set(depth.current + 1);
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: () => set(depth.current - 1),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      set(0);
      const file = event.dataTransfer.files[0];
      if (file && !disabled) onFile(file);
    },
  };
  return { over, handlers };
}
