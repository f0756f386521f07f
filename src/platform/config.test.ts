// Settings: a wrong one stops the start with a sentence that names it and says what to write.
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

test.each([
  [{ PORT: 'abc' }, 'The setting PORT is not valid: write a number.'],
  [{ PORT: '99999' }, 'The setting PORT is not valid: Too big: expected number to be <=65535.'],
  [
    { DATABASE_URL: 'mysql://host/db' },
    'The setting DATABASE_URL is not valid: write postgres://role:password@host:5432/database.',
  ],
  [{ VOTE_INBOX: 'nats' }, 'VOTE_INBOX=nats needs NATS_URL.'],
])('%j is refused', (env, sentence) => {
  expect(() => loadConfig(env)).toThrow(sentence);
});

test('an empty environment will do', () => {
  expect(loadConfig({ DATABASE_URL: '' }).databaseUrl).toBeUndefined();
  expect(loadConfig({ DATABASE_URL: 'postgresql://a@b/c' }).databaseUrl).toBe('postgresql://a@b/c');
});
