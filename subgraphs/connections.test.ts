import { describe, expect, it } from '@jest/globals';
import { connectionOf, cursorsOf, pageOfList } from './connections.js';

const cursors = cursorsOf('Query.things', 'NAME', undefined);

describe('a cursor', () => {
  it.each([['AAPL'], ['BRK.B', ''], ['ein Schlüssel', '"x"'], ['3:']])('decodes to its place: %j', (...place) => {
    expect(cursors.after(cursors.of(place), place.length)).toEqual(place);
    expect(cursors.of(place)).not.toContain(place[0]);
  });

  const own = cursors.of(['AAPL']);
  const text = (value: string): string => Buffer.from(value).toString('base64url');
  const refused: unknown = expect.objectContaining({ code: 'invalid_parameter', extra: { param: 'after' } });
  it.each([
    '',
    'AAPL',
    'MTo',
    `${own}=`,
    ` ${own}`,
    text('2:["AAPL"]'),
    text('3:["AAPL"]'),
    text('3:{}'),
    text('3:[1]'),
    text('3:['),
    cursors.of(['AAPL', 'Apple']),
  ])('is refused if no page of the list returned it: %j', (cursor) => {
    expect(() => cursors.after(cursor, 1)).toThrow(refused);
  });

  it.each([
    ['list', cursorsOf('Query.others', 'NAME', undefined)],
    ['order', cursorsOf('Query.things', 'TICKER', undefined)],
    ['filter', cursorsOf('Query.things', 'NAME', 'Energy')],
  ])('of another %s is refused', (_, other) => {
    expect(() => cursors.after(other.of(['AAPL']), 1)).toThrow(refused);
    expect(other.after(other.of(['AAPL']), 1)).toEqual(['AAPL']);
  });

  it.each([null, undefined])('means the start if absent: %s', (cursor) => {
    expect(cursors.after(cursor, 1)).toBeUndefined();
  });
});

it('an empty page has no cursors, and says whether it came after another', () => {
  const page = { rows: [], hasNext: false, total: 3 };
  expect(connectionOf(page, cursors, false, (row) => [String(row)], String)).toEqual({
    edges: [],
    nodes: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    totalCount: 3,
  });
});

describe('a page of a list', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const read = (
    first: number,
    after?: string | null,
    of = rows,
  ): { readonly ids: string; readonly hasNext: boolean; readonly end: string | null } => {
    const { nodes, pageInfo } = pageOfList(of, { first, after }, cursors, ({ id }) => id);
    return { ids: nodes.join(''), hasNext: pageInfo.hasNextPage, end: pageInfo.endCursor };
  };

  it('continues after the last entry of the page before', () => {
    const one = read(2);
    const two = read(2, one.end);
    const three = read(2, two.end);
    expect([one, two, three].map(({ ids, hasNext }) => [ids, hasNext])).toEqual([
      ['ab', true],
      ['cd', true],
      ['e', false],
    ]);
  });

  it('continues after that entry where it is now, and in its place if it has been removed', () => {
    const { end } = read(2);
    expect(
      read(
        2,
        end,
        ['b', 'a', 'c', 'd'].map((id) => ({ id })),
      ).ids,
    ).toBe('ac');
    expect(
      read(
        2,
        end,
        ['a', 'c', 'd', 'e'].map((id) => ({ id })),
      ).ids,
    ).toBe('cd');
    expect(read(2, end, []).ids).toBe('');
  });

  it('counts the whole list', () => {
    expect(pageOfList(rows, { first: 1 }, cursors, ({ id }) => id).totalCount).toBe(5);
  });
});
