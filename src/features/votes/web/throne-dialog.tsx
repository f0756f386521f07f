/** The Throne's comment (required, at most 500 characters, counted while typing), then the payment. */
import { type FormEvent, useState } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Textarea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { COMMENT_MAX } from '../limits.ts';
import { commentRequired } from '../rules.ts';

interface ThroneDialogProps {
  artistName: string;
  pending: boolean;
  onClose: () => void;
  /** Begins the payment with this comment. */
  onComment: (comment: string) => void;
}

export function ThroneDialog({ artistName, pending, onClose, onComment }: ThroneDialogProps) {
  const campaign = useCampaign();
  const [comment, setComment] = useState('');
  const [error, setError] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = comment.trim();
    if (text) return onComment(text);
    setError(commentRequired(campaign));
    toast({ title: 'Comment Required', description: commentRequired(campaign), variant: 'destructive' });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="THE THRONE VOTE"
      description={`250 votes for ${artistName}, and your words beside them.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={`Why should ${campaign.celebrity} and ${campaign.label} sign ${artistName}?`}
          hint="Everybody can read it beside your vote. Please leave out phone numbers and other people's names."
          error={error}
          required
        >
          <Textarea
            value={comment}
            maxLength={COMMENT_MAX}
            rows={5}
            onChange={(event) => {
              setComment(event.target.value);
              setError('');
            }}
          />
        </Field>
        <p
          aria-live="polite"
          className={classNames(
            'figures -mt-3 text-right text-sm',
            comment.length >= COMMENT_MAX ? 'text-hot' : 'text-muted',
          )}
        >
          {comment.length}/{COMMENT_MAX}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? 'Starting…' : 'Continue to payment'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
