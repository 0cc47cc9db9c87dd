import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { kindOf, limitedByKind, LineLimit } from './limited-log.js';

it('ten lines of a kind are written in a minute, the others are counted, and the next minute begins anew', () => {
  let nowMs = 0;
  const limit = new LineLimit(() => nowMs);
  const taken = Array.from({ length: 4_648 }, () => limit.take('away'));
  expect([taken.filter((each) => each === 'write').length, taken.indexOf('last'), taken.at(-1)]).toEqual([
    9,
    9,
    'skip',
  ]);
  expect(limit.take('another')).toBe('write');
  nowMs = 60_000;
  expect([limit.end('away'), limit.take('away'), limit.end('away')]).toEqual([4_638, 'write', 0]);
});

it('lines are of one kind if message and code of the error agree; lines without an error have no kind', () => {
  const refused = (port: number) => Object.assign(new Error(`connect ${port}`), { code: 'ECONNREFUSED' });
  const kinds = [refused(1), refused(2), new TypeError('x')].map((err) =>
    kindOf([{ err, request_id: 'a' }, 'a request failed']),
  );
  expect(kinds).toEqual([
    'a request failed (ECONNREFUSED)',
    'a request failed (ECONNREFUSED)',
    'a request failed (TypeError)',
  ]);
  expect([kindOf([{ a: 1 }, 'request']), kindOf(['text'])]).toEqual([undefined, undefined]);
});

it('an outage writes ten lines through pino, and lines of other kinds go on', () => {
  const lines: string[] = [];
  const log = pino({ hooks: { logMethod: limitedByKind(() => 0) } }, { write: (line) => void lines.push(line) });
  for (let request = 0; request < 1_000; request += 1)
    log.error({ err: new Error('away'), request_id: String(request) }, 'a request failed');
  log.info({ a: 1 }, 'request');
  expect([lines.length, lines.at(-1)]).toEqual([11, expect.stringContaining('"msg":"request"')]);
});
