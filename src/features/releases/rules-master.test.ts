import { expect, test } from 'vitest';
import type { MasterMeasures } from '#audio/measure-master.ts';
import { describePackage, mayMove, refuseDelivery } from './rules-delivery.ts';
import {
  describeMaster,
  refuseEncoded,
  refuseMaster,
  refuseOther,
  refuseSound,
  remarkOnMaster,
} from './rules-master.ts';
import { describeFile, readFileName, readLength } from './rules-upload.ts';

const GOOD: MasterMeasures = {
  ...{ container: 'FLAC', sampleRate: 96_000, bits: 24, usedBits: 24, channels: 2, seconds: 205.4 },
  ...{ integratedLufs: -9.1, loudnessRange: 6, truePeakDb: -1.2, clippedShare: 0, silentShare: 0.01 },
  ...{ leadingSilence: 0.2, trailingSilence: 1.5, dcOffset: 0, wallHz: null, coder: null },
};

test('RL-1 a good master passes without a remark, and is described in a line', () => {
  expect([refuseSound(GOOD), remarkOnMaster(GOOD)]).toEqual([null, []]);
  expect(refuseOther(GOOD, { seconds: 207, share: 0.97 })).toBeNull();
  expect(describeMaster(GOOD)).toBe('FLAC, 24 bit, 96 kHz, 3:25, −9.1 LUFS, −1.2 dBTP');
});

test.each<[Partial<MasterMeasures>, string]>([
  [{ silentShare: 1 }, 'nothing to hear'],
  [{ wallHz: 21_900 }, 'says 96 kHz, and its sound ends at 21.9 kHz'],
  [{ wallHz: 16_000, sampleRate: 44_100 }, 'ends sharply at 16 kHz'],
  [{ coder: { as: 'MP3', share: 0.5 } }, 'was an MP3 file once'],
  [{ trailingSilence: 12 }, '12 seconds of silence at the end'],
  [{ dcOffset: 0.02 }, '2% off its middle'],
])('RL-1 %o is refused', (change, words) => {
  const master = { ...GOOD, ...change };
  expect(refuseSound(master) ?? refuseEncoded(master)).toContain(words);
});

test('RL-1 what does not stand in the way is named', () => {
  const poor = { wallHz: 20_100, sampleRate: 44_100, usedBits: 16, truePeakDb: 0.4, channels: 1 };
  const remarks = remarkOnMaster({
    ...GOOD,
    ...poor,
    leadingSilence: 4,
    dcOffset: 0.002,
    clippedShare: 0.01,
  });
  expect(refuseSound({ ...GOOD, ...poor }) ?? refuseEncoded({ ...GOOD, ...poor })).toBeNull();
  const accepted = remarkOnMaster({ ...GOOD, wallHz: 15_000 }, true);
  expect(accepted).toEqual(['Our people accepted it although its sound ends sharply at 15 kHz.']);
  expect(remarks).toHaveLength(7);
  const partly = { ...GOOD, coder: { as: 'AAC' as const, share: 0.4 } };
  expect([refuseEncoded(partly), remarkOnMaster(partly)]).toEqual([
    ...[
      null,
      ['Parts of the sound lie in the frames of an AAC file. If it was made from one, send the original.'],
    ],
  ]);
  expect(remarkOnMaster({ ...partly, coder: { as: 'MP3', share: 1 } }, true)).toEqual([
    'Our people accepted it although it seems to have been an MP3 file once.',
  ]);
});

test('RL-1 another recording, or one of another length, is not the entry’s master', () => {
  expect(refuseOther(GOOD, { seconds: 205, share: 0.2 })).toContain('another recording');
  expect(refuseOther(GOOD, { seconds: 240, share: 1 })).toBe(
    'This master is 3:25 long, your entry 4:00. Send the master of the same recording.',
  );
});

test('RL-1 without a kept master of the present recording a release is not whole', () => {
  const kept = { state: 'kept', refusal: null, audioSha256: 'a' } as const;
  expect(refuseMaster(undefined, 'a')).toContain('Send the master');
  expect(refuseMaster({ ...kept, state: 'arriving' }, 'a')).toContain('not arrived whole');
  expect(refuseMaster({ ...kept, state: 'checking' }, 'a')).toContain('listening');
  expect(refuseMaster({ ...kept, state: 'refused', refusal: 'Too dull.' }, 'a')).toBe('Too dull.');
  expect(refuseMaster(kept, 'b')).toContain('another version');
  expect(refuseMaster(kept, 'a')).toBeNull();
});

test('RL-4 a package is what its last batch is, and only what fits can follow', () => {
  const sent = (
    state: 'sent' | 'live' | 'withdrawn' | 'refused',
    kind: 'release' | 'takedown' = 'release',
  ) => ({
    ...{ kind, state, reason: state === 'refused' ? 'Cover' : null },
  });
  expect(describePackage(2, []).state).toBe('missing');
  expect(describePackage(0, [sent('withdrawn')]).state).toBe('ready');
  expect(describePackage(0, [sent('withdrawn'), sent('live')]).state).toBe('live');
  expect(describePackage(0, [sent('refused')])).toEqual({ state: 'refused', reason: 'Cover' });
  expect(describePackage(0, [sent('live', 'takedown'), sent('live')]).state).toBe('taken-down');
  expect(refuseDelivery('release', 'sent')).toContain('waits');
  expect(refuseDelivery('release', 'live')).toContain('out already');
  expect(refuseDelivery('takedown', 'ready')).toContain('Nothing');
  expect([refuseDelivery('release', 'refused'), refuseDelivery('update', 'live')]).toEqual([null, null]);
  expect([mayMove('sent', 'live'), mayMove('live', 'accepted'), mayMove('sending', 'live')]).toEqual([
    ...[true, false, false],
  ]);
});

test('RL-1 headers of uploads are read as tus writes them', () => {
  expect(readFileName(describeFile({ name: 'Sält — final.wav', lastModified: 5 }))).toBe('Sält — final.wav');
  expect([readFileName(''), readFileName('filename ???'), readFileName('filename AAE=')]).toEqual([
    ...['master', 'master', 'master'],
  ]);
  expect([readLength('12'), readLength('-1'), readLength('1e9'), readLength(undefined)]).toEqual([
    ...[12, null, null, null],
  ]);
});
