import { describe, expect, it } from '@jest/globals';
import { buildSchema, executeSync, getIntrospectionQuery, Kind, parse, type OperationDefinitionNode } from 'graphql';
import { introspectionSize } from './introspection-size.js';

const schema = buildSchema(/* GraphQL */ `
  "What is \\"asked\\"."
  type Query {
    "One by its key."
    item(key: ID = "a", of: [Kind!] = [SMALL]): Item
    old: Int @deprecated(reason: "Use item.")
  }
  interface Named {
    name: String!
  }
  type Item implements Named {
    name: String!
    parent: Item
    parts(first: Int = 10): [Item!]!
  }
  enum Kind {
    SMALL
    LARGE @deprecated
  }
  input Filter {
    kind: Kind = SMALL
  }
`);

function sizeOf(source: string, variables: Record<string, unknown> = {}, most = Infinity): number {
  const document = parse(source);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (operation === undefined) throw new Error('There is no operation.');
  return introspectionSize(() => schema, document, operation)(variables, most);
}

const written = (source: string, variableValues: Record<string, unknown> = {}): number =>
  JSON.stringify(executeSync({ schema, document: parse(source), variableValues }).data).length;

const MANY = Array.from({ length: 40 }, (_, i) => `a${i}: description`).join(' ');

describe('the size of an introspection', () => {
  it.each<readonly [string, string, Record<string, unknown>?]>([
    ['the standard query', getIntrospectionQuery()],
    [
      'the standard query with all that it may ask',
      getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true }),
    ],
    [
      'one type',
      '{ __type(name: "Item") { name fields { name args { name defaultValue } type { name ofType { name } } } } }',
    ],
    ['many aliases', `{ __schema { types { fields { ${MANY} args { ${MANY} } } } } }`],
    ['names of types', '{ __schema { types { a: __typename b: __typename c: __typename fields { __typename } } } }'],
    [
      'fragments, and the same key twice',
      '{ __schema { ...A ... on __Schema { types { kind } } } } fragment A on __Schema { types { name ...B } } ' +
        'fragment B on __Type { name fields(includeDeprecated: true) { name } }',
    ],
    ['a variable', 'query ($name: String = "Item") { __type(name: $name) { fields { name } } }', { name: 'Query' }],
    ['its default', 'query ($name: String = "Item") { __type(name: $name) { fields { name } } }'],
    [
      'all but a field whose argument is null',
      'query ($name: String = "Item") { a: __type(name: $name) { name } __schema { types { name fields { name } } } }',
      { name: null },
    ],
    [
      'a variable that is not given, so that the argument has its default',
      'query ($all: Boolean) { __schema { types { fields(includeDeprecated: $all) { name } } } }',
    ],
    [
      'a variable that is given',
      'query ($all: Boolean!) { __schema { types { fields(includeDeprecated: $all) { name deprecationReason } } } }',
      { all: true },
    ],
    [
      'conditions',
      `query ($no: Boolean!, $yes: Boolean = true) { __schema { types { name fields @include(if: $no) { ${MANY} }
        ... @skip(if: $yes) { description } ... on __Type @include(if: $yes) { kind } } } }`,
      { no: false },
    ],
    [
      'lists below each other',
      '{ __schema { types { fields { type { fields { type { name fields { name } } } } } } } }',
    ],
  ])('is nearly that of the answer: %s', (_, source, variables = {}) => {
    const ratio = sizeOf(source, variables) / written(source, variables);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.3);
  });

  it('is not counted to its end above the most', () => {
    const size = sizeOf(`{ __schema { types { fields { ${MANY} } } } }`, {}, 500);
    expect(size).toBeGreaterThan(500);
    expect(size).toBeLessThan(700);
  });

  it('counts nothing but introspection', () => {
    expect(sizeOf('{ __typename item { name } }')).toBe(0);
  });

  it('is of the operation that runs, and not of others in the document', () => {
    const source = 'query A { item { name } } query B { __schema { types { name } } }';
    const document = parse(source);
    const [first, second] = document.definitions as readonly OperationDefinitionNode[];
    const of = (operation: OperationDefinitionNode | undefined) =>
      operation && introspectionSize(() => schema, document, operation)({}, Infinity);
    expect([of(first), (of(second) ?? 0) > 100]).toEqual([0, true]);
  });

  it('ignores what validation refuses', () => {
    expect(sizeOf('{ __schema { types { nothing ...None } } __type { name } }')).toBeGreaterThan(0);
  });
});
