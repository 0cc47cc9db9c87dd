import { expect, it, test } from '@jest/globals';
import { currentTrace, inTrace, readTraceparent } from './trace.js';

const HEADER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

it('reads the trace and the parent of a traceparent, also of a later version with more fields', () => {
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentId: '00f067aa0ba902b7' };
  expect(readTraceparent(HEADER)).toEqual({ ...trace, traceparent: HEADER });
  expect(readTraceparent(`${HEADER.replace('00-', 'cc-')}-more`)).toMatchObject(trace);
});

test.each([
  undefined,
  '',
  'nonsense',
  HEADER.toUpperCase(),
  HEADER.slice(0, -3),
  `ff${HEADER.slice(2)}`,
  `${HEADER}\n`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
  `${HEADER}-${'x'.repeat(100)}`,
  [HEADER],
])('ignores %j', (header) => {
  expect(readTraceparent(header)).toBeUndefined();
});

it('is known to the work that it is about, across awaits, and to nothing else', async () => {
  const seen = await inTrace(readTraceparent(HEADER), async () => {
    await Promise.resolve();
    return currentTrace()?.parentId;
  });
  expect([seen, currentTrace(), inTrace(undefined, () => currentTrace())]).toEqual([
    '00f067aa0ba902b7',
    undefined,
    undefined,
  ]);
});
