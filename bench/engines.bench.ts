import { createRequire } from 'node:module';
import type { DailyBars } from '../calendar/bars.js';
import { backtest } from '../engines/backtest.js';
import { longerBars } from '../engines/bar-intervals.js';
import { breadthCounter } from '../engines/breadth.js';
import { isoDate, weekdayOf, dayOf } from '../calendar/days.js';
import { cohortCounter } from '../engines/cohorts.js';
import { corporateEvents } from '../engines/corporate-events/corporate-events.js';
import { dca } from '../engines/dca.js';
import { earningsCalendar } from '../engines/earnings-calendar.js';
import type { ReportedQuarter } from '../engines/earnings-reports.js';
import { earningsSetup, type EarningsSetupInput } from '../engines/earnings-setup.js';
import { financialStatements, type StatementRow } from '../engines/financial-statements.js';
import { gapStats } from '../engines/gaps.js';
import { macd, rsi, sma } from '../engines/indicators.js';
import { promiseLedger } from '../engines/promises/ledger.js';
import { microstructure } from '../engines/microstructure/microstructure.js';
import { moodSeries } from '../engines/mood.js';
import { seasonality } from '../engines/seasonality.js';
import { signalSeries } from '../engines/signal/series.js';
import { signal, signalAt } from '../engines/signal/signal.js';
import { STRATEGY_IDS } from '../engines/strategies.js';
import { plainBacktest } from '../test/independent/backtest.js';
import { plainLongerBars } from '../test/independent/bars.js';
import { inventedCompany, plainCorporateEvents } from '../test/independent/corporate-events.js';
import { plainDca } from '../test/independent/dca.js';
import { plainStatements } from '../test/independent/financial-statements.js';
import { plainGaps } from '../test/independent/gaps.js';
import { plainMicrostructure } from '../test/independent/microstructure.js';
import { demoCalls } from '../sources/simulated/demo-calls.js';
import { simulatedStatements } from '../sources/simulated/statements.js';
import { simulateMinutes } from '../sources/simulated/minutes.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { plainSeasonality } from '../test/independent/seasonality.js';

interface PeerIndicator<Settings> {
  calculate(input: Settings & { readonly values: readonly number[] }): unknown;
}

interface Peers {
  readonly SMA: PeerIndicator<{ readonly period: number }>;
  readonly RSI: PeerIndicator<{ readonly period: number }>;
  readonly MACD: PeerIndicator<{
    readonly fastPeriod: number;
    readonly slowPeriod: number;
    readonly signalPeriod: number;
  }>;
}

// The package is CommonJS, and its exports are not visible to a static ESM import.
const peers = createRequire(import.meta.url)('technicalindicators') as Peers;

const SESSIONS = 3780;
const ROUNDS = 41;
const MIN_ROUND_MS = 4;
const NO_FACTORS = { fundamentals: null, optionsFlow: null };
const AS_OF_DAY = { ...NO_FACTORS, microstructure: null, drift: 0.0003 };

interface Contest {
  readonly name: string;
  readonly run: () => unknown;
  readonly peer?: { readonly name: string; readonly run: () => unknown };
}

/** Fifteen years of weekday bars from a fixed linear congruential generator: identical on all machines. */
function walk(): Row[] {
  let state = 20_240_101;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const rows: Row[] = [];
  let close = 100;
  for (let day = dayOf(2010, 1, 4); rows.length < SESSIONS; day += 1) {
    if (weekdayOf(day) === 0 || weekdayOf(day) === 6) continue;
    const open = close * (1 + (chance() + chance() - 1) * 0.012);
    close = open * (1.0003 + (chance() + chance() - 1) * 0.02);
    const [high, low] = [Math.max(open, close) * 1.003, Math.min(open, close) * 0.997];
    rows.push({
      date: isoDate(day),
      open,
      high,
      low,
      close,
      adj: close * 0.97,
      volume: Math.round(1e6 * (0.5 + chance())),
    });
  }
  return rows;
}

/** Eight years of reports, 400 rating actions and an expiry of 200 strikes. */
function setupInput(bars: DailyBars): EarningsSetupInput {
  const today = (bars.days.at(-1) ?? 0) + 1;
  const reports = Array.from({ length: 32 }, (_, index): ReportedQuarter => {
    const filingDay = today - 40 - 91 * (31 - index);
    return {
      fiscalYear: 2010 + Math.floor(index / 4),
      fiscalQuarter: (index % 4) + 1,
      periodEnd: filingDay - 30,
      filingDay,
      acceptedAt: null,
      epsBasic: 1,
      epsBasicDay: filingDay,
      epsDiluted: 1,
      epsDilutedDay: filingDay,
      revenue: 1e9 + index,
      netIncome: 1e8,
      currency: 'USD',
      missing: {},
      shownSplits: [],
    };
  });
  const actions = Array.from({ length: 400 }, (_, index) => ({
    day: today - 1600 + 4 * index,
    firm: `Firm ${index % 20}`,
    firmKey: `firm${index % 20}`,
    fromGrade: null,
    toGrade: 'Buy',
    toStance: null,
    action: index % 3 === 0 ? ('upgrade' as const) : ('reiteration' as const),
    priceTarget: 100 + (index % 37),
  }));
  const spot = bars.close.at(-1) ?? 0;
  const quotes = Array.from({ length: 400 }, (_, index) => ({
    strike: spot * (0.5 + Math.floor(index / 2) / 200),
    optionType: index % 2 === 0 ? ('call' as const) : ('put' as const),
    bid: spot * 0.05,
    ask: spot * 0.06,
    minute: null,
    underlyingPrice: spot,
  }));
  const chain = { day: today - 1, expiry: today + 90, quotes, hasSpot: true };
  const calendar = earningsCalendar({ reports, splits: [], today });
  return { bars, splits: [], reports, actions, calendar, chain, today };
}

/** Median microseconds per call over rounds of at least 4 ms each, after 0.3 s of warm-up. */
function microseconds(run: () => unknown): number {
  let calls = 0;
  const warmUntil = performance.now() + 300;
  while (performance.now() < warmUntil || calls < 3) {
    run();
    calls += 1;
  }
  const perRound = Math.max(1, Math.ceil((calls / 300) * MIN_ROUND_MS));
  const rounds = Array.from({ length: calls < ROUNDS ? 7 : ROUNDS }, () => {
    const start = performance.now();
    for (let k = 0; k < perRound; k += 1) run();
    return ((performance.now() - start) / perRound) * 1000;
  }).sort((a, b) => a - b);
  return rounds[rounds.length >> 1] ?? Number.NaN;
}

/** How often the fictional company's remarks are repeated, so that a call is as long as real ones. */
const REMARKS = 40;

/** Eight calls of about 60,000 characters. */
function longCalls() {
  return demoCalls(8).map((call) => ({
    ...call,
    end: null,
    turns: Array.from({ length: REMARKS }, () => call.turns).flat(),
  }));
}

function contests(rows: readonly Row[], bars: DailyBars): Contest[] {
  const statements = simulatedStatements(new Date('2026-01-02T22:00:00Z'))
    .filter(({ ticker }) => ticker === 'AAPL')
    .map((row): StatementRow => ({ ...row, acceptedAt: null }));
  const values = Array.from(bars.close);
  const peerMacd = {
    values,
    fastPeriod: 12,
    slowPeriod: 26,
    signalPeriod: 9,
    SimpleMAOscillator: false,
    SimpleMASignal: false,
  } as const;
  const series = signalSeries(bars);
  const breadth = breadthCounter(bars.days);
  breadth.add(bars);
  const record = { days: bars.days, score: Float64Array.from(bars.days, (day) => (day * 37) % 101) };
  const cohorts = cohortCounter();
  cohorts.add(record, bars);
  const company = inventedCompany(1, 1000);
  const minutes = simulateMinutes(7, 'ANY', bars, { count: 20, now: new Date(8.64e15) });
  const days = rows.slice(-400);
  const setup = setupInput(bars);
  const calls = longCalls();
  const minuteRows = minutes.flatMap(({ minutes: at, open, high, low, close, volume }, session) =>
    Array.from(at, (minute, i) => ({
      session,
      minute,
      open: open[i] ?? 0,
      high: high[i] ?? 0,
      low: low[i] ?? 0,
      close: close[i] ?? 0,
      volume: volume[i] ?? 0,
    })).filter(({ minute }) => minute >= 570 && minute < 960),
  );
  return [
    {
      name: 'sma 200',
      run: () => sma(bars.close, 200),
      peer: { name: 'technicalindicators', run: () => peers.SMA.calculate({ values, period: 200 }) },
    },
    {
      name: 'rsi 14',
      run: () => rsi(bars.close),
      peer: { name: 'technicalindicators', run: () => peers.RSI.calculate({ values, period: 14 }) },
    },
    {
      name: 'macd 12/26/9',
      run: () => macd(bars.close),
      peer: { name: 'technicalindicators', run: () => peers.MACD.calculate(peerMacd) },
    },
    {
      name: 'seasonality',
      run: () => seasonality(bars),
      peer: { name: 'plain rows', run: () => plainSeasonality(rows, false) },
    },
    { name: 'gapStats', run: () => gapStats(bars), peer: { name: 'plain rows', run: () => plainGaps(rows) } },
    {
      name: 'dca 15 years',
      run: () => dca(bars, { monthlyAmount: 500, years: 15 }),
      peer: { name: 'plain rows', run: () => plainDca(rows, 500, 15) },
    },
    {
      name: 'corporateEvents',
      run: () => corporateEvents(company),
      peer: { name: 'plain roll-ups', run: () => plainCorporateEvents(company) },
    },
    ...STRATEGY_IDS.map((id) => ({
      name: `backtest ${id}`,
      run: () => backtest(bars, id, 10),
      peer: { name: 'plain rows', run: () => plainBacktest(rows, id, 10) },
    })),
    ...(['WEEK', 'MONTH'] as const).map((interval) => ({
      name: `bars by ${interval.toLowerCase()}`,
      run: () => longerBars(bars, interval),
      peer: { name: 'plain rows', run: () => plainLongerBars(rows, interval) },
    })),
    { name: 'microstructure, a day', run: () => microstructure(bars, minutes.slice(-1)) },
    {
      name: 'microstructure, 20 days',
      run: () => microstructure(bars, minutes),
      peer: { name: 'plain rows', run: () => plainMicrostructure(days, minuteRows) },
    },
    { name: 'earningsSetup', run: () => earningsSetup(setup) },
    {
      name: 'financialStatements, 8',
      run: () => financialStatements({ rows: statements, splits: [], period: 'TRAILING_YEAR' }, 8),
    },
    {
      name: 'financialStatements, all',
      run: () => financialStatements({ rows: statements, splits: [], period: 'TRAILING_YEAR' }),
      peer: { name: 'plain lookups, 10 figures', run: () => plainStatements(statements, 'TRAILING_YEAR') },
    },
    {
      name: 'promiseLedger, 8 calls',
      run: () => promiseLedger({ company: 'Lanternfish', calls, reports: [], today: 0 }),
    },
    { name: 'breadth, one ticker', run: () => breadthCounter(bars.days).add(bars) },
    { name: 'moodSeries', run: () => moodSeries(bars, breadth.counts, bars) },
    { name: 'cohorts, one ticker', run: () => cohortCounter().add(record, bars) },
    { name: 'cohorts, evidence', run: () => cohorts.evidence() },
    { name: 'signal', run: () => signal({ bars, sessions: [], benchmark: bars, ...NO_FACTORS }) },
    { name: 'signalAt, one index', run: () => signalAt(series, SESSIONS - 1, AS_OF_DAY) },
    {
      name: 'signalAt, every index',
      run: () => {
        let sum = 0;
        for (let i = 0; i < SESSIONS; i += 1) sum += signalAt(series, i, AS_OF_DAY).score ?? 0;
        return sum;
      },
    },
  ];
}

const rows = walk();
console.log(`${SESSIONS} daily bars, Node ${process.version}; median µs per call`);
for (const { name, run, peer } of contests(rows, barsOf(rows))) {
  const own = microseconds(run);
  const theirs = peer === undefined ? null : microseconds(peer.run);
  const against =
    theirs === null
      ? ''
      : `   ${(peer?.name ?? '').padEnd(20)}${theirs.toFixed(0).padStart(8)} µs   × ${(theirs / own).toFixed(1)}`;
  console.log(`${name.padEnd(24)}${own.toFixed(1).padStart(9)} µs${against}`);
}
