/**
 * The campaign file: everything an operator may change about the contest without touching code. Names, dates, prices,
 * places, copy and claims. Checked at start; the browser receives it inside the page, so nothing here is secret.
 */
import { z } from 'zod';
import { fraudSchema } from './fraud-limits.ts';
import { PAGES } from './page-list.ts';

const text = z.string().trim().min(1);
const cents = z.int().min(50).max(1_000_000);
const when = z.iso.datetime({ offset: true });
const day = z.iso.date();

/** A statement that only holds if somebody can say why. Without a basis: tagged in a demo, not shown otherwise. */
export const claimSchema = z.strictObject({
  text,
  figure: text.optional(),
  basis: text.nullable(),
});
export type Claim = z.infer<typeof claimSchema>;

const testimonialSchema = z.strictObject({ quote: text, name: text, role: text, basis: text.nullable() });

const roundSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/, 'use lower-case letters, digits and dashes'),
  name: text,
  startsAt: when,
  endsAt: when,
});

const datedSchema = z.object({ startsAt: when, endsAt: when, rounds: z.array(roundSchema) });

const contestSchema = z.strictObject({ name: text, prize: text, description: text, deadline: when });

const sectionSchema = z.strictObject({ title: text, lead: text, points: z.array(text).min(1) });

export const pricesSchema = z.strictObject({
  tourEntry: cents,
  standardEntry: cents,
  discountedEntry: cents,
  distribution: cents,
  votesSmall: cents,
  votesMedium: cents,
  votesMediumSimple: cents,
  votesLarge: cents,
  votesBoost: cents,
  votesThrone: cents,
  albumSubmission: cents,
  albumWinner: cents,
  albumPublication: cents,
});
export type Prices = z.infer<typeof pricesSchema>;
/** Everything that can be bought has a price, and is known by it. */
export type ProductId = keyof Prices;

/** The largest package holds this many: a smaller cap would sell what nobody may buy. */
const dailyVotes = z.int().min(250).max(1_000_000).nullable();

const votesSchema = z
  .strictObject({
    /**
     * Free votes of numbers that nobody proved. off: they count, and are not told apart. shown: they count, and are shown
     * apart. required: they wait until the number is proven.
     */
    proof: z.enum(['off', 'shown', 'required']),
    /** Paid votes a day. A person is a proven number, or a browser. null: no cap (test cards are everybody's). */
    paidPerDay: z.strictObject({ person: dailyVotes, card: dailyVotes }),
    fraud: fraudSchema,
  })
  .default({ proof: 'shown', paidPerDay: { person: null, card: null }, fraud: { night: 'club' } });

/** Whether dates can be written in this time zone: 'America/New_York'. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A track belongs to one round: rounds follow one another, inside the campaign. */
function roundMistakes({ rounds, startsAt, endsAt }: z.infer<typeof datedSchema>) {
  const mistakes: { index: number; field: 'id' | 'startsAt' | 'endsAt'; message: string }[] = [];
  rounds.forEach((round, index) => {
    const before = rounds[index - 1];
    const [from, to] = [Date.parse(round.startsAt), Date.parse(round.endsAt)];
    if (rounds.findIndex(({ id }) => id === round.id) !== index)
      mistakes.push({ index, field: 'id', message: 'is used twice' });
    else if (to <= from) mistakes.push({ index, field: 'endsAt', message: 'must be after startsAt' });
    else if (before && from < Date.parse(before.endsAt))
      mistakes.push({ index, field: 'startsAt', message: `must not be before the end of ${before.name}` });
    else if (from < Date.parse(startsAt))
      mistakes.push({ index, field: 'startsAt', message: 'must not be before the campaign starts' });
    else if (to > Date.parse(endsAt))
      mistakes.push({ index, field: 'endsAt', message: 'must not be after the campaign ends' });
  });
  return mistakes;
}

/** First words of paths that are taken: a partner of that name would hide a page. */
const TAKEN_WORDS = new Set([
  ...PAGES.map(({ path }) => path.split('/')[1]),
  ...['api', 'assets', 'media', 'share-card', 'admin', 'success'],
]);

/** A witness of the public ledger: its key and address as in c2sp.org/tlog-witness, and who runs it. */
const witnessSchema = z.strictObject({
  name: text.max(60),
  vkey: z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/, 'is no verifier key'),
  url: z.url().regex(/[^/]$/, 'must not end with /'),
  /** Who runs it, in a few words. */
  runBy: text.max(80),
  /** Run by somebody else than the operator of this site. */
  independent: z.boolean(),
});

/** Who hears tracks blind, by what, and what is promised of it. */
const jurySchema = z.strictObject({
  criteria: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'use lower-case letters, digits and dashes'),
        name: text.max(40),
        weight: z.int().min(1).max(100),
      }),
    )
    .min(1)
    .max(8)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'name a criterion twice'),
  /** Jurors a track. */
  perTrack: z.int().min(3).max(9),
  /** How the order of a round is made, unless another is chosen when it opens. */
  method: z.enum(['median', 'schulze', 'majority']),
  /** Who paid for one of these before the date is heard by then, or gets the fee back. */
  promise: z
    .strictObject({
      products: z.array(z.enum(['tourEntry', 'standardEntry', 'discountedEntry'])).min(1),
      by: when,
    })
    .nullable(),
});

const mediaPath = z.string().regex(/^(\/|https:\/\/)/, 'start with / or https://');

export const campaignSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{2,40}$/, 'use 2 to 40 lower-case letters, digits and dashes'),
    /** A demo names nobody real and says so on every page. */
    demo: z.boolean(),
    product: text.max(40),
    tagline: text,
    label: text,
    celebrity: text,
    partner: z.strictObject({
      name: text,
      pathWord: z
        .string()
        .regex(/^[a-z][a-z0-9-]{1,30}$/, 'use lower-case letters, digits and dashes')
        .refine((word) => !TAKEN_WORDS.has(word), 'is a page of the site: use another word'),
    }),
    support: z.strictObject({ email: z.email(), hours: text, postal: text }),
    /** Where a phone number without a country code is taken to be from, and which countries may be texted. */
    defaultCountry: z.string().length(2),
    countries: z.array(z.string().length(2)).min(1),
    currency: z.literal('usd'),
    timeZone: text.refine(isTimeZone, 'is no time zone: write one like America/New_York'),
    startsAt: when,
    endsAt: when,
    /** Staff list submissions made on or after this day. */
    listFrom: day,
    rounds: z.array(roundSchema).min(1),
    places: z.strictObject({ tour: z.int().min(0), discounted: z.int().min(0) }),
    /** How long a voting page takes votes after analysis when the track is not distributed. */
    votingDays: z.int().min(1).max(365),
    votes: votesSchema,
    priorityMinutes: z.int().min(1).max(60),
    holdSeconds: z.int().min(10).max(3600),
    payingHoldMinutes: z.int().min(1).max(60),
    discountHours: z.int().min(1).max(720),
    /** A copy of an earlier entry, by another phone number, waits for staff before the public sees it. */
    holdCopies: z.boolean().default(true),
    /** Who watches the public ledger: run by others, or it proves nothing. A checkpoint is published once so many cosigned it. */
    ledger: z
      .strictObject({ witnesses: z.array(witnessSchema).max(8), quorum: z.int().min(0).max(8) })
      .refine(({ witnesses, quorum }) => quorum <= witnesses.length, 'asks for more witnesses than there are')
      .default({ witnesses: [], quorum: 0 }),
    /** Left out: there is no jury. Not sent to the browser. */
    jury: jurySchema.optional(),
    prices: pricesSchema,
    releaseDate: day,
    stores: z.array(text).min(3),
    moreStores: z.int().min(0),
    album: z.strictObject({ releasing: text, name: text }),
    tour: z.strictObject({ name: text, start: text }),
    copy: z.strictObject({
      heroLines: z.array(text).length(3),
      heroLead: text,
      pitch: text,
      artists: sectionSchema,
      producers: sectionSchema,
      allTalent: sectionSchema,
      whyJoin: sectionSchema,
      quality: sectionSchema,
      howItWorks: z.array(z.strictObject({ title: text, text })).min(3),
    }),
    impact: z.array(claimSchema).min(1),
    testimonials: z.array(testimonialSchema),
    claims: z.strictObject({
      dealValue: claimSchema,
      albumChances: claimSchema,
      rating: claimSchema,
      reviews: claimSchema,
      songs: claimSchema,
      partners: claimSchema,
    }),
    contests: z.array(contestSchema).length(4),
    brandPartners: z.array(z.strictObject({ name: text, line: text })).min(1),
    news: z.array(z.strictObject({ title: text, text, source: text })).min(1),
    media: z.strictObject({
      heroVideo: mediaPath,
      heroPoster: mediaPath,
      heroAudio: mediaPath,
      promoVideo: mediaPath,
      promoPoster: mediaPath,
      sample: mediaPath,
      adlib: mediaPath,
    }),
  })
  .superRefine((campaign, context) => {
    if (Date.parse(campaign.endsAt) <= Date.parse(campaign.startsAt))
      context.addIssue({ code: 'custom', path: ['endsAt'], message: 'must be after startsAt' });
    else
      for (const { index, field, message } of roundMistakes(campaign))
        context.addIssue({ code: 'custom', path: ['rounds', index, field], message });
    if (campaign.prices.discountedEntry >= campaign.prices.standardEntry)
      context.addIssue({
        code: 'custom',
        path: ['prices', 'discountedEntry'],
        message: 'must be below prices.standardEntry: it is shown as a discount',
      });
    if (!campaign.countries.includes(campaign.defaultCountry))
      context.addIssue({ code: 'custom', path: ['countries'], message: 'must contain defaultCountry' });
  });

export type Campaign = z.infer<typeof campaignSchema>;
