import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { NewAgent } from '../../store/agents.js';
import type { Store } from '../../store/open-store.js';
import type { Permit } from '../../store/source-budgets.js';
import { toDailyColumns } from '../models/daily-bar.js';
import {
  chainAnswer,
  outlookModules,
  profileModules,
  ratingsAnswer,
  summaryAnswer,
} from '../yahoo/fixtures/answers.js';
import { chartOf, minuteChartOf } from '../yahoo/fixtures/chart-server.js';
import { startYahooServer, type YahooServer } from '../yahoo/fixtures/yahoo-server.js';
import { createYahooKinds } from '../yahoo/yahoo-kinds.js';
import { createYahooSession } from '../yahoo/yahoo-session.js';
import { createYahoo } from '../yahoo/yahoo.js';
import { createEndpoint } from './endpoint.js';
import { createKindReads } from './kind-reads.js';
import { createLiveReads } from './live-reads.js';
import { phaseAt } from './session-phase.js';
import { createSessionRefresh } from './session-refresh.js';

const at = (date: string, hour: number, minute = 0): number =>
  newYorkUtcMs(parseIsoDate(date) ?? 0, hour * 60 + minute);
const clock = { nowMs: 0 };
const logged: object[] = [];
const told = (details: object): void => void logged.push(details);
const log = { info: told, warn: told, error: told };
const open = embeddedDatabase();
const store: Store = await open();
const yahoo: YahooServer = await startYahooServer();
const SESSIONS = yahoo.respond;
const closing: (() => Promise<void>)[] = [];
const grants: { readonly endpoint: string; readonly atMs: number }[] = [];
const LIMITS = { perSecond: 40, burst: 16, mostFailures: 3 };
let processes = 0;

/** Which kind a summary was asked for, by its first module. */
const summaryKind = (asked: URL): 'outlook' | 'profile' | 'ratings' => {
  const [first = ''] = (asked.searchParams.get('modules') ?? '').split(',');
  return first === 'calendarEvents' ? 'outlook' : first === 'price' ? 'profile' : 'ratings';
};
yahoo.respond = (asked, headers) => {
  const own = SESSIONS?.(asked, headers);
  const symbol = decodeURIComponent(asked.pathname.split('/').at(-1) ?? '');
  if (own !== undefined) return own;
  const now = new Date(clock.nowMs).toISOString();
  const summaries = {
    outlook: () => summaryAnswer(outlookModules()),
    profile: () => summaryAnswer(profileModules(symbol, now)),
    ratings: () => ratingsAnswer(['2025-12-30']),
  };
  if (asked.pathname.startsWith('/v10/')) return { status: 200, body: summaries[summaryKind(asked)]() };
  if (asked.pathname.startsWith('/v7/'))
    return {
      status: 200,
      body: chainAnswer({ symbol, expiries: ['2026-03-20'], expiry: '2026-03-20', mid: 4, at: now }),
    };
  if (asked.searchParams.get('interval') === '1m')
    return {
      status: 200,
      body: JSON.stringify(minuteChartOf(symbol, [[Math.floor(clock.nowMs / 60_000) * 60_000 - 3_600_000, 100, 5]])),
    };
  const [from, to] = [Number(asked.searchParams.get('period1')), Number(asked.searchParams.get('period2'))];
  return { status: 200, body: JSON.stringify(chartOf(symbol, from, to, { firstDay: 20_200 })) };
};

/** A process over the shared database, with the budget of all processes. */
function startProcess({ limits = LIMITS } = {}) {
  const name = `refresh ${(processes += 1)}`;
  const outbound = createOutbound({ target: 'operator', totalTimeoutMs: 60_000 });
  const budgets: typeof store.sourceBudgets = {
    ...store.sourceBudgets,
    async take(endpoint, given, now): Promise<Permit> {
      const permit = await store.sourceBudgets.take(endpoint, given, now);
      if (permit.kind === 'granted') grants.push({ endpoint, atMs: now.getTime() });
      // Time passes only while somebody waits for it.
      if (permit.kind === 'spent') clock.nowMs += permit.waitMs;
      return permit.kind === 'spent' ? { ...permit, waitMs: 1 } : permit;
    },
  };
  const endpoint = (what: string) =>
    createEndpoint({
      name: `${name} ${what}`,
      baseUrl: yahoo.url,
      headers: { 'user-agent': 'test' },
      limits,
      outbound,
      budgets,
      clock: () => clock.nowMs,
    });
  const crumb = endpoint('crumb');
  const session = createYahooSession({ cookies: crumb, crumbs: crumb });
  const endpoints = { chart: endpoint('chart'), summary: endpoint('summary'), options: endpoint('options') };
  const shared = { store, keepsSimulated: false, clock: () => clock.nowMs, log, waitMs: 60_000 };
  const live = createLiveReads({ ...shared, source: createYahoo(endpoints.chart) });
  const kinds = createKindReads({ ...shared, sources: [createYahooKinds({ session, endpoints, store })] });
  closing.push(async () => {
    await live.close();
    await kinds.close();
    outbound.close();
  });
  return { live, kinds, refresh: createSessionRefresh({ live, kinds, store, clock: () => clock.nowMs, log }) };
}

const tickers = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))}`);
const never = (): boolean => false;
/** What was asked for, as kinds with tickers. */
const asked = (): readonly string[] =>
  yahoo.asked.flatMap((each) => {
    const url = new URL(each, 'http://localhost');
    const symbol = url.pathname.split('/').at(-1) ?? '';
    if (url.pathname.startsWith('/v8/'))
      return [`${url.searchParams.get('interval') === '1m' ? 'minutes' : 'daily'} ${symbol}`];
    return url.pathname.startsWith('/v7/')
      ? [`options ${symbol}`]
      : url.pathname.startsWith('/v10/')
        ? [`${summaryKind(url)} ${symbol}`]
        : [];
  });
const count = (kind: string): number => asked().filter((each) => each.startsWith(kind)).length;

const [WATCHED, AGENTS, PAPER, OTHERS] = [tickers('WA', 3), tickers('AG', 2), tickers('PA', 1), tickers('OT', 20)];
const FIRST = [...WATCHED, ...AGENTS, ...PAPER].sort();

const agent = (id: string, watched: string[], enabled: boolean, createdAt: Date): NewAgent => ({
  id,
  accountId: 'acc_1',
  name: id,
  mode: 'digest',
  taskPrompt: 'What is new?',
  context: null,
  tickers: watched,
  watched,
  cadence: 'close',
  enabled,
  webhookUrl: null,
  webhookSecret: null,
  webhookSecretLast4: null,
  keyId: null,
  createdAt,
  updatedAt: createdAt,
  scheduledSince: createdAt,
  nextRunAt: null,
  lastRunAt: null,
});

const START = at('2026-01-15', 12);
beforeEach(() => {
  yahoo.asked.length = 0;
  grants.length = 0;
  logged.length = 0;
});
afterAll(async () => {
  for (const close of closing) await close();
  await yahoo.close();
});

it('a weekend and a holiday belong to the session before them, and a session ends when its closes are final', () => {
  const shown = (nowMs: number): readonly string[] => {
    const { phase, session } = phaseAt(nowMs);
    return [phase, isoDate(session)];
  };
  // 2026-01-19 is Martin Luther King's day; on 2025-11-28 the exchange closes at 13:00.
  expect(shown(at('2026-01-16', 5, 59))).toEqual(['after_close', '2026-01-15']);
  expect(shown(at('2026-01-16', 6))).toEqual(['before_open', '2026-01-16']);
  expect(shown(at('2026-01-16', 9, 30))).toEqual(['session', '2026-01-16']);
  expect(shown(at('2026-01-16', 16, 19))).toEqual(['session', '2026-01-16']);
  expect(shown(at('2026-01-16', 16, 20))).toEqual(['after_close', '2026-01-16']);
  expect(shown(at('2026-01-17', 12))).toEqual(['after_close', '2026-01-16']);
  expect(shown(at('2026-01-19', 12))).toEqual(['after_close', '2026-01-16']);
  expect(shown(at('2026-01-20', 9))).toEqual(['before_open', '2026-01-20']);
  expect(shown(at('2025-11-28', 13, 20))).toEqual(['after_close', '2025-11-28']);
  expect(phaseAt(at('2026-01-18', 3)).sinceMs).toBe(at('2026-01-16', 16, 20));
});

it('names of watchlists, enabled agents and paper portfolios are read first, also those that were never read', async () => {
  clock.nowMs = START;
  const now = new Date(clock.nowMs);
  await store.accounts.insert({
    id: 'acc_1',
    name: null,
    tier: 'pro',
    perMinute: null,
    perMonth: null,
    createdAt: now,
  });
  await store.watchlists.insert({ id: 'wl_1', accountId: 'acc_1', name: 'mine', createdAt: now }, WATCHED, 10);
  await store.agents.insert(agent('ag_1', [...AGENTS], true, now), 10);
  await store.agents.insert(agent('ag_2', ['OFF'], false, now), 10);
  await store.db
    .insertInto('community_members')
    .values({ accountId: 'acc_1', id: 'mem_1', name: 'Someone', role: 'investor', openTo: [], acceptedAt: now })
    .execute();
  const portfolio = await store.paperPortfolios.open({ id: 'pp_1', accountId: 'acc_1', startedDay: 20_400, at: now });
  expect(portfolio).toBeDefined();
  // Of the second symbol all is sold again.
  const orders = [
    [PAPER[0], 'buy', 1],
    [OTHERS[0], 'buy', 1],
    [OTHERS[0], 'sell', null],
  ] as const;
  for (const [index, [symbol = '', side, shares]] of orders.entries()) {
    const order = { id: `po_${index}`, portfolioId: 'pp_1', fromDay: 20_468, closesAt: now, placedAt: now };
    await store.db
      .insertInto('paper_orders')
      .values({ ...order, symbol, side, shares })
      .execute();
  }
  const { live, refresh } = startProcess();
  await live.refresh(OTHERS);
  yahoo.asked.length = 0;
  clock.nowMs = at('2026-01-15', 16, 20);
  const { steps } = await refresh.plan();
  expect(steps.map(({ kind, isWatched, tickers: { length } }) => [kind, isWatched, length])).toEqual([
    ['daily', true, FIRST.length],
    ['minutes', true, FIRST.length],
    ['options', true, FIRST.length],
    ['profile', true, FIRST.length],
    ['daily', false, OTHERS.length],
    // They have no sector.
    ['profile', false, OTHERS.length],
  ]);
  const readings = 4 * FIRST.length + 2 * OTHERS.length;
  expect(await refresh.run(never, Infinity)).toBe(readings);
  expect([...asked().slice(0, FIRST.length)].sort()).toEqual(FIRST.map((ticker) => `daily ${ticker}`));
  const last = asked().slice(-2 * OTHERS.length);
  expect([...last.slice(0, OTHERS.length)].sort()).toEqual(OTHERS.map((ticker) => `daily ${ticker}`));
  expect([...last.slice(OTHERS.length)].sort()).toEqual(OTHERS.map((ticker) => `profile ${ticker}`));
  expect(logged).toContainEqual({
    phase: 'after_close',
    session: '2026-01-15',
    read: readings,
    left: 0,
  });
  expect([(await refresh.plan()).steps, await refresh.run(never, Infinity)]).toEqual([[], 0]);
});

it('over open, close, weekend and holiday each kind is read once a session, and nothing is while markets rest', async () => {
  const { refresh } = startProcess();
  const seen = new Map<string, number>();
  for (clock.nowMs = at('2026-01-16', 5); clock.nowMs <= at('2026-01-21', 9); clock.nowMs += 30 * 60_000) {
    const startedMs = clock.nowMs;
    yahoo.asked.length = 0;
    await refresh.run(never, Infinity);
    clock.nowMs = startedMs;
    const { phase, session } = phaseAt(startedMs);
    for (const kind of ['daily', 'minutes', 'options', 'outlook', 'profile', 'ratings']) {
      const key = `${isoDate(session)} ${phase} ${kind}`;
      if (count(kind) > 0) seen.set(key, (seen.get(key) ?? 0) + count(kind));
    }
  }
  expect(Object.fromEntries(seen)).toEqual({
    '2026-01-16 before_open outlook': FIRST.length,
    '2026-01-16 before_open ratings': FIRST.length,
    '2026-01-16 after_close daily': FIRST.length + OTHERS.length,
    '2026-01-16 after_close minutes': FIRST.length,
    '2026-01-16 after_close options': FIRST.length,
    '2026-01-16 after_close profile': FIRST.length,
    '2026-01-20 before_open outlook': FIRST.length,
    '2026-01-20 before_open ratings': FIRST.length,
    '2026-01-20 after_close daily': FIRST.length + OTHERS.length,
    '2026-01-20 after_close minutes': FIRST.length,
    '2026-01-20 after_close options': FIRST.length,
    '2026-01-20 after_close profile': FIRST.length,
    '2026-01-21 before_open outlook': FIRST.length,
    '2026-01-21 before_open ratings': FIRST.length,
  });
  const held = (await store.bars.readDaily([WATCHED[0] ?? ''])).get(WATCHED[0] ?? '');
  expect(isoDate(held?.bars.days.at(-1) ?? 0)).toBe('2026-01-20');
});

it('a source that fails is left alone, and what it did not give is read once it answers', async () => {
  const { refresh, live } = startProcess();
  clock.nowMs = at('2026-01-22', 16, 20);
  yahoo.fault = 'error';
  await refresh.run(never, Infinity);
  const failed = yahoo.asked.length;
  expect(failed).toBeLessThan(20);
  clock.nowMs += 3_600_000;
  yahoo.fault = null;
  yahoo.asked.length = 0;
  await refresh.run(never, Infinity);
  // One request was tried alone, for which others did not wait.
  clock.nowMs += 60_000;
  await refresh.run(never, Infinity);
  const again = await refresh.run(never, Infinity);
  expect([count('daily'), again, live.faultOf(WATCHED[0] ?? '')]).toEqual([FIRST.length + OTHERS.length, 0, null]);
});

it('imported prices are never read, and a source without a kind is not asked for it', async () => {
  clock.nowMs = at('2026-01-23', 16, 20);
  const bar = { day: 20_400, open: 5, high: 5, low: 5, close: 5, adjClose: 5, volume: 1 };
  await store.db.transaction().execute((tx) => store.bars.replace(tx, 'IMPD', toDailyColumns([bar]), 'files'));
  await store.watchlists.add({ accountId: 'acc_1', id: 'wl_1' }, ['IMPD'], { most: 50, at: new Date(clock.nowMs) });
  const { refresh } = startProcess();
  const { steps } = await refresh.plan();
  expect(steps.filter(({ tickers: each }) => each.includes('IMPD')).map(({ kind }) => kind)).toEqual([
    'minutes',
    'options',
    'profile',
  ]);
  await refresh.run(never, Infinity);
  expect(asked()).not.toContain('daily IMPD');
  expect((await refresh.plan()).steps).toEqual([]);
});

it('a new ticker is found by its sector soon after its first reading, a few a run during the session', async () => {
  clock.nowMs = at('2026-01-26', 11);
  const { live, refresh } = startProcess();
  const fresh = tickers('SC', 18);
  const respond = yahoo.respond;
  // One is a fund, and Yahoo knows no sector of another: neither is asked for again.
  const [fund = '', none = '', ...others] = fresh;
  yahoo.respond = (url, headers) => {
    const symbol = url.pathname.split('/').at(-1) ?? '';
    const [from, to] = [Number(url.searchParams.get('period1')), Number(url.searchParams.get('period2'))];
    if (symbol === fund && url.pathname.startsWith('/v8/'))
      return {
        status: 200,
        body: JSON.stringify(chartOf(symbol, from, to, { firstDay: 20_200, meta: { instrumentType: 'ETF' } })),
      };
    if (!others.includes(symbol) || !url.pathname.startsWith('/v10/')) return respond?.(url, headers);
    const about = { sector: 'Technology', industry: 'Semiconductors' };
    return (
      SESSIONS?.(url, headers) ?? {
        status: 200,
        body: summaryAnswer(profileModules(symbol, new Date(clock.nowMs).toISOString(), {}, about)),
      }
    );
  };
  await live.refresh(fresh);
  const foundIn = async (sector: string) =>
    (await store.securities.inSectors([sector])).map(({ symbol }) => symbol).filter((symbol) => fresh.includes(symbol));
  expect(await foundIn('Technology')).toEqual([]);
  yahoo.asked.length = 0;
  expect([await refresh.run(never, Infinity), count('profile')]).toEqual([16, 16]);
  expect(await refresh.run(never, Infinity)).toBe(1);
  expect([
    await foundIn('Technology'),
    asked().some((each) => each.endsWith(fund)),
    asked().filter((each) => each.endsWith(none)).length,
  ]).toEqual([others, false, 1]);
  expect(await refresh.run(never, Infinity)).toBe(0);
  yahoo.respond = respond;
});

it('500 tickers are read within the budget; a run that is stopped is gone on with by another process', async () => {
  const many = tickers('M', 500);
  clock.nowMs = at('2026-01-26', 12);
  const [one, other] = [startProcess(), startProcess({ limits: { ...LIMITS, perSecond: 1_000, burst: 1_000 } })];
  await other.live.refresh(many);
  clock.nowMs = at('2026-01-26', 16, 20);
  grants.length = 0;
  yahoo.asked.length = 0;
  const left = async () => (await one.refresh.plan()).steps.reduce((sum, { tickers: { length } }) => sum + length, 0);
  const planned = await left();
  let parts = 0;
  const first = await one.refresh.run(() => (parts += 1) > 10, Infinity);
  expect([first > 100, await left()]).toEqual([true, planned - first]);
  const second = await startProcess().refresh.run(never, Infinity);
  expect([first + second, await left()]).toEqual([planned, 0]);
  const daily = asked().filter((each) => each.startsWith('daily M'));
  expect([daily.length, new Set(daily).size]).toEqual([500, 500]);
  // Of each endpoint never more than its burst and what has come since.
  for (const [index, { endpoint, atMs }] of grants.entries()) {
    const since = grants
      .slice(0, index + 1)
      .filter((grant) => grant.endpoint === endpoint && grant.atMs > atMs - 5_000);
    expect(since.length).toBeLessThanOrEqual(LIMITS.burst + LIMITS.perSecond * 5 + 1);
  }
});
