import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { compileDocument } from '../compiled/compile-document.js';
import { federate, run } from '../fixtures/federate.js';
import { createTypeIndex } from '../planner/type-index.js';
import { readAnswerShape } from './answer-shape.js';
import { copyAnswer, mergeAnswer } from './merge.js';
import { representationKey } from './representations.js';
import { compileRenames } from './renames.js';

const types = createTypeIndex(
  parse('interface Node { id: ID } type Book implements Node { id: ID } type Film implements Node { id: ID }'),
);
const shape = readAnswerShape(
  parse('{ __typename n json box { n m } list { n m } ...F } fragment F on Query { late }'),
  [],
);

function merged(target: Record<string, unknown>, source: Record<string, unknown>): Record<string, unknown> {
  mergeAnswer(target, source, shape, types);
  return target;
}

describe('merging responses', () => {
  it('merges objects deeply and lists by index', () => {
    const target = { box: { n: 1 }, list: [{ n: 1 }, null, { n: 3 }] };
    expect(merged(target, { box: { m: 2 }, list: [{ m: 1 }, { m: 2 }, null], late: 1 })).toEqual({
      box: { n: 1, m: 2 },
      list: [{ n: 1, m: 1 }, { m: 2 }, { n: 3 }],
      late: 1,
    });
  });

  it('never replaces a value with a null, but replaces nulls with values', () => {
    expect(merged({ n: 1, box: { n: 1 }, json: null }, { n: null, box: null, json: { a: 1 } })).toEqual({
      n: 1,
      box: { n: 1 },
      json: { a: 1 },
    });
  });

  it('replaces an interface’s name with a concrete type name, never the reverse', () => {
    expect(merged({ __typename: 'Node' }, { __typename: 'Book' })).toEqual({ __typename: 'Book' });
    expect(merged({ __typename: 'Book' }, { __typename: 'Node' })).toEqual({ __typename: 'Book' });
  });

  it('replaces a JSON scalar as a whole and does not modify the previous one', () => {
    const json = { a: 1 };
    expect(merged({ json }, { json: { b: 2 } })).toEqual({ json: { b: 2 } });
    expect(json).toEqual({ a: 1 });
  });

  it('copies objects and lists so that copies can be merged independently', () => {
    const source = { box: { n: 1 }, list: [{ n: 1 }, null] };
    const copy = copyAnswer(source, shape);
    expect(copy).toEqual(source);
    merged(copy, { box: { m: 2 }, list: [{ m: 3 }] });
    expect(source).toEqual({ box: { n: 1 }, list: [{ n: 1 }, null] });
  });
});

describe('representation keys', () => {
  it.each([
    [{ id: '1' }, { id: 1 }],
    [
      { a: 'x', b: 'y' },
      { a: 'xy', b: '' },
    ],
    [{ a: null }, { a: 'null' }],
    [{ a: 1 }, { b: 1 }],
    [{ a: { b: [1, 2] } }, { a: { b: [12] } }],
    [
      { a: '1"2', b: '3' },
      { a: '1', b: '2"3' },
    ],
  ])('distinguish %j from %j', (left, right) => {
    expect(representationKey(left)).not.toBe(representationKey(right));
    expect(representationKey(left)).toBe(representationKey({ ...left }));
  });
});

describe('renames', () => {
  it('apply to aliases through lists', () => {
    const rename = compileRenames([{ path: ['list', '_gw_alias0_v'], to: 'v' }]);
    const data = { list: [{ _gw_alias0_v: 1 }, { w: 2 }, null] };
    rename?.(data);
    expect(data).toEqual({ list: [{ v: 1 }, { w: 2 }, null] });
  });
});

describe('inherited property names as response keys', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('hold only fetched data: %s', async (key) => {
    const parts = {
      a: {
        typeDefs:
          'type Query { p: P none: String } type P @key(fields: "id") { id: ID! q: Q }  type Q @key(fields: "id") { id: ID! }',
        resolvers: { Query: { p: () => ({ id: '1', q: { id: '2' } }), none: () => null } },
      },
      b: {
        typeDefs: 'type Q @key(fields: "id") { id: ID! name: String lost: String }',
        resolvers: { Q: { name: () => 'Q', lost: () => null } },
      },
    };
    const { gateway } = federate(parts, { prepare: compileDocument });
    expect(await run(gateway, `{ ${key}: p { ${key}: q { ${key}: name lost } } }`)).toEqual({
      data: { [key]: { [key]: { [key]: 'Q', lost: null } } },
    });
    expect(await run(gateway, `{ ${key}: none p { q { ${key}: lost } } }`)).toEqual({
      data: { [key]: null, p: { q: { [key]: null } } },
    });
  });
});
