/**
 * What makes a free or referred vote suspicious. Traces weigh votes: three people referred are five. Each signal has a weight; from 1 on the vote is held for staff. A weak
 * signal alone (a number no network has given out, a second vote from one device) is everyday life; two are not.
 */
export interface VoteTraces {
  /** How many votes it gives: 1, or a referral's five. */
  votes: number;
  /** The number was proven: what could be wrong with it does not matter, and only other proven votes are its traces. */
  proven: boolean;
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
  /** Numbers that voted for this track in the last hour and stand next to this one. */
  neighbours: number;
}

export interface Signal {
  code: 'device' | 'address' | 'velocity' | 'sequential' | 'disposable' | 'unassigned';
  weight: number;
  reason: string;
}

export const FRAUD = {
  /** Free votes a device may cast for one track a day before further ones are held. */
  devicePerDay: 3,
  devicePerFiveMinutes: 6,
  /** Past this many in five minutes a device is sent away: holding more would only fill the staff's list. */
  deviceRefusedFrom: 20,
  addressPerHour: 10,
  addressAnywherePerHour: 30,
  /** Proven votes, for a school or a phone company shares one address. */
  provenPerHour: 60,
  provenAnywherePerHour: 180,
  /** From here on an address is a weak signal. */
  addressNoticedFrom: 4,
  trackPerMinute: 300,
  neighbours: 2,
  /** Numbers this close to each other are neighbours. */
  neighbourSpan: 5,
} as const;

const HELD_FROM = 1;

/**
 * A vote whose traces are all below these, with no vote from its device today and no neighbours, counts whatever its
 * phone number is, unless that one looks made up: it needs no check.
 */
const CLEAR = {
  deviceRecent: FRAUD.devicePerFiveMinutes,
  addressHour: FRAUD.addressNoticedFrom,
  addressAnywhere: FRAUD.addressAnywherePerHour,
  trackMinute: FRAUD.trackPerMinute,
};
const CLEAR_PROVEN = {
  ...CLEAR,
  addressHour: FRAUD.provenPerHour,
  addressAnywhere: FRAUD.provenAnywherePerHour,
};
export const clearLimits = (proven: boolean) => (proven ? CLEAR_PROVEN : CLEAR);

export function listSignals(traces: VoteTraces): Signal[] {
  return [
    ...deviceSignals(traces),
    ...addressSignals(traces),
    ...numberSignals(traces),
    ...(traces.trackMinute >= FRAUD.trackPerMinute
      ? [signal('velocity', 1, 'unusually many votes for this track at once')]
      : []),
  ];
}

/** Why the vote is held, in words for the voter and for staff; null: it counts. */
export function holdReason(traces: VoteTraces): string | null {
  const signals = listSignals(traces);
  const weight = signals.reduce((sum, found) => sum + found.weight, 0);
  if (weight < HELD_FROM) return null;
  return `Held for a check: ${signals.map(({ reason }) => reason).join('; ')}.`;
}

const signal = (code: Signal['code'], weight: number, reason: string): Signal => ({ code, weight, reason });

function deviceSignals({ deviceToday, deviceRecent }: VoteTraces): Signal[] {
  if (deviceToday >= FRAUD.devicePerDay)
    return [signal('device', 1, `${deviceToday} other votes for this track came from the same device today`)];
  if (deviceRecent >= FRAUD.devicePerFiveMinutes)
    return [signal('device', 1, `${deviceRecent} other votes came from the same device within five minutes`)];
  return deviceToday > 0 ? [signal('device', 0.5, 'another vote came from the same device today')] : [];
}

function addressSignals({ votes, proven, addressHour, addressAnywhere }: VoteTraces): Signal[] {
  if (addressHour + votes > (proven ? FRAUD.provenPerHour : FRAUD.addressPerHour))
    return [
      signal('address', 1, `${addressHour} other votes for this track came from the same network in an hour`),
    ];
  if (addressAnywhere + votes > (proven ? FRAUD.provenAnywherePerHour : FRAUD.addressAnywherePerHour))
    return [signal('address', 1, `${addressAnywhere} other votes came from the same network in an hour`)];
  return !proven && addressHour >= FRAUD.addressNoticedFrom
    ? [signal('address', 0.5, 'several votes came from the same network')]
    : [];
}

function numberSignals({ proven, phone, phoneType, neighbours }: VoteTraces): Signal[] {
  if (proven) return [];
  const found: Signal[] = [];
  if (neighbours >= FRAUD.neighbours)
    found.push(signal('sequential', 1, 'phone numbers in a row voted for this track'));
  if (isMadeUp(phone)) found.push(signal('disposable', 1, 'the phone number looks made up'));
  else if (phoneType === 'rented')
    found.push(signal('disposable', 0.5, 'the phone number is of a kind that is rented by the hour'));
  else if (phoneType === 'unassigned')
    found.push(signal('unassigned', 0.5, 'the phone number has not been given out by any network'));
  return found;
}

/** Seven or more of one digit, or of digits that count up or down, at the end: nobody's number. */
export function isMadeUp(phone: string): boolean {
  const digits = [...phone.replace(/\D/g, '')].slice(-7).map(Number);
  if (digits.length < 7) return true;
  const steps = digits.slice(1).map((digit, index) => (digit - digits[index] + 10) % 10);
  return [0, 1, 9].some((step) => steps.every((found) => found === step));
}

/** How many of the numbers differ from this one only by a little at the end. */
export function countNeighbours(phone: string, others: readonly string[]): number {
  return others.filter(
    (other) =>
      other !== phone &&
      other.length === phone.length &&
      Math.abs(Number(other.slice(1)) - Number(phone.slice(1))) <= FRAUD.neighbourSpan,
  ).length;
}
