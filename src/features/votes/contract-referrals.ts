/** Referrals on the wire: three artists who agreed to be contacted, and one of them who came. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { castSchema, trapSchema, words } from './contract.ts';
import { COPY } from './copy.ts';
import { REFERRAL_VOTES, REFERRED_PEOPLE } from './limits.ts';

export const referralSchema = z.object({
  artistName: z.string({ error: COPY.people }).pipe(words.pipe(z.string().min(1, COPY.people).max(255))),
  phoneNumber: z.string({ error: COPY.people }).pipe(words.pipe(z.string().min(1, COPY.people).max(30))),
});

export const referArtists = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/vote/free',
  summary: `Refer ${REFERRED_PEOPLE} artists who agreed to be contacted: each is texted once, the track gets ${REFERRAL_VOTES} votes`,
  access: 'public',
  params: idParams,
  body: z.object({
    referrerName: words.pipe(z.string().max(255)).nullish(),
    referrals: z.array(referralSchema, { error: COPY.people }).length(REFERRED_PEOPLE, COPY.people),
    /** All three agreed to be contacted. Without it nothing is stored and nothing is sent. */
    consent: z.boolean().optional(),
    fanPage: trapSchema,
  }),
  response: castSchema,
  rateLimit: { name: 'referral', limit: 30, windowSeconds: 3600, shared: true },
});

export const followReferral = endpoint({
  method: 'POST',
  path: '/api/referrals/:code/follow',
  summary: 'Somebody who was referred opened the link of their text: the votes of their set count',
  access: 'public',
  params: z.object({ code: z.string().regex(/^[0-9a-z]{26}$/) }),
  response: z.object({ success: z.literal(true) }),
  rateLimit: { name: 'invitation', limit: 120, windowSeconds: 600, shared: true },
});
