import { expect, test } from 'vitest';
import { nameFirstCalls } from './first-answer.ts';

test('a vote page brings every answer its first screens are drawn from, so that they are drawn once', () => {
  const pattern = /^\/artist-vote\/([^/]+)$/;
  const track = '/api/submissions/7';
  expect(nameFirstCalls('vote', pattern, '/artist-vote/7')).toEqual([
    track,
    ...['voting', 'votes', 'rank-simulation', 'fan-neighbours', 'artist-bio'].map(
      (name) => `${track}/${name}`,
    ),
    '/api/me',
    '/api/my/unread',
  ]);
  expect(nameFirstCalls('vote', pattern, '/artist-vote/7?package=throne')).toEqual([]);
  expect(nameFirstCalls('rules', /^\/rules$/, '/rules')).toEqual([]);
});
