import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { collectDocuments } from './collect-documents.js';

const schema = buildSchema('type Query { a: Item } type Mutation { b: Item } type Item { id: ID! self: Item }');
const collect = (files: Readonly<Record<string, string>>, addsTypename = false) =>
  collectDocuments(
    Object.entries(files).map(([file, text]) => ({ file, text })),
    { schema, addsTypename },
  );

describe('documents of a folder', () => {
  it('are one per operation, with the fragments it uses from all files', () => {
    const documents = collect({
      'a.graphql': 'query A { a { ...F } } mutation B { b { id } }',
      'f.graphql': 'fragment F on Item { id self { ...G } } fragment G on Item { id } fragment Unused on Item { id }',
    });
    expect(documents).toEqual([
      'query A {\n  a {\n    ...F\n  }\n}\n\nfragment F on Item {\n  id\n  self {\n    ...G\n  }\n}\n\nfragment G on Item {\n  id\n}',
      'mutation B {\n  b {\n    id\n  }\n}',
    ]);
  });

  it('have __typename below the root, as in Apollo Client, if requested', () => {
    expect(collect({ 'a.graphql': 'query A { a { id self { __typename } ... on Item { id } } }' }, true)).toEqual([
      'query A {\n  a {\n    id\n    self {\n      __typename\n    }\n    ... on Item {\n      id\n      __typename\n    }\n    __typename\n  }\n}',
    ]);
  });

  it('are rejected with a list of all invalid files and their errors', () => {
    const files = {
      'syntax.graphql': 'query {',
      'field.graphql': '{ nothing }',
      'spread.graphql': '{ a { ...Missing } }',
      'type.graphql': 'type X { a: Int }',
      'one.graphql': 'fragment F on Item { id }',
      'two.graphql': 'fragment F on Item { id }',
    };
    expect(() => collect(files)).toThrow(
      /syntax\.graphql: Syntax Error[^]*type\.graphql: [^]*two\.graphql: duplicate fragment F[^]*field\.graphql: Cannot query field "nothing"[^]*spread\.graphql: Unknown fragment "Missing"/,
    );
  });
});
