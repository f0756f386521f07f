/** What a page says about something it sells, and what it gets: the words of `usePurchase`. */
import type { PaymentStatus } from '../contract.ts';
import type { ProviderFailure, Tried } from './payment-texts.ts';

/** What the server answers when a payment is begun; a page may add what it shows of it. */
export interface Begun {
  clientSecret: string;
}

export interface Paid<B extends Begun> {
  clientSecret: string;
  paymentIntentId: string;
  /** Null when the buyer comes back from the bank's page. */
  begun: B | null;
  /** Null unless the buyer comes back from the bank's page. */
  status: PaymentStatus | null;
}

export interface PurchaseOptions<B extends Begun, W> {
  /** Begins the payment at the server. */
  start: (wanted: W) => Promise<B>;
  /** With the page, when `begin` is called, with the first key typed into the form, or whenever the form is sent. */
  when: 'load' | 'call' | 'type' | 'send';
  /** For `load`: false while there is nothing to pay yet, or nothing left to pay. */
  enabled?: boolean;
  /** For `type` and `send`: the price, which Stripe wants before there is a payment. */
  cents?: number;
  /** Where the bank's page leads back to. If that is this page, the payment named in the address is taken up here. */
  returnPath: string;
  /** Title of the toast when the card is refused. */
  failedTitle?: string;
  /** Paid, and known to the server. Called once. */
  onPaid: (paid: Paid<B>) => void;
  /** It could not be begun; `error` holds the sentence for the page. */
  onFailed?: (cause: unknown) => void;
  /** Begun, not begun, or no longer to be had at this price: what the page shows of it may be out of date. */
  onChange?: () => void;
  /** Cancelled with the form's button: nothing was charged. Without this there is no such button. */
  onCancelled?: () => void;
  /** Back from the bank's page, whatever it said. Called once, before `onPaid`. */
  onReturned?: (status: PaymentStatus, clientSecret: string | null) => void;
}

export type FormPhase = 'idle' | 'paying' | 'processing' | 'paid';

/** What the card form needs of a purchase. */
export interface CardPurchase extends Pick<PurchaseOptions<Begun, never>, 'cents' | 'returnPath'> {
  clientSecret: string | null;
  /** The form is there before the payment is, and stays as it is when the payment comes. */
  deferred: boolean;
  phase: FormPhase;
  /** Above the button: why it failed, or that it is processing. */
  message: string | null;
  /** Begins the payment if nobody did, then charges it. Null when our own server refused. */
  pay: (charge: (clientSecret: string) => Promise<Tried>) => Promise<Tried | null>;
  /** The provider refused what was typed before anything was sent. */
  refuse: (failure: ProviderFailure) => void;
  /** The buyer typed. */
  touch: () => void;
  /** Absent while there is nothing to cancel. */
  cancel?: () => Promise<void>;
}

export interface Purchase<B extends Begun, W> extends CardPurchase {
  begun: B | null;
  /** Why it could not be begun. */
  error: string | null;
  pending: boolean;
  /** What is being begun. */
  wanted: W | undefined;
  /** What the bank said, when the buyer has just come back without having paid. */
  returned: string | null;
  /** False when it could not be begun. */
  begin: (wanted: W) => Promise<boolean>;
  /** Goes on with a payment that was begun before. */
  resume: (begun: B) => void;
  clear: () => void;
  /** Closes the form: nobody can pay what was begun any more. If it is being paid at this moment, says `arrives` instead. */
  leave: (arrives: string) => Promise<void>;
}
