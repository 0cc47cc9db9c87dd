import { describe, expect, it } from '@jest/globals';
import { getOperationAST, parse } from 'graphql';
import { valueOf, type Variables } from './amount.js';
import { createCostIndex } from './cost-index.js';
import { measureOperation } from './operation-cost.js';

const SDL = parse(`
  type Query {
    one: Item
    many(ids: [ID!]!): [Item]! @batch(over: "ids", max: 5) @listSize(assumedSize: 5)
    page(first: Int = 4 @range(min: 1, max: 100), last: Int @range(min: 1, max: 100)): [Item!] @listSize(slicingArguments: ["first", "last"], requireOneSlicingArgument: false)
    strict(first: Int, last: Int): [Item!] @listSize(slicingArguments: ["first", "last"])
    fixed: [Item!] @listSize(assumedSize: 3)
    unknown: [Item!]
    whole(first: Int = 4 @range(min: 1, max: 100, all: true)): [Item!] @listSize(slicingArguments: ["first"])
    search(first: Int! = 2): Page @listSize(slicingArguments: ["first"], sizedFields: ["items"])
    media: Media
    node: Node
    filtered(deep: Boolean @cost(weight: 7)): Item
  }
  type Mutation { touch: Item }
  type Item implements Node { id: ID! heavy: Heavy signal: Signal @cost(weight: 10) price: Price tags: [String!] self: Item }
  type Heavy @cost(weight: 5) { x: Int }
  type Signal { score: Int }
  scalar Price @cost(weight: 2)
  type Page { items: [Item!]! total: Int }
  interface Node { id: ID! }
  type Book implements Node { id: ID! author: Item }
  type Film { minutes: Int cast: [Item!] @listSize(assumedSize: 20) }
  union Media = Book | Film
`);
const INDEX = createCostIndex(SDL);

function measure(source: string, variables: Variables = {}): { cost: number; nodes: number } {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (operation === null || operation === undefined) throw new Error('no operation');
  const { cost, nodes } = measureOperation(INDEX, document, operation);
  return { cost: valueOf(cost, variables), nodes: valueOf(nodes, variables) };
}

describe('the cost of an operation', () => {
  it.each([
    ['an object counts 1 and a leaf nothing', '{ one { id } }', 1, 1],
    ['a field’s weight replaces its type’s', '{ one { signal { score } } }', 11, 2],
    ['a type’s weight counts wherever it is returned', '{ one { heavy { x } } }', 6, 2],
    ['a leaf’s type can have a weight', '{ one { price } }', 3, 1],
    ['an argument’s weight counts if it is given', '{ filtered(deep: true) { id } }', 8, 1],
    ['an argument’s weight does not count if it is omitted', '{ filtered { id } }', 1, 1],
    ['a mutation counts 10 plus its fields', 'mutation { touch { id } }', 11, 1],
    ['a list of an assumed size multiplies all below it', '{ fixed { signal { score } } }', 33, 6],
    ['a list without a declared size counts as 10', '{ unknown { id } }', 10, 10],
    ['nested lists multiply', '{ fixed { self { self { id } } } }', 9, 9],
    ['a list of leaves without weight costs nothing', '{ one { tags } }', 1, 1],
    ['a slicing argument sizes its list', '{ page(first: 30) { id } }', 30, 30],
    ['an omitted slicing argument counts with its default', '{ page { id } }', 4, 4],
    ['null counts as the largest page where it stands for all', '{ whole(first: null) { id } }', 100, 100],
    ['such an argument counts with its default if it is omitted', '{ whole { id } }', 4, 4],
    ['null elsewhere counts as the default', '{ page(first: null) { id } }', 4, 4],
    ['the largest of several slicing arguments counts', '{ page(first: 3, last: 9) { id } }', 9, 9],
    [
      'a size above the declared range counts as its maximum, since the field rejects it',
      '{ page(first: 1000000) { id } }',
      100,
      100,
    ],
    ['a negative size counts as 0', '{ page(first: -5) { id } }', 0, 0],
    [
      'a sized field takes its size from the field above',
      '{ search(first: 6) { total items { heavy { x } } } }',
      37,
      13,
    ],
    ['a batch counts its entries', '{ many(ids: ["a", "b", "c"]) { signal { score } } }', 33, 6],
    ['a batch of one may be written without a list', '{ many(ids: "a") { id } }', 1, 1],
    [
      'a batch above its maximum counts as the maximum, since the field rejects it',
      '{ many(ids: [1, 2, 3, 4, 5, 6, 7, 8]) { id } }',
      5,
      5,
    ],
    ['each alias counts', '{ a: one { id } b: one { id } }', 2, 2],
    [
      'the same field counts once, however often it is written',
      '{ one { heavy { x } } ...F one { id } } fragment F on Query { one { heavy { x } signal { score } } }',
      16,
      3,
    ],
    [
      'the most expensive of mutually exclusive types counts',
      '{ media { ... on Book { author { id } } ... on Film { minutes cast { id } } } }',
      21,
      21,
    ],
    [
      'fields selected on an interface count in addition',
      '{ node { id ... on Book { author { id } } ... on Item { signal { score } heavy { x } } } }',
      16,
      3,
    ],
    [
      'a literal condition is evaluated',
      '{ one @skip(if: true) { id } fixed @include(if: false) { id } node @include(if: true) { id } }',
      1,
      1,
    ],
    ['introspection has a cost', '{ __schema { types { name } } __type(name: "Item") { name } __typename }', 11, 0],
    ['unknown fields cost nothing: validation rejects them', '{ nothing { id } one { nothing } }', 1, 1],
  ])('%s', (_guarantee, source, cost, nodes) => {
    expect(measure(source)).toEqual({ cost, nodes });
  });

  it.each<[string, string, Variables, number]>([
    [
      'a variable sizes a batch',
      'query ($ids: [ID!]!) { many(ids: $ids) { signal { score } } }',
      { ids: ['a', 'b', 'c', 'd'] },
      44,
    ],
    ['a variable sizes a list', 'query ($n: Int) { page(first: $n) { id } }', { n: 50 }, 50],
    ['an omitted variable counts with its default', 'query ($n: Int = 12) { page(first: $n) { id } }', {}, 12],
    [
      'a null variable falls back to the argument’s default',
      'query ($n: Int = 12) { page(first: $n) { id } }',
      { n: null },
      4,
    ],
    [
      'an omitted variable without default falls back to the argument’s default',
      'query ($n: Int) { page(first: $n) { id } }',
      {},
      4,
    ],
    [
      'a value that is not a size falls back to the argument’s default',
      'query ($n: Int) { page(first: $n) { id } }',
      { n: Number.NaN },
      4,
    ],
    [
      'a variable decides a condition',
      'query ($is: Boolean!) { one @include(if: $is) { signal { score } } fixed @skip(if: $is) { id } }',
      { is: true },
      11,
    ],
    [
      'a variable decides a condition the other way',
      'query ($is: Boolean!) { one @include(if: $is) { signal { score } } fixed @skip(if: $is) { id } }',
      { is: false },
      3,
    ],
    [
      'a field under two conditions counts if either is true',
      'query ($a: Boolean!, $b: Boolean!) { one @include(if: $a) { heavy { x } } one @include(if: $b) { heavy { x } } }',
      { a: false, b: true },
      6,
    ],
  ])('%s', (_guarantee, source, variables, cost) => {
    expect(measure(source, variables).cost).toBe(cost);
  });

  it('is a plain number if it depends on no variable', () => {
    const document = parse('query ($id: ID) { fixed { signal { score } } }');
    const operation = getOperationAST(document);
    expect(operation && measureOperation(INDEX, document, operation)).toEqual({ cost: 33, nodes: 6 });
  });

  it('stays finite however deeply lists are nested', () => {
    const { cost } = measure('query ($n: Int!) { strict(first: $n) { id } }', { n: Number.MAX_VALUE });
    expect(Number.isFinite(cost)).toBe(true);
  });

  it.each(['{ strict { id } }', '{ strict(first: 1, last: 1) { id } }'])(
    'requires exactly one slicing argument if the SDL does: %s',
    (source) => {
      expect(() => measure(source)).toThrow('The field strict needs exactly one of first, last.');
      expect(measure('{ strict(last: 2) { id } }').cost).toBe(2);
    },
  );
});
