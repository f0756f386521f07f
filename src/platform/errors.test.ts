// What a visitor may try again: the call was fine, and something behind it was away.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { AppError, isOutOfReach } from './errors.ts';
import { toAppError } from './http/server.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const wrap = (cause: Error) => new Error('Failed query: rollback', { cause });

test('OP-1 a database without a socket, without room or on its way down is out of reach, and no fault of the call', async () => {
  const noSocket = await new Promise<Error>((resolve) =>
    connect('/nowhere/.s.PGSQL.5432').once('error', resolve),
  );
  for (const error of [
    noSocket,
    withCode('53100'),
    withCode('57P01'),
    withCode('25006'),
    withCode('EPIPE'),
  ]) {
    expect(isOutOfReach(wrap(error))).toBe(true);
    expect(toAppError(wrap(error))).toMatchObject({ status: 503 });
  }
});

test('a file that is not there, and what a statement did wrong, are faults of ours', () => {
  for (const error of [
    withCode('ENOENT', { syscall: 'open' }),
    withCode('42601'),
    new AppError('conflict', 'No.'),
  ])
    expect(isOutOfReach(wrap(error))).toBe(false);
});
