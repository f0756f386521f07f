import { expect, test } from 'vitest';
import { advicePatterns, sharedSentences } from './sentences.ts';

test('shared sentences are counted over all pairs, with and without figures', () => {
  const reports = [
    ['It runs 3:10. It is loud.', 'Bring it back at 1:20.'],
    ['It runs 2:05. It is quiet.', 'Bring it back at 1:20.'],
  ];
  expect(sharedSentences(reports)).toEqual({ exact: '33%', pattern: '67%' });
});

test('advice is counted once a report, figures aside, and by whether it leads', () => {
  const counted = advicePatterns([
    ['Turn it down by 3 dB.', 'A', 'B', 'Trim it.'],
    ['Trim it.', 'Turn it down by 8 dB.'],
  ]);
  expect(counted[0]).toEqual({ pattern: 'Turn it down by # dB.', count: 2, leading: 2 });
  expect(counted[1]).toEqual({ pattern: 'Trim it.', count: 2, leading: 1 });
});
