import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'graphql';
import { operationOf } from '../../console/pages/explorer/edit.js';
import { readGraph } from '../../console/pages/explorer/graph.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const GRAPH = readGraph(readFileSync(path.join(import.meta.dirname, '..', '..', 'schema', 'public.graphql'), 'utf8'));

interface Capability {
  readonly field: string;
  readonly units: number;
  readonly batchTier: string | null;
}

it.each([
  ['{ security(ticker: "AAPL") { a: dca(years: 1) { profit } b: dca(years: 2) { profit } c: dca { profit } } }', 3, 3],
  ['{ securities(first: 10) { nodes { signal { label } } } }', 10, 10],
  ['{ securities { nodes { ticker signal { label } } } }', 20, 20],
  ['{ securities(first: 3) { nodes { name } } }', 0, 1],
  ['{ securitiesByTicker(tickers: ["AAPL", "MSFT"]) { signal { label } dca { profit } } }', 1, 4],
  [
    '{ portfolio(holdings: [{ ticker: "AAPL", weight: 60 }, { ticker: "MSFT", weight: 40 }]) { concentration { topPosition { security { seasonality { monthCount } } } } } }',
    2,
    2,
  ],
  ['{ node(id: "sec_AAPL") { ... on Security { signal { label } } } }', 1, 2],
])('the units of %s are at most those that the explorer says', async (text, charged, atMost) => {
  const key = await server.newKey('pro');
  const asked = await server.graphql(key.key, '{ viewer { capabilities { field units batchTier } } }');
  const capabilities = new Map(
    (read(asked, 'data', 'viewer', 'capabilities') as readonly Capability[]).map((each) => [each.field, each]),
  );
  const document = parse(text);
  const operation = operationOf(document);
  if (operation === undefined) throw new Error('There is an operation.');
  const said = GRAPH.unitsOf(
    document,
    operation,
    {},
    {
      unitsOf: (fields) => fields.reduce((sum, field) => sum + (capabilities.get(field)?.units ?? 0), 0),
      batchTierOf: (field) => capabilities.get(field)?.batchTier ?? null,
    },
  );
  await server.graphql(key.key, text);
  expect([await server.used(key), said]).toEqual([charged, atMost]);
});
