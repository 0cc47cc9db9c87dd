import { dayOf, parseIsoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import { earningsReport, type NewEarningsReport } from '../../store/earnings.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS, SIMULATED_SPLITS, type Instrument } from './instruments.js';
import { hashText, normal, seededRandom, type Random } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('earnings');
const FIRST_YEAR = 2017;
/** The year in which earnings and prices have the invented ratio. */
const ANCHOR_YEAR = 2025;
const PRICE_TO_EARNINGS = { least: 20, range: 16 } as const;
const MARGIN = { least: 0.06, range: 0.22 } as const;
const GROWTH = { least: 0.01, range: 0.13 } as const;
/** Shares outstanding, billions, about as the real companies have them; both classes of a company together. */
const SHARES_BILLIONS: Readonly<Record<string, number>> = {
  AAPL: 14.8,
  MSFT: 7.4,
  NVDA: 24.3,
  AVGO: 4.7,
  AMD: 1.6,
  INTC: 4.4,
  ORCL: 2.8,
  CRM: 0.96,
  ADBE: 0.42,
  CSCO: 4,
  IBM: 0.93,
  GOOGL: 12.1,
  META: 2.5,
  NFLX: 4.2,
  DIS: 1.8,
  VZ: 4.2,
  AMZN: 10.7,
  TSLA: 3.3,
  HD: 1,
  MCD: 0.71,
  NKE: 1.5,
  WMT: 8,
  COST: 0.44,
  PG: 2.3,
  KO: 4.3,
  PEP: 1.4,
  JPM: 2.7,
  BAC: 7.3,
  GS: 0.3,
  'BRK.B': 2.2,
  V: 1.9,
  UNH: 0.91,
  JNJ: 2.4,
  LLY: 0.9,
  PFE: 5.7,
  XOM: 4.2,
  CVX: 2,
  SLB: 1.5,
  CAT: 0.47,
  BA: 0.76,
  GE: 1.1,
  LIN: 0.47,
  AMT: 0.47,
  PLD: 0.93,
  NEE: 2.1,
};
const SEASONS = [0.95, 0.98, 1, 1.07];
const REVENUE_NOISE = 0.025;
/** Of a company's own volatility, how much of its earnings' deviates in a quarter. */
const EARNINGS_NOISE = 0.4;
const DILUTION = 0.985;
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/**
 * Last month of fiscal years that do not end with the calendar's, as the real companies have them, and the invented
 * days from a quarter's end to its filing of some: these are spread over the weeks in which no other company reports.
 */
const SCHEDULES: Readonly<Record<string, { readonly lastMonth: number; readonly delay?: number }>> = {
  WMT: { lastMonth: 1, delay: 20 },
  CSCO: { lastMonth: 7, delay: 25 },
  HD: { lastMonth: 1, delay: 30 },
  NVDA: { lastMonth: 1, delay: 35 },
  AVGO: { lastMonth: 10, delay: 41 },
  CRM: { lastMonth: 1, delay: 46 },
  ORCL: { lastMonth: 5, delay: 22 },
  COST: { lastMonth: 8, delay: 28 },
  NKE: { lastMonth: 5, delay: 35 },
  ADBE: { lastMonth: 11, delay: 42 },
  MSFT: { lastMonth: 6 },
  PG: { lastMonth: 6 },
  AAPL: { lastMonth: 9 },
  DIS: { lastMonth: 9 },
  V: { lastMonth: 9 },
  GE: { lastMonth: 12, delay: 18 },
  BA: { lastMonth: 12, delay: 41 },
  SLB: { lastMonth: 12, delay: 46 },
};
const DECEMBER = 12;
/** Calendar days from a quarter's end to its filing, and how many more after the fourth one. */
const FILING = { least: 24, range: 14, jitter: 4, annual: 16 } as const;
/** The same for those with a delay of their own. */
const SCHEDULED = { jitter: 2, annual: 0 } as const;

/** What a company keeps for all its quarters. */
interface Company {
  readonly earningsPerShare: number;
  readonly margin: number;
  readonly growth: number;
  readonly shares: number;
  readonly filing: { readonly delay: number; readonly jitter: number; readonly annual: number };
}

function filingOf(scheduled: number | undefined, random: Random): Company['filing'] {
  if (scheduled !== undefined) return { ...SCHEDULED, delay: scheduled };
  return { ...FILING, delay: FILING.least + Math.floor(FILING.range * random()) };
}

function sharesOf(symbol: string): number {
  const billions = SHARES_BILLIONS[symbol];
  if (billions === undefined) throw new Error(`SHARES_BILLIONS has no row of ${symbol}.`);
  return billions * BILLION;
}

function companyOf({ symbol, anchorPrice, twinOf }: Instrument): Company {
  const random = seededRandom(SEED, 0, hashText(twinOf));
  return {
    earningsPerShare: anchorPrice / (PRICE_TO_EARNINGS.least + PRICE_TO_EARNINGS.range * random()) / 4,
    margin: MARGIN.least + MARGIN.range * random(),
    growth: GROWTH.least + GROWTH.range * random(),
    shares: sharesOf(twinOf),
    filing: filingOf(SCHEDULES[symbol]?.delay, random),
  };
}

/** A quarter of a fiscal year, 1 to 4, as filed: amounts in whole millions, per share in cents as of that day. */
function reportOf(instrument: Instrument, company: Company, year: number, quarter: number): NewEarningsReport {
  const random = seededRandom(SEED, year * 4 + quarter, hashText(instrument.twinOf));
  const monthsEarlier = DECEMBER - (SCHEDULES[instrument.symbol]?.lastMonth ?? DECEMBER);
  const periodEnd = dayOf(year, quarter * 3 + 1 - monthsEarlier, 1) - 1;
  const { delay, jitter, annual } = company.filing;
  const lag = delay + Math.floor(jitter * random()) + (quarter === 4 ? annual : 0);
  const filingDay = nextSession(periodEnd + lag - 1);
  const yearsSinceAnchor = year - ANCHOR_YEAR + quarter / 4 - monthsEarlier / DECEMBER;
  const level = (SEASONS[quarter - 1] ?? 1) * (1 + company.growth) ** yearsSinceAnchor;
  const revenue =
    (company.earningsPerShare * company.shares * level * (1 + REVENUE_NOISE * normal(random))) / company.margin;
  const perShare =
    company.earningsPerShare *
    level *
    (1 + EARNINGS_NOISE * instrument.ownVolatility * normal(random)) *
    sharesSince(instrument.symbol, filingDay);
  const cents = (value: number): number => Math.round(value * 100) / 100;
  const millions = (value: number): number => Math.round(value / MILLION) * MILLION;
  const netIncome = millions((perShare * company.shares) / sharesSince(instrument.symbol, filingDay));
  const report = earningsReport.parse({
    ticker: instrument.symbol,
    cik: null,
    fiscalYear: year,
    fiscalQuarter: quarter,
    periodEnd,
    filingDay,
    accession: null,
    epsBasic: cents(perShare),
    epsBasicDay: filingDay,
    epsDiluted: cents(perShare > 0 ? perShare * DILUTION : perShare),
    epsDilutedDay: filingDay,
    revenue: millions(revenue),
    netIncome,
    firstRevenue: millions(revenue),
    firstNetIncome: netIncome,
    currency: 'USD',
    missing: {},
    knownAt: null,
    shownSplits: [],
  });
  return { ...report, source: SIMULATED };
}

/** Shares outstanding on the basis of a day. */
export function sharesOn(symbol: string, twinOf: string, day: number): number {
  return sharesOf(twinOf) / sharesSince(symbol, day);
}

/** How many shares of today one share of that day has become. */
function sharesSince(symbol: string, day: number): number {
  const later = (SIMULATED_SPLITS[symbol] ?? []).filter(([date]) => (parseIsoDate(date) ?? 0) > day);
  return later.reduce((shares, [, ratio]) => shares * ratio, 1);
}

/** The quarters of each company, oldest first, those of the years after `now` included. */
export function simulatedQuarters(now: Date): readonly (readonly NewEarningsReport[])[] {
  const lastYear = now.getUTCFullYear() + 1;
  const years = Array.from({ length: lastYear - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
  return INSTRUMENTS.filter(({ symbol }) => profileOf(symbol).kind === 'equity').map((instrument) => {
    const company = companyOf(instrument);
    return years.flatMap((year) => [1, 2, 3, 4].map((quarter) => reportOf(instrument, company, year, quarter)));
  });
}

/** The demo market's reports that were filed before New York's day of `now`: invented throughout. */
export function simulatedEarnings(now: Date): readonly NewEarningsReport[] {
  const today = newYorkTime(now.getTime()).day;
  return simulatedQuarters(now).flatMap((reports) =>
    reports.filter(({ filingDay }) => filingDay !== null && filingDay < today),
  );
}

/** Leaves out tickers with imported reports. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now, isFirst }) => {
  const imported = await store.earnings.tickersOfOthers(tx, SIMULATED);
  const reports = simulatedEarnings(now).filter(({ ticker }) => !imported.has(ticker));
  // Quarters of an earlier generator may end on other days.
  if (isFirst)
    for (const ticker of new Set(reports.map((report) => report.ticker)))
      await store.earnings.replaceReports(tx, ticker, []);
  await store.earnings.upsert(tx, reports);
};
