import { expect, test } from 'vitest';
import { counterText } from './tape-counter.tsx';

test('LA-4 the counter has fixed places', () => {
  expect(counterText(480)).toBe('08:00');
  expect(counterText(462)).toBe('07:42');
  expect(counterText(0)).toBe('00:00');
  expect(counterText(86_399)).toBe('23:59:59');
});
