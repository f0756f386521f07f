/** Stripe's Payment Element in our frame: it takes the card, we ask our server first whether it can still be had. */
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementsOptions } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useMemo, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Badge } from '#web/ui/badge.tsx';
import { checkPayment } from '../contract.ts';
import type { CardFormProps } from './card-form.tsx';
import { CancelButton, OutcomeLine, PayButton } from './sandbox-form.tsx';
import { isTaken, useOutcome } from './use-outcome.ts';

interface StripeFormProps extends CardFormProps {
  publishableKey: string;
  testMode: boolean;
}

/** The tokens of styles.css, in the words of Stripe's own frame. */
const APPEARANCE: Appearance = {
  theme: 'night',
  variables: {
    colorPrimary: '#ffb224',
    colorBackground: '#070605',
    colorText: '#f3ede2',
    colorTextSecondary: '#a79f92',
    colorDanger: '#ff5c4d',
    borderRadius: '4px',
  },
};

export default function StripeForm({ publishableKey, ...props }: StripeFormProps) {
  const stripe = useMemo(() => loadStripe(publishableKey), [publishableKey]);
  const { clientSecret, cents = 100 } = props;
  const { currency } = useCampaign();
  const options = useMemo<StripeElementsOptions>(
    () =>
      clientSecret
        ? { clientSecret, appearance: APPEARANCE }
        : { mode: 'payment', amount: cents, currency, appearance: APPEARANCE },
    [clientSecret, cents, currency],
  );
  return (
    <Elements key={clientSecret ?? `${cents}`} stripe={stripe} options={options}>
      <PaymentFields {...props} />
    </Elements>
  );
}

function PaymentFields(props: Omit<StripeFormProps, 'publishableKey'>) {
  const stripe = useStripe();
  const elements = useElements();
  const outcome = useOutcome(props);
  const [ready, setReady] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Until the provider is ready there is nothing to send.
    if (!stripe || !elements || !ready || outcome.phase !== 'idle') return;
    try {
      const { error: incomplete } = await elements.submit();
      if (incomplete) return outcome.refuse(incomplete);
      const clientSecret = await outcome.start();
      await callEndpoint(checkPayment, { body: { clientSecret } });
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        ...(props.clientSecret ? {} : { clientSecret }),
        redirect: 'if_required',
        confirmParams: { return_url: window.location.origin + (props.returnPath ?? '/payment-success') },
      });
      const status = error?.payment_intent?.status ?? paymentIntent?.status ?? '';
      // Paid already, in another tab or a moment ago: that is what it is, whatever this try was answered.
      if (error && !isTaken(status)) outcome.refuse(error);
      else outcome.settle(status);
    } catch (error) {
      outcome.stop(error);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {props.testMode && (
        <Badge tone="warm" className="self-end">
          Test mode
        </Badge>
      )}
      <PaymentElement onReady={() => setReady(true)} onFocus={outcome.touch} />
      <OutcomeLine outcome={outcome} />
      <PayButton {...props} phase={outcome.phase} disabled={!ready} />
      <CancelButton cancel={outcome.cancel} />
    </form>
  );
}
