import { availableParallelism } from 'node:os';
import { request, type ClientRequest } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const { store } = server.runtime;
const { securities } = await store.securities.list({ limit: 60, kind: 'equity' });
const symbols = securities.map(({ symbol }) => symbol);

interface Position {
  readonly ticker: string;
  readonly value_usd: number;
}

const PAIR: readonly Position[] = [
  { ticker: 'AAPL', value_usd: 6_000 },
  { ticker: 'XOM', value_usd: 4_000 },
];
const positionsOf = (count: number): readonly Position[] =>
  symbols.slice(0, count).map((ticker) => ({ ticker, value_usd: 1_000 }));
/**
 * A thread takes longer for one than thirteen take to arrive, and not for ever where it, of least priority, has little
 * of a processor.
 */
const LONG = { positions: positionsOf(30), horizon_days: 63, lookback_years: 10, regime: 'auto' };

const simulate = (body: object, by = key): Promise<Answer> =>
  server.call('/api/v1/simulate', { method: 'POST', key: by, body });
const okBody = (answer: Answer): object => {
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.stringContaining('"terminal"')]);
  return read(answer) as object;
};
const refusal = (answer: Answer): readonly unknown[] => [answer.status, read(answer, 'error'), read(answer, 'param')];
const width = (body: object): number =>
  Number(read(body, 'terminal', 'p95_pct')) - Number(read(body, 'terminal', 'p5_pct'));

beforeEach(() => server.nextMinute());

describe('/simulate', () => {
  it('answers the same request with the same bytes, whatever the order of the positions', async () => {
    const first = await simulate({ positions: PAIR });
    okBody(first);
    expect((await simulate({ positions: PAIR })).text).toBe(first.text);
    expect((await simulate({ positions: [...PAIR].reverse() })).text).toBe(first.text);
    const lots = [
      { ticker: 'XOM', value_usd: 1_500 },
      { ticker: 'AAPL', value_usd: 6_000 },
      { ticker: 'XOM', value_usd: 2_500 },
    ];
    expect((await simulate({ positions: lots })).text).toBe(first.text);
  });

  it('simulates other values of the same positions on the same days', async () => {
    const p5 = async (aapl: number): Promise<number> =>
      Number(
        read(
          okBody(
            await simulate({
              positions: [
                { ticker: 'AAPL', value_usd: aapl },
                { ticker: 'XOM', value_usd: 4_000 },
              ],
            }),
          ),
          'terminal',
          'p5_pct',
        ),
      );
    expect(Math.abs((await p5(6_001)) - (await p5(6_000)))).toBeLessThan(0.01);
  });

  it('defaults to 126 days, five years and no regime', async () => {
    const plain = okBody(await simulate({ positions: PAIR }));
    expect(plain).toEqual(okBody(await simulate({ positions: PAIR, horizon_days: 126, lookback_years: 5 })));
    expect(read(plain, 'cone')).toHaveLength(127);
    expect(read(plain, 'cone', 0)).toEqual({
      day: 0,
      date: read(plain, 'history', 'to'),
      p10: 10_000,
      p50: 10_000,
      p90: 10_000,
    });
    expect(read(plain, 'history')).toEqual({ from: '2021-01-04', to: '2026-01-02', sessions: 1256 });
    expect(read(plain, 'regime')).toMatchObject({ start_state: expect.stringMatching(/^(calm|stressed)$/) });
  });

  it('orders quantiles, tails and the cone', async () => {
    const body = okBody(await simulate({ positions: PAIR }));
    const [p5, p50, p95] = ['p5_pct', 'p50_pct', 'p95_pct'].map((name) => Number(read(body, 'terminal', name)));
    expect([p5, p50, p95]).toEqual([p5, p50, p95].sort((a, b) => Number(a) - Number(b)));
    expect(Number(read(body, 'var_dollar'))).toBeCloseTo(-100 * Number(p5), 0);
    expect(Number(read(body, 'cvar_dollar'))).toBeGreaterThanOrEqual(Number(read(body, 'var_dollar')));
    for (const { p10, p50: middle, p90 } of read(body, 'cone') as { p10: number; p50: number; p90: number }[])
      expect(p10 <= middle && middle <= p90).toBe(true);
    expect((read(body, 'model_challenge', 'rows') as { model: string }[]).map(({ model }) => model)).toEqual([
      'normal',
      'student_t',
      'stationary_bootstrap',
    ]);
  });

  it('spreads wider under stress than over the whole history', async () => {
    const [plain, stressed] = [
      okBody(await simulate({ positions: PAIR })),
      okBody(await simulate({ positions: PAIR, regime: 'stressed' })),
    ];
    expect(width(stressed)).toBeGreaterThan(width(plain));
    expect(read(stressed, 'regime', 'start_state')).toBe('stressed');
  });

  it('says the same in the graph', async () => {
    const body = okBody(await simulate({ positions: PAIR, regime: 'auto', horizon_days: 20 }));
    const query = `query ($p: [PositionInput!]!) { simulate(positions: $p, horizonSessions: 20, regime: AUTO) {
      terminal { mean_pct: meanPct p5_pct: p5Pct p50_pct: p50Pct p95_pct: p95Pct } var_dollar: valueAtRisk cvar_dollar: expectedShortfall cone { day date p10 p50 p90 } history { from to sessions }
    } }`;
    const told = read(
      await server.graphql(key, query, { p: PAIR.map(({ ticker, value_usd: value }) => ({ ticker, value })) }),
      'data',
      'simulate',
    );
    expect(body).toMatchObject(told as object);
  });

  it('has more quantiles, dates and its seed in the graph', async () => {
    const query = `query ($p: [PositionInput!]!) { simulate(positions: $p, horizonSessions: 5) {
      terminal { p5Pct p25Pct p50Pct p75Pct p95Pct } history { to } cone { day date p5 p10 p25 p50 p75 p90 p95 } seed
    } }`;
    const ask = async (positions: readonly Position[]): Promise<object> =>
      read(
        await server.graphql(key, query, { p: positions.map(({ ticker, value_usd: value }) => ({ ticker, value })) }),
        'data',
        'simulate',
      ) as object;
    const told = await ask(PAIR);
    const cone = read(told, 'cone') as { day: number; date: string; [quantile: string]: number | string }[];
    expect(cone.map(({ day, date }) => [day, date])).toEqual([
      [0, read(told, 'history', 'to')],
      [1, '2026-01-05'],
      [2, '2026-01-06'],
      [3, '2026-01-07'],
      [4, '2026-01-08'],
      [5, '2026-01-09'],
    ]);
    for (const row of [...cone, read(told, 'terminal') as object]) {
      const quantiles = Object.entries(row).flatMap(([name, value]) => (/^p\d+/.test(name) ? [Number(value)] : []));
      expect(quantiles).toEqual([...quantiles].sort((one, other) => one - other));
    }
    expect(read(told, 'seed')).toMatch(/^[0-9a-f]{32}$/);
    expect(await ask(PAIR)).toEqual(told);
    expect(
      read(
        await ask([
          { ticker: 'XOM', value_usd: 1 },
          { ticker: 'AAPL', value_usd: 2 },
        ]),
        'seed',
      ),
    ).toBe(read(told, 'seed'));
    expect(read(await ask([{ ticker: 'XOM', value_usd: 1 }]), 'seed')).not.toBe(read(told, 'seed'));
  });

  it('has the cone of a dollar in percent, and the errors of its quantiles, in the graph', async () => {
    const query = `{ simulate(positions: [{ ticker: "AAPL", value: 1 }], horizonSessions: 5) {
      terminal { p5Pct p5StandardErrorPct p50Pct p50StandardErrorPct p95Pct } cone { p5Pct p10Pct p25Pct p50Pct p75Pct p90Pct p95Pct }
    } }`;
    const told = read(await server.graphql(key, query), 'data', 'simulate') as object;
    const [terminal, cone] = [
      read(told, 'terminal') as Record<string, number>,
      read(told, 'cone') as Record<string, number>[],
    ];
    expect([cone[0]?.['p5Pct'], cone[0]?.['p95Pct']]).toEqual([0, 0]);
    for (const name of ['p5Pct', 'p50Pct', 'p95Pct'])
      expect(Math.abs((cone[5]?.[name] ?? 0) - (terminal[name] ?? 0))).toBeLessThan(2e-4);
    expect(terminal['p5StandardErrorPct']).toBeGreaterThan(0);
    expect(terminal['p50StandardErrorPct']).toBeGreaterThan(0);
  });

  it('costs one unit of the monthly quota, and is not cached', async () => {
    const account = await server.newKey('institutional');
    await simulate({ positions: PAIR, horizon_days: 5 }, account.key);
    expect(await server.used(account)).toBe(1);
  });

  it('requires Institutional, over REST and GraphQL', async () => {
    const pro = await server.newKey('pro');
    const answer = await simulate({ positions: PAIR }, pro.key);
    expect([answer.status, read(answer, 'error'), read(answer, 'required_tier')]).toEqual([
      403,
      'tier_required',
      'institutional',
    ]);
    const graph = await server.graphql(
      pro.key,
      '{ simulate(positions: [{ ticker: "AAPL", value: 1 }]) { valueAtRisk } }',
    );
    expect(read(graph, 'errors', 0, 'extensions')).toMatchObject({
      code: 'TIER_REQUIRED',
      required_tier: 'institutional',
    });
  });
});

describe('a position that no longer trades', () => {
  it('lowers the confidence, with a reason', async () => {
    const bars = (await store.bars.load(['AAPL'])).get('AAPL')?.bars;
    if (bars === undefined) throw new Error('AAPL is not stored');
    const { days, ...prices } = bars;
    const old = (series: Float64Array): Float64Array => series.slice(0, -6);
    const dead = {
      days: days.slice(0, -6),
      open: old(prices.open),
      high: old(prices.high),
      low: old(prices.low),
      close: old(prices.close),
      adjClose: old(prices.adjClose),
      volume: old(prices.volume),
    };
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'DEADER', dead, 'files'));
    const body = okBody(await simulate({ positions: [...PAIR, { ticker: 'DEADER', value_usd: 1 }] }));
    expect([read(body, 'confidence', 'level'), read(body, 'history', 'to')]).toEqual(['low', '2025-12-23']);
    expect(read(body, 'confidence', 'reasons', 0)).toBe(
      'DEADER is stale: its last session is 2025-12-23, more than 5 before the newest stored one, 2026-01-02.',
    );
  });
});

describe('a simulation is refused', () => {
  it.each<[string, object, string]>([
    ['without positions', {}, 'missing_parameter'],
    ['with an empty list', { positions: [] }, 'invalid_parameter'],
    ['beyond 30 positions', { positions: positionsOf(31) }, 'invalid_parameter'],
    ['for a value of 0', { positions: [{ ticker: 'AAPL', value_usd: 0 }] }, 'invalid_parameter'],
    ['for a negative value', { positions: [{ ticker: 'AAPL', value_usd: -1 }] }, 'invalid_parameter'],
    ['below 5 days', { positions: PAIR, horizon_days: 4 }, 'invalid_parameter'],
    ['beyond 252 days', { positions: PAIR, horizon_days: 253 }, 'invalid_parameter'],
    ['below 1 year', { positions: PAIR, lookback_years: 0 }, 'invalid_parameter'],
    ['beyond 10 years', { positions: PAIR, lookback_years: 11 }, 'invalid_parameter'],
    ['for an unknown regime', { positions: PAIR, regime: 'calm' }, 'invalid_parameter'],
  ])('%s', async (_name, body, code) => {
    const answer = await simulate(body);
    expect([answer.status, read(answer, 'error')]).toEqual([400, code]);
  });

  it('for a ticker that is not stored', async () => {
    const answer = await simulate({ positions: [...PAIR, { ticker: 'NOSUCH', value_usd: 1 }] });
    expect([answer.status, read(answer, 'error'), read(answer, 'message')]).toEqual([
      404,
      'ticker_not_found',
      expect.stringContaining('NOSUCH'),
    ]);
  });

  it('where positions have too few sessions in common, by the name of the one that is short', async () => {
    const bars = (await store.bars.load(['AAPL'])).get('AAPL')?.bars;
    if (bars === undefined) throw new Error('AAPL is not stored');
    const { days, ...prices } = bars;
    const newest = (series: Float64Array): Float64Array => series.slice(-59);
    const short = {
      days: days.slice(-59),
      open: newest(prices.open),
      high: newest(prices.high),
      low: newest(prices.low),
      close: newest(prices.close),
      adjClose: newest(prices.adjClose),
      volume: newest(prices.volume),
    };
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'SHORTY', short, 'files'));
    const answer = await simulate({ positions: [...PAIR, { ticker: 'SHORTY', value_usd: 1 }] });
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'positions']);
    expect(read(answer, 'message')).toContain('SHORTY');
  });
});

interface Sent {
  readonly request: ClientRequest;
  readonly ended: Promise<number | 'gone'>;
}

/** Sends a long simulation over a connection of its own. */
function send(): Sent {
  const bytes = JSON.stringify(LONG);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes), 'X-API-Key': key };
  const outgoing = request(`${server.url}/api/v1/simulate`, { method: 'POST', headers, agent: false });
  const ended = new Promise<number | 'gone'>((resolve) => {
    outgoing.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)));
    outgoing.once('error', () => resolve('gone'));
  });
  outgoing.end(bytes);
  return { request: outgoing, ended };
}

/**
 * What all threads of this process computed since, in milliseconds: unlike the time that passed, no other process adds
 * to it.
 */
function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** More than threads and queue take together. */
const TOO_MANY = Math.max(1, availableParallelism() - 1) + 8 + 4;

describe('many simulations at once', () => {
  it('complete or are rejected with a retry delay: none hangs, and rejected ones are not charged', async () => {
    const account = await server.newKey('institutional', { perMinute: 1_000 });
    const answers = await Promise.all(Array.from({ length: TOO_MANY }, () => simulate(LONG, account.key)));
    const turnedAway = answers.filter(({ status }) => status !== 200);
    expect(turnedAway.length).toBeGreaterThanOrEqual(1);
    for (const answer of turnedAway)
      expect([answer.status, read(answer, 'error'), Number(answer.headers['retry-after']) > 0]).toEqual([
        503,
        'unavailable',
        true,
      ]);
    expect(await server.used(account)).toBe(answers.length - turnedAway.length);
  });

  it('whose client has gone free their threads at once', async () => {
    const before = process.cpuUsage();
    okBody(await simulate(LONG));
    const aloneMs = cpuMsSince(before);

    const sent = Array.from({ length: TOO_MANY }, send);
    // One that is turned away shows that all threads are busy and the queue is full.
    expect(await Promise.race(sent.map(({ ended }) => ended))).toBe(503);
    const gone = process.cpuUsage();
    for (const { request: outgoing } of sent) outgoing.destroy();
    expect(await Promise.all(sent.map(({ ended }) => ended))).not.toContain(200);

    let answer = await simulate(LONG);
    await until(async () => {
      if (answer.status === 503) answer = await simulate(LONG);
      return answer.status !== 503;
    }, 3_000);
    okBody(answer);
    // Had they gone on, nine would have been run before this one.
    expect(cpuMsSince(gone)).toBeLessThan(4 * aloneMs);
  });
});

describe('simulations of many accounts', () => {
  it('take turns, so that one account with many does not keep another from its own', async () => {
    const [many, one] = await Promise.all([
      server.newKey('institutional', { perMinute: 1_000 }),
      server.newKey('institutional'),
    ]);
    let settled = 0;
    const ofMany = (index: number): Promise<Answer> => simulate({ ...LONG, horizon_days: 63 - index }, many.key);
    const flood = Array.from({ length: 20 }, (_, index) => ofMany(index).finally(() => (settled += 1)));
    const refused = await Promise.race(flood);
    expect([refused.status, read(refused, 'error')]).toEqual([503, 'unavailable']);
    okBody(await simulate({ positions: PAIR }, one.key));
    expect(settled).toBeLessThan(20);
    expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(
      Math.max(1, availableParallelism() - 1) + 4,
    );
  });
});
