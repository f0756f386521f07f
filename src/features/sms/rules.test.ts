// Quiet hours where the reader is, what replies mean, and what an operator has to say before real people are texted.
import { describe, expect, test } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { findSendingTime, isQuiet, quoteName, readReply } from './rules.ts';

const ZONE = 'America/New_York';

describe('HON-6 quiet hours, from 21:00 to 8:00 where the reader is', () => {
  test.each([
    // Country, moment (UTC), when it goes (UTC). Where a country spans zones, every one of them has to be awake.
    ['US', '2026-01-15T15:59:00Z', '2026-01-15T16:00:00Z'], // 7:59 in Los Angeles
    ['US', '2026-01-15T16:00:00Z', '2026-01-15T16:00:00Z'],
    ['US', '2026-01-16T01:59:00Z', '2026-01-16T01:59:00Z'], // 20:59 in New York
    ['US', '2026-01-16T02:00:00Z', '2026-01-16T16:00:00Z'], // 21:00 in New York: until 8:00 in Los Angeles
    ['US', '2026-07-16T01:00:00Z', '2026-07-16T15:00:00Z'], // summer time
    ['CA', '2026-01-16T01:00:00Z', '2026-01-16T16:00:00Z'], // 21:00 in Halifax
    ['AU', '2026-01-15T10:00:00Z', '2026-01-16T00:00:00Z'], // 21:00 in Sydney, until 8:00 in Perth
    ['GB', '2026-01-15T07:59:00Z', '2026-01-15T08:00:00Z'],
    ['GB', '2026-07-15T07:00:00Z', '2026-07-15T07:00:00Z'],
    ['DE', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'], // the night the clocks go forward
    ['DE', '2026-10-24T19:30:00Z', '2026-10-25T07:00:00Z'], // the night they go back
    ['NG', '2026-01-15T20:00:00Z', '2026-01-16T07:00:00Z'],
    ['KE', '2026-01-15T18:00:00Z', '2026-01-16T05:00:00Z'],
    ['ZA', '2026-01-15T06:00:00Z', '2026-01-15T06:00:00Z'],
    ['NZ', '2026-01-15T19:00:00Z', '2026-01-15T19:00:00Z'], // 8:00 the next day
    ['JM', '2026-01-16T02:00:00Z', '2026-01-16T13:00:00Z'],
    [undefined, '2026-01-16T02:00:00Z', '2026-01-16T13:00:00Z'], // unknown: the campaign's own zone
  ])('%s at %s goes at %s', (country, at, goes) => {
    expect(findSendingTime(new Date(at), country, ZONE)).toEqual(new Date(goes));
    expect(isQuiet(new Date(at), country, ZONE)).toBe(at !== goes);
  });

  test('a sending time is never quiet itself, for any quarter of a day and any country', () => {
    for (const country of ['US', 'CA', 'AU', 'GB', 'IE', 'DE', 'FR', 'NL', 'SE', 'TT', 'GH', 'NZ'])
      for (let hour = 0; hour < 24; hour++) {
        const at = new Date(Date.UTC(2026, 5, 1, hour, 7));
        const goes = findSendingTime(at, country, ZONE);
        expect(isQuiet(goes, country, ZONE), `${country} ${at.toISOString()}`).toBe(false);
        expect(goes >= at).toBe(true);
      }
  });
});

test.each([
  ['STOP', 'stop'],
  [' Stop. ', 'stop'],
  ['stop all', 'stop'],
  ['Unsubscribe!', 'stop'],
  ['Stop texting me', 'stop'],
  ['opt-out', 'stop'],
  ['Start', 'start'],
  ['HELP?', 'help'],
  ['I cannot stop listening', 'other'],
  ['', 'other'],
] as const)('HON-6 the reply ‘%s’ means %s', (body, meaning) => {
  expect(readReply(body)).toBe(meaning);
});

describe('a real provider starts only with everything the operator has to say', () => {
  const base = {
    APP_SECRET: 'a secret that is long enough for a test of the configuration',
    SMS: 'twilio',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12125550100',
    PUBLIC_URL: 'https://site.example',
    SMS_ACKNOWLEDGED: 'true',
  };
  test('complete, it is taken', () => {
    expect(loadConfig(base).sms.provider.kind).toBe('twilio');
  });
  test.each([undefined, 'false'])(
    'without the acknowledgement (%s) it is refused with what it means',
    (word) => {
      expect(() => loadConfig({ ...base, SMS_ACKNOWLEDGED: word })).toThrow(
        /SMS_ACKNOWLEDGED=true to confirm/,
      );
    },
  );
  test.each(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'PUBLIC_URL'])(
    'without %s it is refused',
    (name) => {
      expect(() => loadConfig({ ...base, [name]: undefined })).toThrow(name);
    },
  );
  test('a word that is no provider is refused', () => {
    expect(() => loadConfig({ SMS: 'pigeon' })).toThrow(/SMS/);
  });
});

test('PE-13 a name in a text: letters on one line, no link, no number, at most 40, in quotes', () => {
  const cases: [typed: string, said: string][] = [
    ['Mina Okafor', '"Mina Okafor"'],
    ['50 Cent', '"50 Cent"'],
    ['Zoë & the J-Birds!', '"Zoë & the J-Birds!"'],
    ['J. Cole', '"J. Cole"'],
    ['evil.example/login', '"evil example login"'],
    ['https://www.evil.example', '"evil example"'],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', '"evil example"'],
    ['evil。example', '"evil example"'],
    ['ev\u200Bil.exa\u200Bmple', '"evil example"'],
    ['Call 202-555-0147', '"Call"'],
    ['Call 2 0 2 5 5 5 0 1 4 7', '"Call"'],
    ['٢٠٢٥٥٥٠١٤٧', 'Somebody you know'],
    ['a@evil.example', '"a evil example"'],
    ['line\none" said', '"line one said"'],
    ['🎤', 'Somebody you know'],
    ['x'.repeat(60), `"${'x'.repeat(40)}"`],
  ];
  for (const [typed, said] of cases) expect(quoteName(typed), typed).toBe(said);
});
