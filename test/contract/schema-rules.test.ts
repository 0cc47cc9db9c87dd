import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { ROOT } from '../support/scratch.js';
import { RULES } from './schema-rules.js';

const SCHEMA = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));

describe('the public schema', () => {
  it.each(RULES)('$name', ({ faults, exceptions = {} }) => {
    expect([...faults(SCHEMA)].sort()).toEqual(Object.keys(exceptions).sort());
  });
});

const BASE = `
  directive @metered on FIELD_DEFINITION
  directive @tier(atLeast: String) on FIELD_DEFINITION
  directive @listSize(assumedSize: Int) on FIELD_DEFINITION
  scalar Percent scalar LocalDate scalar DateTime
  interface Node { id: ID! }
  type Viewer implements Node { id: ID! }
  type PageInfo { endCursor: String }
`;

/** What is wrong in a small schema, by the words of the rule that finds it. */
const BAD: readonly (readonly [rule: string, sdl: string, faults: readonly string[]])[] = [
  [
    'is a Node',
    'type Query { thing(id: ID!): Thing entry(slug: String!): Entry } type Thing { id: ID! } type Entry { name: String }',
    ['Thing', 'Query.thing', 'Query.entry'],
  ],
  [
    'is a Node',
    'type Query { a: Int } type AddThingPayload { thing: Thing viewer: Viewer! } type Thing { name: String }',
    ['AddThingPayload.thing'],
  ],
  [
    'abbreviated',
    'type Query { prevClose: Int n: Int pct: Int meanGap(num: Int): Int } enum Dir { UP } input AvgInput { a: Int }',
    ['Dir', 'AvgInput', 'Query.prevClose', 'Query.n', 'Query.pct', 'Query.meanGap(num)'],
  ],
  [
    'svc',
    'type Query { svcScore: Int bySymbol(symbols: [Int]): Int } enum Verdict { SVC_SAYS_SELL }',
    ['Verdict.SVC_SAYS_SELL', 'Query.svcScore', 'Query.bySymbol', 'Query.bySymbol(symbols)'],
  ],
  [
    'envelope',
    'type Query { ok: Boolean apiVersion: String message: String status: String state: State } enum Status { ON } type State { status: Status! } type AddThingPayload { status: Status }',
    ['Query.ok', 'Query.apiVersion', 'Query.message', 'Query.status', 'AddThingPayload.status'],
  ],
  ['Pct', 'type Query { change: Percent changePct: Float goodPct: Percent }', ['Query.change', 'Query.changePct']],
  [
    'Pct',
    'type Query { a(move: PercentRange, goodPct: PercentRange): Int } input PercentRange { atLeast: Percent }',
    ['Query.a(move)'],
  ],
  [
    'UPPER_SNAKE',
    'type Query { snake_case: Int Title(Arg: Int): Int } enum Side { up DOWN Left_Right }',
    ['Query.snake_case', 'Query.Title', 'Query.Title(Arg)', 'Side.up', 'Side.Left_Right'],
  ],
  ['same values', 'type Query { a: Int } enum One { A B } enum Two { B A } enum Three { A }', ['One = Two']],
  [
    'is a connection',
    'type Query { list(first: Int): [Viewer] page(first: Int, after: String, kind: Int): ThingConnection } type ThingConnection { edges: [ThingEdge!]! nodes: [Viewer!]! pageInfo: PageInfo! } type ThingEdge { node: Viewer! cursor: String! }',
    ['Query.list', 'Query.page'],
  ],
  [
    'is a connection',
    'type Query { page(first: Int, after: String): ThingConnection } type ThingConnection { edges: [ThingEdge!]! pageInfo: PageInfo! } type ThingEdge { node: Viewer! cursor: String! }',
    ['Query.page'],
  ],
  [
    'how long',
    'type Query { all: [Viewer!] some: [Viewer!] @listSize(assumedSize: 5) names: [String!] }',
    ['Query.all'],
  ],
  [
    'verbNoun',
    `type Query { a: Int } input AddThingInput { a: Int } type AddThingPayload { a: Int viewer: Viewer! } type DropThingPayload { a: Int }
    type Mutation { addThing(input: AddThingInput!): AddThingPayload dropThing(input: AddThingInput!): DropThingPayload thing(id: ID!): Int }`,
    ['Mutation.dropThing', 'Mutation.thing'],
  ],
  [
    'nullable',
    'type Query { a: Int! b: Part } type Part { gaps: Int! @metered viewer: Viewer! name: String! rows(last: Int): [Int!]! } type Mutation { addPart: Int! }',
    ['Query.a', 'Part.gaps', 'Part.rows', 'Part.viewer', 'Mutation.addPart'],
  ],
  [
    'a tier may not read',
    'type Query { a: Part } type Part { mark: Int @tier(atLeast: "PRO") state: Int! @tier(atLeast: "PRO") rows: [Int!]! @tier(atLeast: "PRO") name: String! }',
    ['Part.state', 'Part.rows'],
  ],
  [
    'no choice of a few',
    'type Query { "`low`, `medium` or `high`." level: String! "`x` of `y`." other: String "`A` or `B`." kind: Kind } enum Kind { A }',
    ['Query.level'],
  ],
  [
    'described',
    '"Q." type Query { "A." a("X." x: Int, y: Int): Int b: Int } "K." enum Kind { A }',
    ['Kind.A', 'Query.a(y)', 'Query.b'],
  ],
  [
    'tells in which case',
    'type Query { a: Int } type Part { "Known." a: Int "Null on Mondays." b: Int c: Int! } "Null without data." type Other { a: Int }',
    ['Part.a'],
  ],
  [
    'a Boolean',
    'type Query { filled: Boolean isOpen: Boolean! "Always true." isGood: Boolean! hasPage(skip: Boolean): Boolean }',
    ['Query.filled', 'Query.isGood'],
  ],
  [
    'resetsAt',
    'type Query { from: String a(to: LocalDate): Int resetAt: DateTime resetsInS: Int resetsAt: DateTime part: Part } type Part { resetsAt: Int }',
    ['Query.from', 'Query.resetAt', 'Query.resetsInS', 'Part.resetsAt'],
  ],
];

describe('a rule', () => {
  it.each(BAD)('that says "%s" finds what breaks it: %s', (words, sdl, expected) => {
    const [rule, ...others] = RULES.filter(({ name }) => name.includes(words));
    expect(others).toEqual([]);
    const base = new Set(rule?.faults(buildSchema(`${BASE} type Query { base: Int }`)));
    const found = rule?.faults(buildSchema(`${BASE} ${sdl}`)).filter((at) => !base.has(at) || expected.includes(at));
    expect([...(found ?? [])].sort()).toEqual([...expected].sort());
  });

  it('has such a schema', () => {
    expect(RULES.filter(({ name }) => !BAD.some(([words]) => name.includes(words))).map(({ name }) => name)).toEqual(
      [],
    );
  });
});
