/** The words of notices. Texts carry no name anybody typed: they are our own words and a link. */
import type { NoticeKind } from './contract.ts';

/** Asked wherever a number is given. */
export const CONSENT =
  'Text me when my report is ready, when staff write to me and when an order moves. Off with one tap.';

const TEXTS: Record<NoticeKind, string> = {
  report: 'your report is ready',
  message: 'our A&R team wrote to you',
  order: 'your order moved',
  overtaken: 'somebody overtook you',
  track: 'somebody you follow has a new track',
};

export interface TextLinks {
  product: string;
  about: string;
  off: string;
}

export const writeText = (kind: NoticeKind, { product, about, off }: TextLinks): string =>
  `${product}: ${TEXTS[kind]}. ${about} Texts off: ${off} Reply STOP to end.`;
