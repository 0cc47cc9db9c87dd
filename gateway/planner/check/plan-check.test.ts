import { describe, expect, it } from '@jest/globals';
import type { BatchFetchNode, FetchNode, FlattenNode, PlanNode } from '@graphql-hive/router-query-planner';
import { parse } from 'graphql';
import { composePartsByApollo } from '../../fixtures/federate.js';
import { createPlanner } from '../planner.js';
import { findPlanHole } from './plan-check.js';

const planner = createPlanner(composePartsByApollo({
  shelf: {
    typeDefs: `type Query { shelf: [Media] book: Book any: Any } type Mutation { open: Book @shareable } interface Media @key(fields: "id") { id: ID! title: String } union Any = Book | Film
      type Book implements Media @key(fields: "id") { id: ID! title: String pages(from: Int): Int } type Film implements Media @key(fields: "id") { id: ID! title: String minutes: Int }`,
  },
  likes: { typeDefs: 'type Query { liked: [Media] } type Media @interfaceObject @key(fields: "id") { id: ID! likes: Int rank: Int! }' },
  post: { typeDefs: 'type Mutation { open: Book @shareable } type Book @key(fields: "id") { id: ID! pages(from: Int): Int @external weight: Int @requires(fields: "pages(from: 1)") }' },
}));

function fetch(serviceName: string, operation: string): FetchNode {
  return { kind: 'Fetch', serviceName, operation };
}

const KEY = [{ kind: 'Field', name: 'id' } as const];

/** A fetch of entities by their id. */
function entities(serviceName: string, path: FlattenNode['path'], typeName: string, selections: string, more: Partial<FetchNode> = {}): FlattenNode {
  const operation = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ${typeName} { ${selections} } } }`;
  const setter = { ValueSetter: { path: [{ Key: '__typename' }], setValueTo: typeName } };
  return { kind: 'Flatten', path, node: { ...fetch(serviceName, operation), requires: KEY, inputRewrites: [setter], ...more } };
}

const inOrder = (...nodes: PlanNode[]): PlanNode => ({ kind: 'Sequence', nodes });
const atOnce = (...nodes: PlanNode[]): PlanNode => ({ kind: 'Parallel', nodes });
const holeOf = (plan: PlanNode | undefined, source: string): string | undefined => findPlanHole(plan, parse(source), planner);

const BOOK = [{ Field: 'book' }];
const LIKED = [{ Field: 'liked' }, '@' as const];
const renamer = { KeyRenamer: { path: [{ Key: 'book' }, { Key: '_internal_qp_alias_0' }], renameKeyTo: 't' } };
const required = [...KEY, { kind: 'Field' as const, name: 'p', alias: 'pages' }];

describe('a plan without a hole', () => {
  it.each<[string, PlanNode, string]>([
    ['fetches everything at once', fetch('shelf', '{ shelf { __typename ... on Book { title } ... on Film { minutes } } }'), '{ shelf { ... on Book { title } ... on Film { minutes } } }'],
    ['goes on by a key', inOrder(fetch('shelf', '{ book { id } }'), entities('likes', BOOK, 'Media', 'likes')), '{ book { likes } }'],
    ['sends a requirement under the call that it names', inOrder(fetch('shelf', '{ book { id p: pages(from: 1) } }'), entities('post', BOOK, 'Book', 'weight', { requires: required })), '{ book { weight } }'],
    ['asks an interface object for what all its types want', fetch('likes', '{ liked { likes } }'), '{ liked { likes } }'],
    ['tells a type before it depends on it', inOrder(fetch('likes', '{ liked { id } }'), entities('shelf', LIKED, 'Media', '__typename ... on Film { minutes }')), '{ liked { ... on Film { minutes } } }'],
    ['tells a type under a client’s alias', fetch('shelf', '{ any { t: __typename } }'), '{ any { t: __typename } }'],
    ['renames what had to be fetched under another key', { ...fetch('shelf', '{ book { _internal_qp_alias_0: title } }'), outputRewrites: [renamer] }, '{ book { t: title } }'],
  ])('%s', (_name, plan, source) => {
    expect(holeOf(plan, source)).toBeUndefined();
  });

  it('is every plan of the native planner for an ordinary operation', () => {
    for (const source of ['{ book { id title weight likes } }', '{ shelf { title likes ... on Book { pages(from: 2) } } }', '{ liked { id likes title } }']) {
      expect(holeOf(planner.plan(source).node, source)).toBeUndefined();
    }
  });
});

describe('a hole is', () => {
  it.each<[string, PlanNode | undefined, string, string]>([
    ['a field that nobody fetches', fetch('shelf', '{ book { id } }'), '{ book { id title } }', 'Nobody fetches "title" of a Book'],
    ['a plan that is not there', undefined, '{ book { id } }', 'Nobody fetches "book"'],
    ['a type without its fields', fetch('shelf', '{ any { __typename ... on Book { title } } }'), '{ any { ... on Book { title } ... on Film { title } } }', 'Nobody fetches "title" of a Film'],
    ['another call under the key', fetch('shelf', '{ book { pages(from: 2) } }'), '{ book { pages(from: 1) } }', 'is pages(from: 2), not pages(from: 1)'],
    ['two calls under one key', inOrder(fetch('shelf', '{ book { id pages(from: 1) } }'), entities('shelf', BOOK, 'Book', 'pages(from: 2)')), '{ book { pages(from: 1) } }', 'under one key "pages"'],
    ['a key that nobody fetched', inOrder(fetch('shelf', '{ book { title } }'), entities('likes', BOOK, 'Media', 'likes')), '{ book { title likes } }', 'id of a Book, which is not known by then'],
    ['a key that comes too late', atOnce(fetch('shelf', '{ book { id } }'), entities('likes', BOOK, 'Media', 'likes')), '{ book { likes } }', 'Nobody fetches "likes"'],
    ['a representation without a key', inOrder(fetch('shelf', '{ book { title } }'), entities('likes', BOOK, 'Media', 'likes', { requires: [{ kind: 'Field', name: 'title' }] })), '{ book { title likes } }', 'without a key'],
    ['a requirement that is not sent', inOrder(fetch('shelf', '{ book { id } }'), entities('post', BOOK, 'Book', 'weight')), '{ book { weight } }', 'without what it requires'],
    ['a requirement by another call', inOrder(fetch('shelf', '{ book { id p: pages(from: 2) } }'), entities('post', BOOK, 'Book', 'weight', { requires: required })), '{ book { weight } }', 'without what it requires'],
    ['a type that nobody tells', fetch('shelf', '{ any { ... on Book { title } } }'), '{ any { ... on Book { title } } }', 'Nobody tells whether "any" is a Book'],
    ['an interface object’s type that nobody tells', fetch('likes', '{ liked { __typename likes } }'), '{ liked { __typename likes } }', 'Nobody tells whether "liked" is a Book'],
    ['a path by a type that nobody told before', inOrder(fetch('likes', '{ liked { __typename id } }'), entities('shelf', [...LIKED, { TypeCondition: ['Book'] }], 'Book', 'title')), '{ liked { ... on Book { title } } }', 'Nobody tells whether "liked" is a Book'],
    ['a field that the subgraph does not have', fetch('likes', '{ liked { title } }'), '{ liked { title } }', 'LIKES is asked for Media.title'],
    ['a fragment that no value can be of', fetch('shelf', '{ book { ... on Film { minutes } } }'), '{ book { __typename } }', 'is asked for a Book that is a Film'],
    ['a field that nobody asked of a type', inOrder(fetch('shelf', '{ shelf { __typename id } }'), entities('likes', [{ Field: 'shelf' }, '@'], 'Media', 'likes')), '{ shelf { ... on Book { likes } id } }', 'Nobody asked or needs "likes" of a Film'],
    ['a mutation that is done twice', atOnce(fetch('shelf', 'mutation { open { title } }'), fetch('post', 'mutation { open { id } }')), 'mutation { open { id title } }', 'more than once'],
    ['a subgraph that is not there', fetch('nobody', '{ book { id } }'), '{ book { id } }', 'There is no subgraph "nobody"'],
    ['a step that is not executed', { kind: 'Subscription', primary: fetch('shelf', '{ book { id } }') }, '{ book { id } }', 'Subscription'],
  ])('%s', (_name, plan, source, hole) => {
    expect(holeOf(plan, source)).toContain(hole);
  });

  it('a place of a batch that lacks its key', () => {
    const batch: BatchFetchNode = {
      kind: 'BatchFetch',
      serviceName: 'likes',
      operation: 'query ($a: [_Any!]!) { e: _entities(representations: $a) { ... on Media { likes } } }',
      entityBatch: { aliases: [{ alias: 'e', representationsVariableName: 'a', paths: [[...BOOK], [{ Field: 'x' }]], requires: KEY, inputRewrites: [{ ValueSetter: { path: [{ Key: '__typename' }], setValueTo: 'Media' } }] }] },
    };
    const source = '{ book { likes } x: book { likes } }';
    expect(holeOf(inOrder(fetch('shelf', '{ book { id } x: book { id } }'), batch), source)).toBeUndefined();
    expect(holeOf(inOrder(fetch('shelf', '{ book { id } x: book { title } }'), batch), source)).toContain('id of a Book, which is not known by then');
  });
});
