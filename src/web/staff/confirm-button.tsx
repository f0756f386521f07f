/** A button for what cannot be undone: says what will happen and asks for confirmation. */
import { useState } from 'react';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'pending'> {
  label: string;
  title: string;
  /** What happens, and that it cannot be undone. */
  text: string;
  onConfirm: () => void;
}

export function ConfirmButton({ label, title, text, onConfirm, ...button }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button {...button}>{label}</Button>}
      title={title}
      description={text}
      footer={
        <>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            Not yet
          </Button>
          <Button variant="primary" onClick={confirm}>
            {label}
          </Button>
        </>
      }
    />
  );
}
