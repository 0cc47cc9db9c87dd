import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { loggedError } from './logged-error.js';

function lineOf(err: unknown): string {
  const lines: string[] = [];
  pino({ serializers: { err: loggedError } }, { write: (line) => void lines.push(line) }).error(
    { err },
    'Redis failed',
  );
  return lines.join('');
}

/** What ioredis rejects a command with, if a node refuses its password. */
const refused = (): Error =>
  Object.assign(new Error('WRONGPASS invalid username-password pair or user is disabled.'), {
    command: { name: 'hello', args: ['3', 'AUTH', 'default', 's3cret-pw'] },
  });

it.each([
  ['an error of Redis', refused()],
  ['one of several errors', new AggregateError([new Error('other'), refused()], 'All failed.')],
  ['the cause of an error', new Error('The store failed.', { cause: refused() })],
  ['an error among the causes of several', new AggregateError([new AggregateError([refused()])])],
])('the command of %s is not logged, and what happened is', (_name, error) => {
  const line = lineOf(error);
  expect(line).not.toContain('s3cret-pw');
  expect(line).toContain('WRONGPASS invalid username-password pair');
  expect(JSON.parse(line)).toMatchObject({
    msg: 'Redis failed',
    err: { message: expect.any(String), stack: expect.any(String) },
  });
});

it('what is no error is logged as it is', () => {
  expect(JSON.parse(lineOf('gone'))).toMatchObject({ err: 'gone' });
});
