import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'graphql';
import { fieldCapabilities } from '../../../subgraphs/capabilities.js';
import { readGraph } from './graph.js';
import {
  documentOf,
  keptOf,
  sumOf,
  variablesOf,
  type Reader,
  type Sum,
  type Variables,
  type Written,
} from './written.js';

const SCHEMA = path.join(import.meta.dirname, '..', '..', '..', 'schema', 'public.graphql');
const GRAPH = readGraph(readFileSync(SCHEMA, 'utf8'));
const CAPABILITIES = new Map(fieldCapabilities().map((each) => [each.field, each]));

const READER: Reader = {
  tier: 'INSTITUTIONAL',
  allows: () => true,
  unitsOf: (fields) => fields.reduce((sum, field) => sum + (CAPABILITIES.get(field)?.units ?? 0), 0),
  batchTierOf: (field) => ((CAPABILITIES.get(field)?.batchTier ?? null) === null ? null : 'PRO'),
};

function summed(text: string, variables: Variables = {}, reader = READER): Written<Sum> {
  const document = documentOf(text);
  return 'problem' in document ? document : sumOf(GRAPH, reader, document.value, variables);
}

const problemOf = (written: Written<unknown>): string | undefined =>
  'problem' in written ? written.problem : undefined;

describe('an operation that the server would not measure is a problem with no sum', () => {
  const doubling = Array.from({ length: 26 }, (_, n) => `fragment A${n} on Query { ...A${n + 1} ...A${n + 1} }`);
  const doubled = `{ ...A0 } ${doubling.join(' ')} fragment A26 on Query { market { status } }`;

  it.each([
    ['a fragment that spreads itself', 'query { ...A } fragment A on Query { ...A }', /^A fragment spreads itself/],
    [
      'fragments that spread each other',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      /^A fragment spreads itself/,
    ],
    ['fragments that double each other', doubled, /^The operation has \d+ fields, with every fragment expanded; /],
    [
      'more levels than the tier allows',
      `${'{ a '.repeat(30)}${'}'.repeat(30)}`,
      /^The operation has 30 levels of fields; the institutional tier allows 18\./,
    ],
    ['levels that are not closed', '{a'.repeat(4_000), /^Line 1, column 8001: Syntax Error|nests too deeply/],
    ['levels in thousands', `${'{a'.repeat(4_000)}${'}'.repeat(4_000)}`, /levels of fields|nests too deeply/],
    [
      'inline fragments in thousands',
      `${'{...'.repeat(4_000)}{a}${'}'.repeat(4_000)}`,
      /nests too deeply|fields, with every/,
    ],
    ['more tokens than any tier allows', `{ ${'a '.repeat(20_000)} }`, /16000 tokens/],
    ['no operation', 'fragment A on Query { market { status } }', /^The text has no operation/],
    [
      'several operations',
      'query A { market { status } } query B { usage { tier } }',
      /^The text has 2 operations, and one is run at a time/,
    ],
    [
      'several operations, of which one cannot be measured',
      'query A { market { status } } query B { ...F } fragment F on Query { ...F }',
      /^The text has 2 operations/,
    ],
  ])('%s', (_, text, problem) => {
    expect(problemOf(summed(text))).toMatch(problem);
  });

  it.each([
    [
      'a field that its type does not have',
      '{ security(ticker: "AAPL") { signall { label } } }',
      {},
      /^Line 1, column 30: Cannot query field "signall" on type "Security"\./,
    ],
    ['a required argument that is missing', '{ security { name } }', {}, /^Line 1, column 3: .*"ticker".* required/],
    [
      'a required variable that is missing',
      'query ($t: Ticker!) { security(ticker: $t) { name } }',
      {},
      /^Line 1, column 8: Variable "\$t" of required type "Ticker!" was not provided\.$/,
    ],
    [
      'a variable of another type',
      'query ($n: Int!) { securities(first: $n) { totalCount } }',
      { n: 'many' },
      /^Line 1, column 8: Variable "\$n" got invalid value "many"; Int cannot represent/,
    ],
    ['an object without fields', '{ security(ticker: "AAPL") }', {}, /must have a selection of subfields/],
  ])('%s', (_, text, variables, problem) => {
    expect(problemOf(summed(text, variables))).toMatch(problem);
  });

  it('by the limits of the reader’s tier', () => {
    const text = `{ ${Array.from({ length: 11 }, (_, n) => `a${n}: market { status }`).join(' ')} }`;
    expect(problemOf(summed(text))).toBeUndefined();
    expect(problemOf(summed(text, {}, { ...READER, tier: 'FREE' }))).toMatch(
      /^The operation has 11 fields at the root; the free tier allows 10\./,
    );
  });
});

describe('the units of an operation', () => {
  const SIGNAL = 'signal { label }';

  it.each([
    ['one field', `{ security(ticker: "AAPL") { ${SIGNAL} } }`, {}, 1],
    [
      'each alias',
      '{ security(ticker: "AAPL") { a: dca(years: 1) { profit } b: dca(years: 2) { profit } c: dca(years: 3) { profit } } }',
      {},
      3,
    ],
    [
      'one response key that is written twice',
      `{ security(ticker: "AAPL") { ${SIGNAL} signal { compositeScore } } }`,
      {},
      1,
    ],
    [
      'a fragment at each spread',
      `{ a: security(ticker: "AAPL") { ...F } b: security(ticker: "MSFT") { ...F } } fragment F on Security { ${SIGNAL} }`,
      {},
      2,
    ],
    ['each entry of a page', `{ securities(first: 10) { nodes { ${SIGNAL} } } }`, {}, 10],
    ['each entry of a default page', `{ securities { nodes { ticker ${SIGNAL} } } }`, {}, 20],
    ['each entry, by a variable', `query ($n: Int!) { securities(first: $n) { nodes { ${SIGNAL} } } }`, { n: 7 }, 7],
    ['a metered list once, however long', '{ webhooks { url } }', {}, 1],
    ['a batch of one as its fields', `{ securitiesByTicker(tickers: ["AAPL"]) { ${SIGNAL} dca { profit } } }`, {}, 2],
    ['a node by its id', '{ node(id: "wh_1") { id } }', {}, 1],
    ['a field that is left out', '{ security(ticker: "AAPL") { name signal @skip(if: true) { label } } }', {}, 0],
    ['a mutation without a unit', 'mutation { createApiKey(input: { name: "a" }) { secret } }', {}, 0],
    ['introspection', '{ __schema { queryType { name } } usage { tier } }', {}, 0],
  ])('count %s', (_, text, variables, units) => {
    expect(summed(text, variables)).toMatchObject({ value: { units } });
  });
});

describe('the address keeps', () => {
  const kept = (text: string, variables: string) => keptOf(text, variables, parse(text));

  it('a query with its variables', () => {
    const text = 'query ($t: Ticker!) { security(ticker: $t) { name } }';
    expect(kept(text, '{"t":"AAPL"}')).toEqual({ query: text, variables: '{"t":"AAPL"}' });
  });

  it('no variables of a mutation', () => {
    const text = 'mutation ($p: String!) { signIn(password: $p) { ok } }';
    expect(kept(text, '{"p":"four unrelated words"}')).toEqual({ query: text, variables: '' });
  });

  it('no mutation with a string in it', () => {
    expect(kept('mutation { signIn(password: "four unrelated words") { ok } }', '')).toEqual({
      query: '',
      variables: '',
    });
  });
});

it('variables are an object', () => {
  expect(variablesOf(' ')).toEqual({ value: {} });
  expect(problemOf(variablesOf('[1]'))).toMatch(/^Variables are an object/);
  expect(problemOf(variablesOf('{'))).toMatch(/^Variables are no JSON/);
});
