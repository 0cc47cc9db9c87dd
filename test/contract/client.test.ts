import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Kind, parse, print, type FieldNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { Tier } from '../../access/tiers.js';
import {
  CommunityCreatePostDocument,
  BacktestDocument,
  BacktestLibraryDocument,
  CapabilitiesDocument,
  createClient,
  DcaDocument,
  GapStatsDocument,
  InstitutionalHoldingsDocument,
  InstitutionalManagerDocument,
  FinancialStatementsDocument,
  InstitutionalManagersDocument,
  MarketDocument,
  MarketgraphError,
  PortfolioDocument,
  PortfolioOverlayDocument,
  PrivateCompaniesDocument,
  RateLimitDocument,
  ScreenDocument,
  SeasonalityDocument,
  SecuritiesByTickerDocument,
  SecuritiesDocument,
  SecurityDocument,
  SignalDocument,
  SignalHistoryDocument,
  SimulateDocument,
  textDocument,
  UsageDocument,
  type Grade,
  type HoldingInput,
  type MarketgraphClient,
  type SignalLabel,
} from '../../client/index.js';
import * as documents from '../../client/generated/documents.js';
import * as nodes from '../../client/generated/nodes.js';
import { readSupergraph } from '../../bin/graph.js';
import { createPlanner } from '../../gateway/planner/planner.js';
import { collectDocuments } from '../../http/trusted-documents/collect-documents.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';
import { ALL_ENDPOINTS, ENDPOINTS, type Endpoint } from './endpoints.js';
import { variablesOf } from './places.js';

const server = await serverForFile();

async function clientOf(
  tier: Tier,
  options: { readonly perMinute?: number } = {},
): Promise<{ readonly key: string; readonly client: MarketgraphClient }> {
  const { key } = await server.newKey(tier, options);
  return { key, client: createClient({ url: `${server.url}/`, key }) };
}

async function errorOf(promise: Promise<unknown>): Promise<MarketgraphError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof MarketgraphError) return error;
  throw new Error('no MarketgraphError was thrown', { cause: error });
}

async function pageOf(client: MarketgraphClient, after: string | null) {
  const { securities } = await client.query(SecuritiesDocument, { first: 20, after });
  if (securities === null) throw new Error('securities is null');
  return securities;
}

function answering(status: number, body: string, headers: Readonly<Record<string, string>> = {}): MarketgraphClient {
  return createClient({
    url: 'http://127.0.0.1',
    key: 'k',
    fetch: async () => new Response(body, { status, headers }),
  });
}

/** Root fields that only lead to an object whose fields are the capabilities. */
const ENTRIES = ['security', 'privateCompany', 'investor'];

/** The fields that an operation reads at the root, and below an entry. */
function capabilitiesOf({
  selectionSet: { selections },
}: OperationDefinitionNode | (FieldNode & { readonly selectionSet: SelectionSetNode })): readonly string[] {
  return selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const {
      name: { value },
      selectionSet,
    } = node;
    if (!ENTRIES.includes(value) || selectionSet === undefined) return [value];
    // The directory's own fields of a company or a firm are no capabilities.
    const below =
      value === 'security'
        ? selectionSet
        : {
            ...selectionSet,
            selections: selectionSet.selections.filter(
              (each) => each.kind === Kind.FIELD && each.selectionSet !== undefined,
            ),
          };
    return capabilitiesOf({ ...node, selectionSet: below }).map((name) => `${value}.${name}`);
  });
}

const OPERATIONS = Object.entries(documents).map(([name, document]) => {
  const operation = parse(document.text).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error(`${name} has no operation`);
  return { name, document, operation };
});

/** The client's operations that read what a row of the REST table answers. */
function operationsOf({
  capability: {
    operation: { definition },
  },
}: Endpoint): typeof OPERATIONS {
  // What stands beside the body, as the name of a signal's security, is after it.
  const [capability = ''] = capabilitiesOf(definition);
  const named = OPERATIONS.filter(({ operation }) => operation.name?.value === definition.name?.value);
  const reading = OPERATIONS.filter(
    ({ operation }) => operation.operation === definition.operation && capabilitiesOf(operation).includes(capability),
  );
  // Views of one list have a document each.
  return named.length === 1 && reading.length > 1 && reading.includes(named[0] as (typeof OPERATIONS)[number])
    ? named
    : reading;
}

/** Parameters of REST that the graph has another word for. */
const RENAMED: Readonly<Record<string, string>> = {
  q: 'search',
  enabled: 'isEnabled',
  to: 'recipient',
  user_id: 'memberId',
};

/** The sample of a row as variables of a client's operation: in camel case, and in one object if it takes an input. */
function sampleOf(
  endpoint: Endpoint,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(
    Object.entries(variablesOf(endpoint)).map(([name, value]) => [
      RENAMED[name] ?? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  return variableDefinitions.some(({ variable }) => variable.name.value === 'input') ? { input: values } : values;
}

describe('the typed client', () => {
  it('answers the values that REST answers', async () => {
    const { key, client } = await clientOf('starter');
    const rest = await server.call('/api/v1/signal?ticker=AAPL', { key });
    const { security } = await client.query(SignalDocument, { ticker: 'AAPL' });
    const score: number | undefined = security?.signal?.compositeScore;
    const label: SignalLabel | undefined = security?.signal?.label;
    expect([score, security?.signal?.quote.changePct, security?.signal?.asOf]).toEqual([
      read(rest, 'composite_score'),
      read(rest, 'price', 'change_pct'),
      read(rest, 'timestamp'),
    ]);
    expect(label?.replace('_', ' ').toLowerCase()).toBe(String(read(rest, 'signal')).toLowerCase());
  });

  it('gives every figure of financial statements', async () => {
    const { client } = await clientOf('pro');
    const { security } = await client.query(FinancialStatementsDocument, { ticker: 'XOM', period: 'YEAR', last: 2 });
    const [newest, ...others] = security?.financialStatements?.statements ?? [];
    expect(others).toHaveLength(1);
    expect(newest).toMatchObject({ fiscalQuarter: null, currency: 'USD', accession: null, missing: [] });
    const { dividendsPerShare, dividendsPaid, ...figures } = {
      ...newest?.income,
      ...newest?.balanceSheet,
      ...newest?.cashFlow,
    };
    expect([dividendsPerShare, dividendsPaid]).toEqual([null, null]);
    expect(Object.values(figures).filter((value) => typeof value !== 'number')).toEqual([]);
    expect(Object.keys(figures)).toHaveLength(37);
  });

  it('has a document for every capability that answers without an error', async () => {
    const { client } = await clientOf('pro');
    const { securitiesByTicker } = await client.query(SecuritiesByTickerDocument, { tickers: ['AAPL', 'MSFT'] });
    const { security } = await client.query(SecurityDocument, { ticker: 'BRK-B', bars: 3 });
    const { security: spy } = await client.query(SeasonalityDocument, { ticker: 'SPY' });
    const { security: gaps } = await client.query(GapStatsDocument, { ticker: 'SPY' });
    const { security: plan } = await client.query(DcaDocument, { ticker: 'SPY', monthly: 100 });
    const { security: tested } = await client.query(BacktestDocument, { ticker: 'SPY', strategy: 'TREND' });
    const { security: recorded } = await client.query(SignalHistoryDocument, { ticker: 'AAPL', last: 5 });
    const { backtestLibrary } = await client.query(BacktestLibraryDocument);
    const { securities: screen } = await client.query(ScreenDocument, {
      first: 2,
      filter: { labels: ['BUY', 'STRONG_BUY'] },
    });
    const { usage } = await client.query(UsageDocument);
    expect([screen?.nodes.length, screen?.nodes.every(({ signal }) => signal?.label.endsWith('BUY'))]).toEqual([
      2,
      true,
    ]);
    expect(securitiesByTicker?.map((row) => row?.ticker)).toEqual(['AAPL', 'MSFT']);
    expect([security?.ticker, security?.bars?.length, spy?.seasonality?.months.length, gaps?.id]).toEqual([
      'BRK.B',
      3,
      12,
      spy?.id,
    ]);
    expect([
      plan?.dca?.purchaseCount,
      tested?.backtest?.curve.length,
      recorded?.signalHistory,
      backtestLibrary?.strategies.length,
    ]).toEqual([expect.any(Number), 250, [], 5]);
    const { rateLimit } = await client.query(RateLimitDocument);
    const { privateCompanies } = await client.query(PrivateCompaniesDocument, { first: 2 });
    const { market } = await client.query(MarketDocument);
    const { viewer } = await client.query(CapabilitiesDocument);
    // One batch, one screen, five single capabilities; the rest is free.
    expect([usage?.tier, usage?.requests.used]).toEqual(['PRO', 7]);
    expect([rateLimit?.limit, rateLimit?.remaining]).toEqual([60, 60 - 11]);
    expect(privateCompanies?.nodes).toHaveLength(2);
    expect(market?.lastSession).toBe('2026-01-02');
    const held = await client.query(InstitutionalHoldingsDocument, {
      ticker: 'AAPL',
      first: 1,
      filter: { kinds: ['SHARES'] },
    });
    const cik = held.security?.institutionalHoldings?.nodes[0]?.manager?.cik ?? '';
    const { institutionalManager } = await client.query(InstitutionalManagerDocument, { cik, first: 2 });
    expect([institutionalManager?.cik, institutionalManager?.holdings?.nodes.length]).toEqual([cik, 2]);
    const { institutionalManagers } = await client.query(InstitutionalManagersDocument, { filter: { search: cik } });
    expect(institutionalManagers?.nodes.map((manager) => manager.cik)).toEqual([cik]);
    expect(
      viewer?.capabilities
        .filter(({ isAllowed, isSessionOnly }) => !isAllowed && !isSessionOnly)
        .map(({ field }) => field),
    ).toEqual([
      'PrivateCompany.mark',
      'PrivateCompany.markStatus',
      'PrivateCompany.secondaryTape',
      'Query.privateMarks',
      'Query.secondaryTape',
      'Query.simulate',
      'Security.daySignal',
      'Security.microstructure',
      'Security.swingSignal',
    ]);
  });

  it('rolls holdings up, holds them against their signals, and simulates them', async () => {
    const { client } = await clientOf('institutional');
    const holdings: readonly HoldingInput[] = [
      { ticker: 'AAPL', value: 6_000 },
      { ticker: 'MSFT', value: 4_000 },
    ];
    const { portfolio } = await client.query(PortfolioDocument, { holdings });
    const { portfolioOverlay } = await client.query(PortfolioOverlayDocument, { holdings });
    const { simulate } = await client.query(SimulateDocument, {
      positions: holdings.map(({ ticker }) => ({ ticker, value: 5_000 })),
      horizonSessions: 21,
      regime: 'AUTO',
    });
    const grade: Grade | undefined = portfolioOverlay?.summary.grade;
    expect([portfolio?.weightBasis, portfolio?.concentration.topPosition]).toEqual([
      'EXPLICIT_VALUE',
      { ticker: 'AAPL', weightPct: 60 },
    ]);
    expect([portfolioOverlay?.holdings.map(({ weightPct }) => weightPct), grade]).toEqual([
      [60, 40],
      expect.stringMatching(/^[A-DF]$/),
    ]);
    expect([simulate?.cone.length, simulate?.cone[0]?.p50, simulate?.modelChallenge.rows.length]).toEqual([
      22, 10_000, 3,
    ]);
  });

  it('pages through a connection with the cursor of the page before', async () => {
    const { client } = await clientOf('free', { perMinute: 100 });
    const first = await pageOf(client, null);
    const pages = [first];
    for (let { pageInfo } = first; pageInfo.hasNextPage; { pageInfo } = pages.at(-1) ?? first)
      pages.push(await pageOf(client, pageInfo.endCursor));
    const tickers = pages.flatMap(({ nodes }) => nodes.map(({ ticker }) => ticker));
    expect(pages.length).toBeGreaterThan(2);
    expect([tickers.length, new Set(tickers).size]).toEqual([first.totalCount, first.totalCount]);
  });

  it('sends the text that the trusted documents of its operations hash', () => {
    const folder = path.join(ROOT, 'client', 'operations');
    const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
    const trusted = collectDocuments(files, {
      schema: createPlanner(readSupergraph()).publicSchema,
      addsTypename: false,
    });
    expect(
      Object.values(documents)
        .map(({ text }) => text)
        .sort(),
    ).toEqual([...trusted].sort());
  });

  it('has an operation for every row of the REST table', () => {
    expect(ALL_ENDPOINTS.filter((endpoint) => operationsOf(endpoint).length === 0).map(({ name }) => name)).toEqual([]);
  });

  it.each(
    ENDPOINTS.flatMap((endpoint) =>
      operationsOf(endpoint).map(({ name, ...rest }) => ({ name, of: endpoint.name, endpoint, ...rest })),
    ),
  )('answers $name with the sample of $of', async ({ endpoint, document, operation }) => {
    const { client } = await clientOf(endpoint.sample.tier);
    const variables = sampleOf(endpoint, operation);
    const { data, errors } = await client.queryPartial(
      textDocument<Readonly<Record<string, unknown>>, typeof variables>(document.text),
      variables,
    );
    if (endpoint.status >= 400)
      expect(errors.map(({ code }) => code)).toEqual([(endpoint.sample.code ?? 'not_found').toUpperCase()]);
    else expect([errors, Object.values(data ?? {}).filter((value) => value !== null).length]).toEqual([[], 1]);
  });

  it('refuses a key what needs a session, and publishes with one', async () => {
    const { key, accountId } = await server.newKey('free');
    const client = createClient({ url: server.url, key });
    const post = {
      space: 'markets',
      kind: 'QUESTION',
      title: 'What do you watch?',
      body: 'Which series do you look at?',
    } as const;
    expect(await errorOf(client.query(CommunityCreatePostDocument, post))).toMatchObject({ code: 'SESSION_REQUIRED' });
    await server.services.community.join(accountId, { name: 'Ines' });
    const { secret } = await server.runtime.access.sessions.create(accountId);
    const bySession: typeof fetch = (url, init) =>
      fetch(url, { ...init, headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` } });
    const { createCommunityPost } = await createClient({ url: server.url, key, fetch: bySession }).query(
      CommunityCreatePostDocument,
      post,
    );
    expect(createCommunityPost?.communityPost).toMatchObject({ title: 'What do you watch?', isHeld: false });
  });

  it('has every document as nodes too, which a GraphQL library prints as the same text', () => {
    const printed = Object.entries(nodes)
      .filter(([name]) => name.endsWith('Document'))
      .map(([name, node]) => [name, print(node)] as const);
    expect(Object.fromEntries(printed)).toEqual(
      Object.fromEntries(Object.entries(documents).map(([name, { text }]) => [name, text])),
    );
  });

  it('has a test that names each of its documents that are of no row', () => {
    const folders = ['contract', 'integration'].map((name) => path.join(ROOT, 'test', name));
    const tests = folders
      .flatMap((folder) =>
        readdirSync(folder)
          .filter((file) => /^client.*\.test\.ts$/.test(file))
          .map((file) => readFileSync(path.join(folder, file), 'utf8')),
      )
      .join('\n');
    const tested = new Set(ENDPOINTS.flatMap((endpoint) => operationsOf(endpoint).map(({ name }) => name)));
    expect(
      Object.keys(documents).filter((name) => !tested.has(name) && !new RegExp(`\\((\\w+, )?${name}\\b`).test(tests)),
    ).toEqual([]);
  });

  it('throws the code, status, request id, path and the extra keys of a refused field', async () => {
    const { client } = await clientOf('free');
    const error = await errorOf(client.query(BacktestDocument, { ticker: 'AAPL', strategy: 'TREND' }));
    expect(error).toMatchObject({
      name: 'MarketgraphError',
      code: 'TIER_REQUIRED',
      status: 200,
      path: ['security', 'backtest'],
      extra: { tier: 'free', required_tier: 'starter' },
      retryAfterS: null,
    });
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
    expect(error.message).toContain('starter');
  });

  it('throws the refusal of a whole request with its status', async () => {
    const wrongKey = createClient({ url: server.url, key: 'svc_nobody' });
    expect(await errorOf(wrongKey.query(UsageDocument))).toMatchObject({ code: 'INVALID_KEY', status: 401 });
    const { client } = await clientOf('free', { perMinute: 1 });
    await client.query(UsageDocument);
    const limited = await errorOf(client.query(UsageDocument));
    expect(limited).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfterS: expect.any(Number) });
  });

  it('shows what there is beside what failed where a page asks for both', async () => {
    const { client } = await clientOf('pro');
    const { data, errors } = await client.queryPartial(SecuritiesByTickerDocument, { tickers: ['AAPL', 'NOPE'] });
    expect(data?.securitiesByTicker?.map((row) => row?.ticker ?? null)).toEqual(['AAPL', null]);
    expect(errors.map(({ code, path: at }) => [code, at])).toEqual([['TICKER_NOT_FOUND', ['securitiesByTicker', 1]]]);
  });

  it('takes documents that are written by hand', async () => {
    const { client } = await clientOf('free');
    const document = textDocument<{ viewer: { tier: string } }, Record<string, never>>('{ viewer { tier } }');
    expect(await client.query(document)).toEqual({ viewer: { tier: 'FREE' } });
  });

  it("tells a proxy's page, a missing server and a late answer from each other", async () => {
    expect(
      await errorOf(answering(502, '<h1>Bad gateway</h1>', { 'X-Request-Id': 'r1' }).query(UsageDocument)),
    ).toMatchObject({ code: 'INVALID_ANSWER', status: 502, requestId: 'r1' });
    expect(await errorOf(answering(200, '[]').query(UsageDocument))).toMatchObject({
      code: 'INVALID_ANSWER',
      status: 200,
    });
    const unreachable = createClient({ url: 'http://127.0.0.1:1', key: 'k' });
    expect(await errorOf(unreachable.query(UsageDocument))).toMatchObject({
      code: 'NETWORK_ERROR',
      status: 0,
      requestId: null,
    });
    const silent = (_url: unknown, init?: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      );
    const late = createClient({ url: 'http://127.0.0.1', key: 'k', timeoutMs: 1, fetch: silent });
    expect(await errorOf(late.query(UsageDocument))).toMatchObject({ code: 'TIMEOUT', status: 0 });
  });

  it("ends a request that its caller gives up, with the caller's own reason", async () => {
    const reason = new Error('the page was left');
    const client = createClient({ url: server.url, key: 'k' });
    await expect(client.query(UsageDocument, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
