/**
 * When a free vote is held for a check: the operator's to set, by the kind of night. In a club a hundred people vote in
 * an hour and a network that sends ten is a person with many numbers; when television says 'vote now', thousands share a
 * phone company's address, and hundreds a second are the audience.
 */
import { z } from 'zod';

const few = z.int().min(1).max(1000);
const many = z.int().min(1).max(10_000_000);
const share = z.number().min(0).max(1);

const limitsSchema = z.strictObject({
  /** Free votes a device may cast for one track a day before further ones are held. */
  devicePerDay: few,
  devicePerFiveMinutes: few,
  /** Past this many in five minutes a device is sent away: holding more would only fill the staff's list. */
  deviceRefusedFrom: few,
  /** From here on an address is a weak signal. */
  addressNoticedFrom: many,
  /** Typed numbers, for one track and for any. */
  addressPerHour: many,
  addressAnywherePerHour: many,
  /** The same for proven ones: a school, a club's Wi-Fi or a phone company shares one address. */
  provenPerHour: many,
  provenAnywherePerHour: many,
  /** Limits on calls from one address are so many times those of a household. */
  addressShare: few,
  neighbours: few,
  /** Numbers this close to each other are neighbours. */
  neighbourSpan: z.int().min(1).max(50),
  /** From so many free votes a minute on, a track is looked at as a whole: is it a crowd, or one who pretends to be? */
  rushPerMinute: z.int().min(10).max(10_000_000),
  /** A crowd has at least so many networks, and devices, to a vote. */
  rushNetworks: share,
  rushDevices: share,
  /** Where so many of the votes are proven, nothing about the rush is odd. */
  rushProven: share,
  /** People come as they like; below this a vote follows the other as a clock ticks (deviation to mean of the gaps; 1: chance). */
  rushUneven: share,
  /** So many unproven votes held within half an hour, and browsers have to work for theirs (docs/adr/0044-votes-that-cost-work.md). */
  challengeFromHeld: many,
  /** The same for so many unproven votes a minute, whatever became of them, on one process of the site. */
  challengePerMinute: many,
});
export type FraudLimits = z.infer<typeof limitsSchema>;

const CLUB: FraudLimits = {
  devicePerDay: 3,
  devicePerFiveMinutes: 6,
  deviceRefusedFrom: 20,
  addressNoticedFrom: 4,
  addressPerHour: 10,
  addressAnywherePerHour: 30,
  provenPerHour: 300,
  provenAnywherePerHour: 600,
  addressShare: 1,
  neighbours: 2,
  neighbourSpan: 5,
  rushPerMinute: 300,
  rushNetworks: 0.5,
  rushDevices: 0.8,
  rushProven: 0.5,
  rushUneven: 0.4,
  challengeFromHeld: 20,
  challengePerMinute: 30,
};

/** Behind one address of a phone company stand thousands. Half the addresses of a crowd are still others. */
const TV: FraudLimits = {
  ...CLUB,
  addressNoticedFrom: 100,
  addressPerHour: 400,
  addressAnywherePerHour: 1200,
  provenPerHour: 10_000,
  provenAnywherePerHour: 20_000,
  addressShare: 50,
  rushPerMinute: 3000,
  rushNetworks: 0.2,
  challengeFromHeld: 1000,
  challengePerMinute: 30_000,
};

export const NIGHTS = { club: CLUB, tv: TV } as const;

export const fraudSchema = limitsSchema
  .partial()
  .extend({ night: z.enum(['club', 'tv']) })
  .superRefine((fraud, context) => {
    const limits = completeLimits(fraud);
    for (const [lower, upper] of [
      ['devicePerFiveMinutes', 'deviceRefusedFrom'],
      ['addressNoticedFrom', 'addressPerHour'],
      ['addressPerHour', 'addressAnywherePerHour'],
      ['provenPerHour', 'provenAnywherePerHour'],
    ] as const)
      if (limits[lower] > limits[upper])
        context.addIssue({ code: 'custom', path: [lower], message: `must not be above ${upper}` });
  })
  .default({ night: 'club' });
export type FraudSettings = z.infer<typeof fraudSchema>;

/** The night's limits, with what the campaign says otherwise. */
export function completeLimits({ night, ...own }: FraudSettings): FraudLimits {
  return { ...NIGHTS[night], ...own };
}
