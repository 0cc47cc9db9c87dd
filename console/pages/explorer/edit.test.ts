import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OperationTypeNode, parse, print, type DocumentNode } from 'graphql';
import { createGuard } from '../../../gateway/guards/guard.js';
import { coordinatesOf, operationOf, selectedAt, toggled } from './edit.js';
import { readGraph } from './graph.js';

const SCHEMA = path.join(import.meta.dirname, '..', '..', '..', 'schema');
const GRAPH = readGraph(readFileSync(path.join(SCHEMA, 'public.graphql'), 'utf8'));
const GUARD = createGuard({ supergraphSdl: readFileSync(path.join(SCHEMA, 'supergraph.graphql'), 'utf8') });

function toggledText(text: string | null, ...paths: readonly string[]): string | null {
  const start: DocumentNode | null = text === null ? null : parse(text);
  const end = paths.reduce<DocumentNode | null>((document, each) => toggled(document, each.split('.'), GRAPH), start);
  return end === null ? null : print(end).replaceAll(/\s+/g, ' ');
}

describe('a ticked field', () => {
  it('begins an operation, with the arguments that it requires and a field to select', () => {
    expect(toggledText(null, 'security')).toBe('{ security(ticker: "AAPL") { ticker } }');
  });

  it('brings the fields above it, and nothing else of them', () => {
    expect(toggledText(null, 'security.signal.label')).toBe('{ security(ticker: "AAPL") { signal { label } } }');
  });

  it('joins what is selected, and leaves arguments, aliases and fragments as they are', () => {
    const text =
      'query Q($t: Ticker!) { security(ticker: $t) { name other: name ...F } } fragment F on Security { kind }';
    expect(toggledText(text, 'security.quote.last')).toBe(
      'query Q($t: Ticker!) { security(ticker: $t) { name other: name ...F quote { last } } } fragment F on Security { kind }',
    );
  });

  it('goes when it is ticked again, with the objects from which nothing is left', () => {
    expect(toggledText(null, 'security.signal.label', 'security.name', 'security.signal.label')).toBe(
      '{ security(ticker: "AAPL") { name } }',
    );
    expect(toggledText(null, 'security.signal.label', 'security.signal.label')).toBeNull();
  });

  it('that the graph does not have changes nothing', () => {
    expect(toggledText('{ market { status } }', 'market.nonsense')).toBe('{ market { status } }');
  });

  it('is found by its path only without an alias', () => {
    const operation = operationOf(parse('{ a: security(ticker: "AAPL") { name } market { status } }'));
    if (operation === undefined) throw new Error('There is an operation.');
    expect(selectedAt(operation, ['security'])).toBeUndefined();
    expect(selectedAt(operation, ['market', 'status'])?.name.value).toBe('status');
  });
});

it('every root field of a query can be ticked, and gives an operation that can be parsed', () => {
  const root = GRAPH.rootOf(OperationTypeNode.QUERY) ?? '';
  const names = [...(GRAPH.fieldsOf(root)?.keys() ?? [])];
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(() => parse(toggledText(null, name) ?? '')).not.toThrow();
});

it('fields are named by their types, also in fragments', () => {
  const document = parse(
    '{ security(ticker: "AAPL") { ...F signal { label } } } fragment F on Security { quote { last } }',
  );
  const operation = operationOf(document);
  if (operation === undefined) throw new Error('There is an operation.');
  expect(coordinatesOf(document, operation, GRAPH)).toEqual([
    'Query.security',
    'Security.quote',
    'Quote.last',
    'Security.signal',
    'Signal.label',
  ]);
});

it.each([
  ['{ security(ticker: "AAPL") { name quote { last } } }', {}],
  ['{ security(ticker: "AAPL") { bars(last: 252) { close } } }', {}],
  ['query ($n: Int!) { securities(first: $n) { nodes { quote { last } signal { label } } } }', { n: 50 }],
  [
    'query ($t: [Ticker!]!) { securitiesByTicker(tickers: $t) { signal { compositeScore } } }',
    { t: ['AAPL', 'MSFT', 'XOM'] },
  ],
  ['{ privateMarks(first: null) { nodes { name } } }', {}],
  ['mutation { createApiKey(name: "a") { secret } }', {}],
])('the points of %s are those that the server admits it for', (text, variables) => {
  const document = parse(text);
  const operation = operationOf(document);
  if (operation === undefined) throw new Error('There is an operation.');
  const admitted = GUARD.admit(GUARD.measure(document, operation), variables, 'institutional');
  expect(admitted?.requested).toBeGreaterThan(0);
  expect(GRAPH.pointsOf(document, operation, variables)).toBe(admitted?.requested);
});

it('says what a field needs and costs', () => {
  expect(GRAPH.fieldsOf('Security')?.get('signal')).toMatchObject({ isMetered: true, points: 10 });
  const tiers = [...(GRAPH.fieldsOf('Security')?.values() ?? [])].flatMap(({ tier }) => tier ?? []);
  expect(new Set(tiers)).toEqual(new Set(['FREE', 'STARTER', 'PRO', 'INSTITUTIONAL']));
  const unitOf = (type: string, field: string): string | undefined => GRAPH.fieldsOf(type)?.get(field)?.unit;
  expect([unitOf('Quote', 'changePct'), unitOf('Quote', 'last'), unitOf('Signal', 'compositeScore')]).toEqual([
    'percentage',
    'US dollars per share',
    'score from 0 to 100',
  ]);
  expect([unitOf('RateLimit', 'costLimit'), unitOf('Security', 'name'), unitOf('Security', 'ticker')]).toEqual([
    'points',
    undefined,
    undefined,
  ]);
});
