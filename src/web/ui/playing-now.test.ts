import { expect, test, vi } from 'vitest';
import { claimPlayback, isSoundTaken, releasePlayback } from './playing-now.ts';

test('a second player silences the first, and only the first', () => {
  const first = { pause: vi.fn() };
  const second = { pause: vi.fn() };
  claimPlayback(first);
  claimPlayback(first);
  expect(first.pause).not.toHaveBeenCalled();
  claimPlayback(second);
  expect(first.pause).toHaveBeenCalledTimes(1);
  expect(second.pause).not.toHaveBeenCalled();
  releasePlayback(second);
});

test('a player that is gone is not called any more', () => {
  const gone = { pause: vi.fn() };
  claimPlayback(gone);
  releasePlayback(gone);
  claimPlayback({ pause: vi.fn() });
  expect(gone.pause).not.toHaveBeenCalled();
});

test('the sound is taken for everybody but the one who has it', () => {
  const player = { pause: vi.fn() };
  const film = { pause: vi.fn() };
  claimPlayback(player);
  expect(isSoundTaken(film)).toBe(true);
  expect(isSoundTaken(player)).toBe(false);
  releasePlayback(player);
  expect(isSoundTaken(film)).toBe(false);
});
