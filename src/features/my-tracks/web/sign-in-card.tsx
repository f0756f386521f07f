/** For nobody in particular: what is here is this browser's; with a number it is everywhere. */
import { SignInForm } from '#features/people/web/sign-in-form.tsx';
import { Card } from '#web/ui/card.tsx';

export function SignInCard({ onOffer }: { onOffer: () => void }) {
  return (
    <Card title="Sign in to see them everywhere">
      <SignInForm
        lead="With the number you gave, your tracks, receipts and votes are here on any device."
        onOffer={onOffer}
        onSignedIn={() => {}}
      />
    </Card>
  );
}
