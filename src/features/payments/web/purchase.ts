/** The types of `usePurchase`: what a page says about what it sells, and what it gets back. */
import type { PaymentStatus } from '../contract.ts';
import type { ProviderFailure, Tried } from './payment-texts.ts';

/** The server's answer when a payment begins; a page may add what it shows of it. */
export interface Begun {
  clientSecret: string;
  /** The artist, when somebody else pays. */
  giftTo?: string | null;
}

export interface Paid<B extends Begun> {
  clientSecret: string;
  paymentIntentId: string;
  /** Null if the buyer comes back from the bank's page. */
  begun: B | null;
  /** Only if the buyer comes back from the bank's page. */
  status: PaymentStatus | null;
}

export interface PurchaseOptions<B extends Begun, W> {
  /** Begins the payment at the server. */
  start: (wanted: W) => Promise<B>;
  /** When the page loads, when `begin` is called, on the first key typed into the form, or each time it is sent. */
  when: 'load' | 'call' | 'type' | 'send';
  /** For `load`: false while there is nothing to pay. */
  enabled?: boolean;
  /** For `type` and `send`: the price, which Stripe wants before there is a payment. */
  cents?: number;
  /** The artist, when somebody else pays: said before anything begins. */
  giftTo?: string | null;
  /** Where the bank's page leads back to. If that is this page, it picks up the payment named in the address. */
  returnPath: string;
  /** Title of the toast when the card is refused. */
  failedTitle?: string;
  /** Called once, when the server knows it is paid. */
  onPaid: (paid: Paid<B>) => void;
  /** The payment could not begin; `error` holds the sentence for the page. */
  onFailed?: (cause: unknown) => void;
  /** It began, failed to begin, or is no longer for sale at this price: what the page shows may be out of date. */
  onChange?: () => void;
  /** The buyer cancelled; nothing was charged. Leave it out and there is no cancel button. */
  onCancelled?: () => void;
  /** Called once on the way back from the bank's page, whatever the bank said, and before `onPaid`. */
  onReturned?: (status: PaymentStatus, clientSecret: string | null) => void;
}

export type FormPhase = 'idle' | 'paying' | 'processing' | 'paid';

/** What the card form needs of a purchase. */
export interface CardPurchase extends Pick<PurchaseOptions<Begun, never>, 'cents' | 'returnPath'> {
  clientSecret: string | null;
  /** The artist, when somebody else pays. */
  giftTo: string | null;
  /** The form comes before the payment, and must not change when the payment begins. */
  deferred: boolean;
  phase: FormPhase;
  /** Shown above the button: why it failed, or that it is processing. */
  message: string | null;
  /** Begins the payment if needed, then charges it. Null when our own server refused. */
  pay: (charge: (clientSecret: string) => Promise<Tried>) => Promise<Tried | null>;
  /** The provider found a fault in what was typed, before anything was sent. */
  refuse: (failure: ProviderFailure) => void;
  /** The buyer typed. */
  touch: () => void;
  /** Missing while there is nothing to cancel. */
  cancel?: () => Promise<void>;
}

export interface Purchase<B extends Begun, W> extends CardPurchase {
  begun: B | null;
  /** Why it could not begin. */
  error: string | null;
  pending: boolean;
  /** What is being begun. */
  wanted: W | undefined;
  /** What the bank said, if the buyer has just come back without paying. */
  returned: string | null;
  /** Resolves to false when it could not begin. */
  begin: (wanted: W) => Promise<boolean>;
  /** Continues a payment from earlier. */
  resume: (begun: B) => void;
  clear: () => void;
  /** Closes the form and cancels the payment, unless it is being paid right now: then says `arrives`. */
  leave: (arrives: string) => Promise<void>;
}
