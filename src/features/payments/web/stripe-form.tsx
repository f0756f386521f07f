/** Stripe's Payment Element. Before it charges, our server is asked whether the item is still for sale. */
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementsOptions } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useMemo, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Badge } from '#web/ui/badge.tsx';
import { checkPayment } from '../calls.ts';
import type { CardFormProps } from './card-form.tsx';
import { CancelButton, OutcomeLine, PayButton } from './card-form-parts.tsx';
import type { Tried } from './payment-texts.ts';
import { isTaken } from './use-purchase.ts';

interface StripeFormProps extends CardFormProps {
  publishableKey: string;
  testMode: boolean;
}

/** The colours of styles.css, for Stripe's frame. */
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
  const { cents = 100, deferred } = props.purchase;
  const clientSecret = deferred ? null : props.purchase.clientSecret;
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

function PaymentFields({ purchase, label, testMode }: Omit<StripeFormProps, 'publishableKey'>) {
  const { phase, message, returnPath, deferred } = purchase;
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Nothing to send until the provider is ready.
    if (!stripe || !elements || !ready || phase !== 'idle') return;
    const { error: incomplete } = await elements.submit();
    if (incomplete) return purchase.refuse(incomplete);
    await purchase.pay(async (clientSecret): Promise<Tried> => {
      await callEndpoint(checkPayment, { body: { clientSecret } });
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        ...(deferred ? { clientSecret } : {}),
        redirect: 'if_required',
        confirmParams: { return_url: window.location.origin + returnPath },
      });
      const status = error?.payment_intent?.status ?? paymentIntent?.status ?? '';
      // If it was paid a moment ago or in another tab, that counts, whatever this attempt was answered.
      return error && !isTaken(status) ? { status, failure: error } : { status };
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {testMode && (
        <Badge tone="warm" className="self-end">
          Test mode
        </Badge>
      )}
      <PaymentElement onReady={() => setReady(true)} onFocus={purchase.touch} />
      <OutcomeLine phase={phase} message={message} />
      <PayButton label={label} phase={phase} disabled={!ready} />
      <CancelButton cancel={purchase.cancel} />
    </form>
  );
}
