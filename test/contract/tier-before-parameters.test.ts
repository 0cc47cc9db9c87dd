import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSignedIdentities } from '../../access/signed-identity.js';
import { startSubgraph } from '../../bin/subgraph/subgraph-server.js';
import type { SubgraphName } from '../../subgraphs/sdl.js';
import { subscribe } from '../support/event-stream.js';
import { call, read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { SECRET } from '../support/remote-subgraphs.js';

const server = await serverForFile({ SVC_IDENTITY_SECRET: SECRET });
const keys = {
  free: await server.newKey('free', { perMinute: 1_000 }),
  starter: await server.newKey('starter', { perMinute: 1_000 }),
  pro: await server.newKey('pro', { perMinute: 1_000 }),
};
beforeEach(() => server.nextMinute());

type Key = keyof typeof keys;
type Variables = Readonly<Record<string, unknown>>;

const ask = (tier: Key, query: string, variables: Variables = {}): Promise<Answer> =>
  server.graphql(keys[tier].key, query, variables);
const codesOf = (answer: Answer): unknown =>
  (read(answer, 'errors') as { extensions: Variables }[] | undefined)?.map(({ extensions }) => [
    extensions['code'],
    extensions['required_tier'] ?? extensions['param'],
  ]);

const PRO = ['TIER_REQUIRED', 'pro'];
const SCREEN = 'securities(filter: $filter) { nodes { ticker } }';
const HELD = 'institutionalHoldings(filter: $filter) { totalCount }';
const FILTER = 'query ($filter: InstitutionalHoldingFilter)';

describe('a field whose value is wrong and whose tier is above the caller’s', () => {
  it.each([
    ['a batch', '{ securitiesByTicker(tickers: ["AAPL", "!!"]) { ticker } }', ['INVALID_PARAMETER', 'tickers[1]']],
    [
      'an aliased batch',
      '{ a: securitiesByTicker(tickers: ["AAPL", "!!"]) { ticker } }',
      ['INVALID_PARAMETER', 'tickers[1]'],
    ],
    [
      'a screen',
      '{ securities(filter: { score: { atLeast: 500 } }) { nodes { ticker } } }',
      ['INVALID_PARAMETER', 'filter.score.atLeast'],
    ],
    [
      'a screen’s page',
      '{ securities(first: 1000, filter: { labels: [BUY] }) { nodes { ticker } } }',
      ['INVALID_PARAMETER', 'first'],
    ],
    [
      'an order that makes a screen',
      '{ a: securities(first: 0, orderBy: { field: SCORE }) { nodes { ticker } } }',
      ['INVALID_PARAMETER', 'first'],
    ],
    ['a list', '{ privateCompanies(first: 100000) { totalCount } }', ['INVALID_PARAMETER', 'first']],
    [
      'a filter of a security',
      '{ security(ticker: "AAPL") { a: institutionalHoldings(filter: { period: "2025-09-29" }) { totalCount } } }',
      ['INVALID_PARAMETER', 'filter.period'],
    ],
  ])('is refused for the tier, then for the value: %s', async (_what, query, wrong) => {
    expect(codesOf(await ask('free', query))).toEqual([PRO]);
    expect(codesOf(await ask('pro', query))).toEqual([wrong]);
  });

  it.each<readonly [string, string, Variables, readonly unknown[]]>([
    [
      'an enum of a filter',
      `${FILTER} { security(ticker: "AAPL") { ${HELD} } }`,
      { filter: { kinds: ['NIX'] } },
      ['INVALID_PARAMETER', 'filter.kinds[0]'],
    ],
    [
      'an unknown field of a filter',
      `${FILTER} { security(ticker: "AAPL") { ${HELD} } }`,
      { filter: { nix: 1 } },
      ['INVALID_PARAMETER', 'filter'],
    ],
    [
      'an alias',
      `${FILTER} { security(ticker: "AAPL") { first: ${HELD} second: ${HELD} } }`,
      { filter: { kinds: 7 } },
      ['INVALID_PARAMETER', 'filter.kinds'],
    ],
    [
      'a fragment',
      `${FILTER} { security(ticker: "AAPL") { ...Held } } fragment Held on Security { ${HELD} }`,
      { filter: 'all' },
      ['INVALID_PARAMETER', 'filter'],
    ],
    [
      'a part of an argument',
      'query ($kind: InstitutionalPositionKind!) { security(ticker: "AAPL") { institutionalHoldings(filter: { kinds: [$kind] }) { totalCount } } }',
      { kind: 'NIX' },
      ['INVALID_PARAMETER', 'kind'],
    ],
    [
      'a number',
      'query ($first: Int!) { privateCompanies(first: $first) { totalCount } }',
      { first: 'x' },
      ['INVALID_PARAMETER', 'first'],
    ],
    [
      'one that is missing',
      'query ($first: Int!) { privateCompanies(first: $first) { totalCount } }',
      {},
      ['MISSING_PARAMETER', 'first'],
    ],
    [
      'what is below a refused field',
      'query ($first: Int!) { investor(slug: "a16z") { profile { rounds: recentInvestments { company } } } privateCompanies(first: $first) { totalCount } }',
      { first: null },
      ['INVALID_PARAMETER', 'first'],
    ],
    [
      'a label of a screen',
      `query ($filter: SecurityFilter) { ${SCREEN} }`,
      { filter: { labels: ['NIX'] } },
      ['INVALID_PARAMETER', 'filter.labels[0]'],
    ],
    [
      'a batch',
      'query ($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker } }',
      { tickers: ['AAPL', null] },
      ['INVALID_PARAMETER', 'tickers[1]'],
    ],
    [
      'null for a default',
      'query ($first: Int = 5) { privateCompanies(first: $first) { totalCount } }',
      { first: null },
      ['INVALID_PARAMETER', 'first'],
    ],
  ])('is refused for the tier, then for the variable: %s', async (_what, query, variables, wrong) => {
    const [refused, answered] = [await ask('free', query, variables), await ask('pro', query, variables)];
    expect(codesOf(refused)).toEqual([PRO]);
    expect(codesOf(answered)).toEqual([wrong]);
    // An operation that does not run has the status of the refusal.
    const statuses = read(refused, 'data') === undefined ? [403, 400] : [200, 200];
    expect([refused.status, answered.status]).toEqual(statuses);
    expect(await server.used(keys.free)).toBe(0);
  });

  it('costs nothing, and the wrong value of a field that the tier has is told', async () => {
    const query =
      'query ($last: Int!, $first: Int!) { security(ticker: "AAPL") { bars(last: $last) { close } } privateCompanies(first: $first) { totalCount } }';
    expect(codesOf(await ask('free', query, { last: 'x', first: 'x' }))).toEqual([['INVALID_PARAMETER', 'last'], PRO]);
    const bars = await ask('free', query, { last: 'x', first: 1 });
    expect([bars.status, codesOf(bars)]).toEqual([400, [['INVALID_PARAMETER', 'last']]]);
  });

  it('is not refused where a condition leaves it out', async () => {
    const query =
      'query ($has: Boolean!, $first: Int!) { viewer { tier } privateCompanies(first: $first) @include(if: $has) { totalCount } }';
    expect(codesOf(await ask('free', query, { has: false, first: 'x' }))).toEqual([['INVALID_PARAMETER', 'first']]);
    expect(codesOf(await ask('free', query, { has: true, first: 'x' }))).toEqual([PRO]);
  });
});

describe('a subgraph asked by a router', () => {
  const started = new Map<SubgraphName, ReturnType<typeof startSubgraph>>();
  afterAll(async () => {
    for (const subgraph of started.values()) await (await subgraph).close();
  });
  const router = async (name: SubgraphName, tier: Key, query: string, variables: Variables = {}): Promise<Answer> => {
    const starting = started.get(name) ?? startSubgraph(server.runtime, name, 0);
    started.set(name, starting);
    const identity = await server.runtime.access.authenticator.authenticate({ kind: 'key', secret: keys[tier].key });
    const { token } = createSignedIdentities(SECRET).mint(
      { identity, requestId: 'router', operationCost: null, isGateway: false, seen: new Map() },
      server.clock.nowMs,
    );
    return call((await starting).url, '/graphql', {
      method: 'POST',
      headers: { 'X-SVC-Identity': token },
      body: { query, variables },
    });
  };
  const REPRESENTATIONS = 'representations: [{ __typename: "Security", ticker: "AAPL", batch: "" }]';
  const ofEntities = (head: string, fields: string): string =>
    `${head} { _entities(${REPRESENTATIONS}) { ... on Security { ${fields} } } }`;

  it.each<readonly [string, string, Variables, readonly unknown[]]>([
    [
      'a literal',
      ofEntities('query', 'institutionalHoldings(first: 5000) { totalCount }'),
      {},
      ['INVALID_PARAMETER', 'first'],
    ],
    ['a variable', ofEntities(FILTER, HELD), { filter: { kinds: ['NIX'] } }, ['INVALID_PARAMETER', 'filter.kinds[0]']],
    [
      'null for a default',
      ofEntities('query ($first: Int = 5)', 'a: institutionalHoldings(first: $first) { totalCount }'),
      { first: null },
      ['INVALID_PARAMETER', 'first'],
    ],
    [
      'null below a condition',
      ofEntities(
        'query ($first: Int = 5, $has: Boolean = true)',
        '... on Security @include(if: $has) { institutionalHoldings(first: $first) { totalCount } }',
      ),
      { first: null },
      ['INVALID_PARAMETER', 'first'],
    ],
  ])('refuses entities for the tier, then for %s', async (_what, query, variables, wrong) => {
    expect(codesOf(await router('research', 'free', query, variables))).toEqual([PRO]);
    expect(codesOf(await router('research', 'pro', query, variables))).toEqual([wrong]);
  });

  it('refuses screens and batches for the tier, then for the value', async () => {
    const screen = [`query ($filter: SecurityFilter) { ${SCREEN} }`, { filter: { labels: ['NIX'] } }] as const;
    expect(codesOf(await router('equities', 'free', ...screen))).toEqual([PRO]);
    expect(codesOf(await router('equities', 'pro', ...screen))).toEqual([['INVALID_PARAMETER', 'filter.labels[0]']]);
    const order = [
      'query ($first: Int = 1, $by: SecurityOrder) { securities(first: $first, orderBy: $by) { nodes { ticker } } }',
      { first: null, by: { field: 'SCORE' } },
    ] as const;
    expect(codesOf(await router('equities', 'free', ...order))).toEqual([PRO]);
    expect(codesOf(await router('equities', 'pro', ...order))).toEqual([['INVALID_PARAMETER', 'first']]);
    const batch = ['{ securitiesByTicker(tickers: ["AAPL", "!!"]) { ticker } }', {}] as const;
    expect(codesOf(await router('equities', 'free', ...batch))).toEqual([PRO]);
    expect(codesOf(await router('equities', 'pro', ...batch))).toEqual([['INVALID_PARAMETER', 'tickers[1]']]);
  });
});

describe('a stream', () => {
  it('is refused for the tier of a field below it before the variable of that field', async () => {
    const query = `subscription ($filter: InstitutionalHoldingFilter) { signalChanged(tickers: ["AAPL"]) { ticker ${HELD} } }`;
    for (const [tier, code] of [
      ['starter', 'TIER_REQUIRED'],
      ['pro', 'INVALID_PARAMETER'],
    ] as const) {
      const [refused] = await (
        await subscribe(server.url, { key: keys[tier].key, query, variables: { filter: { kinds: ['NIX'] } } })
      ).ended;
      expect(refused?.data).toMatchObject({ errors: [{ extensions: { code } }] });
    }
  });
});
