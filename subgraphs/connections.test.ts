import { describe, expect, it } from '@jest/globals';
import { connectionOf, cursorOf, keyAfter } from './connections.js';

describe('a cursor', () => {
  it.each(['AAPL', 'BRK.B', 'ein Schlüssel', '1:'])('decodes to its row: %s', (key) => {
    expect(keyAfter(cursorOf(key))).toBe(key);
    expect(cursorOf(key)).not.toContain(key);
  });

  it.each(['', 'AAPL', 'MTo', `${cursorOf('AAPL')}=`, ` ${cursorOf('AAPL')}`, Buffer.from('2:AAPL').toString('base64url')])('is refused if no page returned it: %j', (cursor) => {
    expect(() => keyAfter(cursor)).toThrow(expect.objectContaining({ code: 'invalid_parameter', extra: { param: 'after' } }));
  });

  it.each([null, undefined])('means the start if absent: %s', (cursor) => {
    expect(keyAfter(cursor)).toBeUndefined();
  });
});

it('an empty page has no cursors, and says whether it came after another', () => {
  const page = { rows: [], hasNext: false, total: 3 };
  expect(connectionOf(page, 'C', String, String)).toEqual({ edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null }, totalCount: 3 });
});
