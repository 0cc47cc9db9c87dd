import { beforeEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { previousSession, sessionsBetween } from '../../calendar/nyse.js';
import { blackScholes } from '../../engines/options/black-scholes.js';
import { targetRate } from '../../engines/options/target-rate.js';
import { compositesProducer } from '../../jobs/workers/composites/producer.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as OPTIONS } from '../../sources/files/import-options.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store, clock, log } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
beforeEach(() => server.nextMinute());

/** The newest stored session, and those before it. */
const LAST = (await store.securities.lastDay()) ?? 0;
const sessionBefore = (count: number): number => {
  let day = LAST;
  for (let i = 0; i < count; i += 1) day = previousSession(day);
  return day;
};

/** A share at 100 USD that moves a little, up to a day. */
async function importBars(ticker: string, last = LAST): Promise<void> {
  const rows = sessionsBetween(last - 500, last).map((day, i) => {
    const close = day === last ? 100 : 100 + Math.sin(i);
    return `${isoDate(day)},${close},${close + 1},${close - 1},${close},1000`;
  });
  const folder = await temporaryFiles({ [`${ticker}.csv`]: ['date,open,high,low,close,volume', ...rows].join('\n') });
  expect((await importFiles(store, BARS, [folder], { strict: true, now, kind: 'equity' })).totals.imported).toBe(1);
}

const FIELDS =
  'optionsFlow { chainDay volatilitySpreadPct volatilitySmirkPct pairs isWeighted missing evidence } scores { optionsFlow { score weight } }';
interface Seen {
  readonly optionsFlow: Readonly<Record<string, unknown>>;
  readonly scores: { readonly optionsFlow: { readonly score: number; readonly weight: number } | null };
}
async function seen(ticker: string, asOf?: string): Promise<Seen> {
  const argument = asOf === undefined ? '' : `(asOf: "${asOf}")`;
  const answer = await server.graphql(key, `{ security(ticker: "${ticker}") { signal${argument} { ${FIELDS} } } }`);
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'security', 'signal') as Seen;
}

interface Chain {
  readonly day?: number;
  readonly days?: number;
  readonly interest?: number | null;
  readonly spoil?: (bid: number, ask: number, right: 'call' | 'put') => readonly [number, number];
  /** Volatilities of the call and the put at 100, and of the put at 95. */
  readonly call?: number;
  readonly put?: number;
  readonly low?: number;
}

/** A chain of three contracts on a share at 100 USD. */
async function importChain(
  ticker: string,
  { day = LAST, days = 30, interest = 100, spoil, call = 0.32, put = 0.3, low = 0.34 }: Chain = {},
): Promise<void> {
  const contracts = [
    ['call', 100, call],
    ['put', 100, put],
    ['put', 95, low],
  ] as const;
  const rows = contracts.map(([right, strike, volatility]) => {
    const mid = blackScholes({ spot: 100, strike, years: days / 365, rate: targetRate(day), volatility })[right];
    const [bid, ask] = spoil?.(mid - 0.01, mid + 0.01, right) ?? [mid - 0.01, mid + 0.01];
    return [isoDate(day), isoDate(day + days), strike, right, bid, ask, interest ?? '', 100].join(',');
  });
  const folder = await temporaryFiles({
    [`${ticker}.csv`]: ['date,expiration,strike,right,bid,ask,open_interest,underlying_price', ...rows].join('\n'),
  });
  expect((await importFiles(store, OPTIONS, [folder], { strict: true, now })).totals.imported).toBe(1);
}

const logistic = (z: number): number => 100 / (1 + Math.exp(-z));
const scoreOf = (spread: number, smirk: number): number =>
  Number(((logistic((spread + 1) / 5) + logistic((5 - smirk) / 5)) / 2).toFixed(1));

it('the factor is that of the newest chain, in GraphQL, in REST, in the screener and in the swing signal', async () => {
  await importBars('OPTA');
  expect(await seen('OPTA')).toMatchObject({
    optionsFlow: { chainDay: null, missing: 'NO_CHAIN', evidence: 'No option chain is stored for the ticker.' },
    scores: { optionsFlow: null },
  });
  await importChain('OPTA');
  const { optionsFlow, scores } = await seen('OPTA');
  expect(optionsFlow).toEqual({
    chainDay: isoDate(LAST),
    volatilitySpreadPct: expect.closeTo(2, 3),
    volatilitySmirkPct: expect.closeTo(2, 3),
    pairs: 1,
    isWeighted: true,
    missing: null,
    evidence: `Option chain of ${isoDate(LAST)}. Calls are 2.0 percentage points of volatility above puts of the same strike and expiry (1 pair, weighted by open interest; more is better). The put about 5% below the price is 2.0 percentage points of volatility above the call at it (less is better).`,
  });
  expect(scores.optionsFlow?.score).toBe(scoreOf(2, 2));
  const rest = await server.call('/api/v1/signal?ticker=OPTA', { key });
  expect(read(rest, 'scores', 'options_flow')).toEqual(scores.optionsFlow);
  const range = `{ factors: { optionsFlow: { atLeast: ${scores.optionsFlow?.score}, atMost: ${scores.optionsFlow?.score} } } }`;
  const screened = await server.graphql(key, `{ securities(first: 50, filter: ${range}) { nodes { ticker } } }`);
  expect(read(screened, 'data', 'securities', 'nodes')).toContainEqual({ ticker: 'OPTA' });
  const swing = await server.graphql(
    key,
    '{ security(ticker: "OPTA") { swingSignal { pillars { flow { score } } } } }',
  );
  expect(read(swing, 'data', 'security', 'swingSignal', 'pillars', 'flow')).toEqual({
    score: scores.optionsFlow?.score,
  });
  // A chain of the same day that says otherwise counts at once, in the screener too.
  await importChain('OPTA', { call: 0.27, low: 0.4 });
  const later = await seen('OPTA');
  expect(later.scores.optionsFlow?.score).toBe(scoreOf(-3, 13));
  const again = await server.graphql(key, `{ securities(first: 50, filter: ${range}) { nodes { ticker } } }`);
  expect(read(again, 'data', 'securities', 'nodes')).not.toContainEqual({ ticker: 'OPTA' });
});

it('a chain counts for five sessions after its own, and one from after the newest bar not yet', async () => {
  await importBars('OPTB');
  for (const [sessions, missing] of [
    [6, 'CHAIN_TOO_OLD'],
    [5, null],
    [0, null],
  ] as const) {
    await importChain('OPTB', { day: sessionBefore(sessions) });
    const { optionsFlow, scores } = await seen('OPTB');
    expect([sessions, optionsFlow.chainDay, optionsFlow.missing, scores.optionsFlow === null]).toEqual([
      sessions,
      isoDate(sessionBefore(sessions)),
      missing,
      missing !== null,
    ]);
  }
  await importBars('OPTC', sessionBefore(3));
  await importChain('OPTC', { day: sessionBefore(2) });
  expect((await seen('OPTC')).optionsFlow.missing).toBe('NO_CHAIN');
  await importChain('OPTC', { day: sessionBefore(4) });
  expect((await seen('OPTC')).optionsFlow).toMatchObject({ chainDay: isoDate(sessionBefore(4)), missing: null });
});

it('crossed and one-sided quotes, expiries of 3 days and strikes far off leave the factor null with a reason, and a side alone half of it', async () => {
  const cases: readonly (readonly [Chain, string | null])[] = [
    [{ spoil: (bid, ask) => [ask, bid] }, 'NO_TWO_SIDED_QUOTES'],
    [{ spoil: (_bid, ask) => [0, ask] }, 'NO_TWO_SIDED_QUOTES'],
    [{ days: 3 }, 'NO_TWO_SIDED_QUOTES'],
    [{ interest: 0 }, 'NO_TWO_SIDED_QUOTES'],
    [{ spoil: (bid, ask, right) => (right === 'call' ? [bid, ask] : [0, ask]) }, 'NO_NEAR_STRIKES'],
  ];
  for (const [index, [chain, missing]] of cases.entries()) {
    const ticker = `OPTD${String.fromCharCode(65 + index)}`;
    await importBars(ticker);
    await importChain(ticker, chain);
    const { optionsFlow, scores } = await seen(ticker);
    expect([index, optionsFlow.missing, scores.optionsFlow]).toEqual([index, missing, null]);
    expect(optionsFlow.evidence).toContain(`The option chain of ${isoDate(LAST)} says nothing: `);
    // A chain that tells still counts if a later reading of the session does not.
    await importChain(ticker, { interest: null });
    const told = await seen(ticker);
    expect(told.optionsFlow).toMatchObject({ pairs: 1, isWeighted: false, missing: null });
    await importChain(ticker, chain);
    expect((await seen(ticker)).scores).toEqual(told.scores);
  }
});

it('a composite is recorded with the chains of its day alone, and stays as it is when chains are imported later', async () => {
  await importBars('OPTE');
  for (const sessions of [30, 10])
    await importChain('OPTE', { day: sessionBefore(sessions), call: 0.3 + sessions / 1000 });
  const recording = compositesProducer({ store, clock, rng: Math.random, log });
  await recording.run(now(), () => false);
  const record = (await store.composites.load(['OPTE'])).get('OPTE');
  const factorOn = (sessions: number): number | undefined =>
    record?.factors.optionsFlow[record.days.indexOf(sessionBefore(sessions))];
  for (const [sessions, chain] of [
    [30, 30],
    [25, 30],
    [10, 10],
    [5, 10],
  ] as const)
    expect(factorOn(sessions)).toBeCloseTo(
      (logistic((chain / 10 + 1) / 5) + logistic((5 - (4 - chain / 10)) / 5)) / 2,
      4,
    );
  for (const sessions of [31, 24, 11, 4, 0]) expect([sessions, factorOn(sessions)]).toEqual([sessions, NaN]);
  await importChain('OPTE');
  await recording.run(now(), () => false);
  expect((await store.composites.load(['OPTE'])).get('OPTE')?.factors.optionsFlow).toEqual(record?.factors.optionsFlow);
  expect((await seen('OPTE')).optionsFlow).toMatchObject({ missing: null });
  const recordedAt = (sessions: number): string =>
    new Date(record?.knownAt[record.days.indexOf(sessionBefore(sessions))] ?? 0).toISOString();
  const then = await seen('OPTE', recordedAt(25));
  expect(then.optionsFlow).toMatchObject({
    chainDay: isoDate(sessionBefore(30)),
    volatilitySpreadPct: expect.closeTo(3, 3),
  });
  expect(then.scores.optionsFlow?.score).toBe(Number(factorOn(25)?.toFixed(1)));
  expect((await seen('OPTE', recordedAt(0))).optionsFlow).toMatchObject({ missing: 'NO_CHAIN' });
});

it('a page of tickers takes one statement of the readings and none of the chains, and none once they are in memory', async () => {
  const { rows } = await sql<{
    ticker: string;
  }>`select distinct ticker from option_readings where source = 'simulated' order by 1 limit 9`.execute(store.db);
  const tickers = rows.map(({ ticker }) => ticker);
  expect(tickers).toHaveLength(9);
  const list = tickers.map((ticker) => `"${ticker}"`).join(' ');
  const statements: string[] = [];
  const executor = store.db.getExecutor();
  const compiled = executor.executeQuery.bind(executor);
  Object.assign(executor, {
    executeQuery: (...args: Parameters<typeof compiled>) => {
      statements.push(args[0].sql);
      return compiled(...args);
    },
  });
  const noted = async (field: string): Promise<readonly number[]> => {
    statements.length = 0;
    const answer = await server.graphql(
      key,
      `{ securitiesByTicker(tickers: [${list}]) { signal { ${field} scores { optionsFlow { score } } } } }`,
    );
    const scores = read(answer, 'data', 'securitiesByTicker') as readonly {
      signal: { scores: { optionsFlow: unknown } };
    }[];
    expect(scores).toHaveLength(9);
    expect(scores.map(({ signal }) => signal.scores.optionsFlow)).not.toContain(null);
    return ['option_readings', 'option_quotes'].map(
      (table) => statements.filter((text) => text.includes(table)).length,
    );
  };
  await importChain('OPTB');
  expect(await noted('label')).toEqual([1, 0]);
  expect(await noted('confidence')).toEqual([0, 0]);
});

it('an unknown ticker is not found, and the demo market shows the factor of today', async () => {
  const answer = await server.graphql(key, '{ security(ticker: "ZZZZZ") { signal { optionsFlow { missing } } } }');
  expect(read(answer, 'data', 'security', 'signal') ?? null).toBeNull();
  const { optionsFlow, scores } = await seen('AAPL');
  expect([optionsFlow.chainDay, optionsFlow.missing, scores.optionsFlow?.weight]).toEqual([isoDate(LAST), null, 0.1]);
  expect((await seen('SPY')).optionsFlow.missing).toBe('NO_CHAIN');
  expect(newYorkTime(server.clock.nowMs).day).toBeGreaterThanOrEqual(LAST);
});
