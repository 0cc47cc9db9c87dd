import { describe, expect, it } from '@jest/globals';
import { connectionOf, cursorOf, pageOfList, placeAfter } from './connections.js';

describe('a cursor', () => {
  it.each([['AAPL'], ['BRK.B', ''], ['ein Schlüssel', '"x"'], ['2:']])('decodes to its place: %j', (...place) => {
    expect(placeAfter(cursorOf(place), place.length)).toEqual(place);
    expect(cursorOf(place)).not.toContain(place[0]);
  });

  const own = cursorOf(['AAPL']);
  const text = (value: string): string => Buffer.from(value).toString('base64url');
  it.each(['', 'AAPL', 'MTo', `${own}=`, ` ${own}`, text('1:["AAPL"]'), text('2:{}'), text('2:[1]'), text('2:['), cursorOf(['AAPL', 'Apple'])])(
    'is refused if no page of the list returned it: %j',
    (cursor) => {
      expect(() => placeAfter(cursor, 1)).toThrow(expect.objectContaining({ code: 'invalid_parameter', extra: { param: 'after' } }));
    },
  );

  it.each([null, undefined])('means the start if absent: %s', (cursor) => {
    expect(placeAfter(cursor, 1)).toBeUndefined();
  });
});

it('an empty page has no cursors, and says whether it came after another', () => {
  const page = { rows: [], hasNext: false, total: 3 };
  expect(connectionOf(page, false, (row) => [String(row)], String)).toEqual({
    edges: [], nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null }, totalCount: 3,
  });
});

describe('a page of a list', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const read = (first: number, after?: string): { readonly ids: readonly string[]; readonly hasNext: boolean; readonly end: string | null } => {
    const { nodes, pageInfo } = pageOfList(rows, { first, after }, ({ id }) => id);
    return { ids: nodes, hasNext: pageInfo.hasNextPage, end: pageInfo.endCursor };
  };

  it('continues after the last entry of the page before', () => {
    const one = read(2);
    const two = read(2, one.end ?? '');
    const three = read(2, two.end ?? '');
    expect([one, two, three].map(({ ids, hasNext }) => [ids.join(''), hasNext])).toEqual([['ab', true], ['cd', true], ['e', false]]);
  });

  it('begins again if that entry is gone', () => {
    expect(read(1, cursorOf(['x'])).ids).toEqual(['a']);
  });

  it('counts the whole list', () => {
    expect(pageOfList(rows, { first: 1 }, ({ id }) => id).totalCount).toBe(5);
  });
});
