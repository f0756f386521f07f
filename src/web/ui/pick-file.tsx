/** A button that has one file chosen, and hands it on. The same file can be chosen again. */
import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface PickFileProps extends Omit<ButtonProps, 'onClick'> {
  /** What is asked for, for those who do not see the button. */
  label: string;
  accept: string;
  onFile: (file: File) => void;
}

export function PickFile({ label, accept, onFile, ...button }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
