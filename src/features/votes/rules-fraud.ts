/**
 * What makes a free or referred vote suspicious. Traces weigh votes: three people referred are five. Each signal has a weight; from 1 on the vote is held for staff. A weak
 * signal alone (a number no network has given out, a second vote from one device) is everyday life; two are not.
 */
import type { FraudLimits } from '#campaign/fraud-limits.ts';

export interface VoteTraces {
  /** How many votes it gives: 1, or a referral's five. */
  votes: number;
  /** The number was proven: what could be wrong with it does not matter, and only other proven votes are its traces. */
  proven: boolean;
  /** A field that no person sees was filled in. */
  trapped?: boolean;
  phone: string;
  /** What the numbering plan says of the number. */
  phoneType: 'ordinary' | 'rented' | 'unassigned';
  /** Other free votes today, for this track, from this device. */
  deviceToday: number;
  /** Other free votes in the last five minutes, for any track, from this device. */
  deviceRecent: number;
  /** Other free votes in the last hour, for this track, from this network address. */
  addressHour: number;
  /** The same for any track. */
  addressAnywhere: number;
  /** Other free votes in the last minute for this track, from anywhere. */
  trackMinute: number;
  /** What the votes of such a minute have in common, where there are too many for an ordinary one. */
  rush: Rush | null;
  /** Numbers that voted for this track in the last hour and stand next to this one. */
  neighbours: number;
}

/** The latest free votes of a track, looked at together. Shares of a vote: 1, every vote has its own. */
export interface Rush {
  networks: number;
  devices: number;
  proven: number;
  /** Deviation to mean of the time between two votes: about 1 when they come by chance; null when they all came at once. */
  uneven: number | null;
}

export interface Signal {
  code: 'device' | 'address' | 'velocity' | 'sequential' | 'disposable' | 'unassigned' | 'program';
  weight: number;
  reason: string;
}

const HELD_FROM = 1;
/** The voter reads it too: it does not say which field. */
const FILLED_BY_PROGRAM = 'the form was filled in as programs do it';

/**
 * A vote whose traces are all below these, with no vote from its device today and no neighbours, counts whatever its
 * phone number is, unless that one looks made up: it needs no check.
 */
export const clearLimits = (limits: FraudLimits, proven: boolean) => ({
  deviceRecent: limits.devicePerFiveMinutes,
  addressHour: proven ? limits.provenPerHour : limits.addressNoticedFrom,
  addressAnywhere: proven ? limits.provenAnywherePerHour : limits.addressAnywherePerHour,
  trackMinute: limits.rushPerMinute,
});

export function listSignals(traces: VoteTraces, limits: FraudLimits): Signal[] {
  return [
    ...(traces.trapped ? [signal('program', 1, FILLED_BY_PROGRAM)] : []),
    ...deviceSignals(traces, limits),
    ...addressSignals(traces, limits),
    ...numberSignals(traces, limits),
    ...rushSignals(traces, limits),
  ];
}

/** Why the vote is held, in words for the voter and for staff; null: it counts. */
export function holdReason(traces: VoteTraces, limits: FraudLimits): string | null {
  const signals = listSignals(traces, limits);
  const weight = signals.reduce((sum, found) => sum + found.weight, 0);
  if (weight < HELD_FROM) return null;
  return `Held for a check: ${signals.map(({ reason }) => reason).join('; ')}.`;
}

const signal = (code: Signal['code'], weight: number, reason: string): Signal => ({ code, weight, reason });

function deviceSignals({ deviceToday, deviceRecent }: VoteTraces, limits: FraudLimits): Signal[] {
  if (deviceToday >= limits.devicePerDay)
    return [signal('device', 1, `${deviceToday} other votes for this track came from the same device today`)];
  if (deviceRecent >= limits.devicePerFiveMinutes)
    return [signal('device', 1, `${deviceRecent} other votes came from the same device within five minutes`)];
  return deviceToday > 0 ? [signal('device', 0.5, 'another vote came from the same device today')] : [];
}

function addressSignals(
  { votes, proven, addressHour, addressAnywhere }: VoteTraces,
  limits: FraudLimits,
): Signal[] {
  if (addressHour + votes > (proven ? limits.provenPerHour : limits.addressPerHour))
    return [
      signal('address', 1, `${addressHour} other votes for this track came from the same network in an hour`),
    ];
  if (addressAnywhere + votes > (proven ? limits.provenAnywherePerHour : limits.addressAnywherePerHour))
    return [signal('address', 1, `${addressAnywhere} other votes came from the same network in an hour`)];
  return !proven && addressHour >= limits.addressNoticedFrom
    ? [signal('address', 0.5, 'several votes came from the same network')]
    : [];
}

function numberSignals({ proven, phone, phoneType, neighbours }: VoteTraces, limits: FraudLimits): Signal[] {
  if (proven) return [];
  const found: Signal[] = [];
  if (neighbours >= limits.neighbours)
    found.push(signal('sequential', 1, 'phone numbers in a row voted for this track'));
  if (isMadeUp(phone)) found.push(signal('disposable', 1, 'the phone number looks made up'));
  else if (phoneType === 'rented')
    found.push(signal('disposable', 0.5, 'the phone number is of a kind that is rented by the hour'));
  else if (phoneType === 'unassigned')
    found.push(signal('unassigned', 0.5, 'the phone number has not been given out by any network'));
  return found;
}

/**
 * Many votes at once are what a contest is for. They are a crowd's when they come from many networks and devices, as people
 * come and not as a clock ticks; who is proven is one person whatever the others are. A vote that has nobody from its own
 * network beside it is not held for the company it is in: else a rival could have honest votes held by staging a rush.
 */
function rushSignals({ proven, rush, addressHour }: VoteTraces, limits: FraudLimits): Signal[] {
  if (proven || !rush || rush.proven >= limits.rushProven) return [];
  if (rush.uneven !== null && rush.uneven < limits.rushUneven)
    return [signal('velocity', 1, 'very many votes for this track at once, as regular as a machine')];
  const fewNetworks = rush.networks < limits.rushNetworks;
  if (!fewNetworks && rush.devices >= limits.rushDevices) return [];
  const weight = addressHour > 0 || !fewNetworks ? 1 : 0.5;
  const of = fewNetworks ? 'networks' : 'devices';
  return [signal('velocity', weight, `very many votes for this track at once, from few ${of}`)];
}

/** Seven or more of one digit, or of digits that count up or down, at the end: nobody's number. */
export function isMadeUp(phone: string): boolean {
  const digits = [...phone.replace(/\D/g, '')].slice(-7).map(Number);
  if (digits.length < 7) return true;
  const steps = digits.slice(1).map((digit, index) => (digit - digits[index] + 10) % 10);
  return [0, 1, 9].some((step) => steps.every((found) => found === step));
}

/** How many of the numbers differ from this one only by a little at the end. */
export function countNeighbours(
  phone: string,
  others: readonly string[],
  { neighbourSpan }: Pick<FraudLimits, 'neighbourSpan'>,
): number {
  return others.filter(
    (other) =>
      other !== phone &&
      other.length === phone.length &&
      Math.abs(Number(other.slice(1)) - Number(phone.slice(1))) <= neighbourSpan,
  ).length;
}
