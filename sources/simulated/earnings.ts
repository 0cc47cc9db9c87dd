import { dayOf, parseIsoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import { earningsReport, type NewEarningsReport } from '../../store/earnings.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS, SIMULATED_SPLITS, type Instrument } from './instruments.js';
import { hashText, normal, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('earnings');
const FIRST_YEAR = 2017;
/** The year in which earnings and prices have the invented ratio. */
const ANCHOR_YEAR = 2025;
const PRICE_TO_EARNINGS = { least: 14, range: 22 } as const;
const MARGIN = { least: 0.06, range: 0.22 } as const;
const GROWTH = { least: 0.01, range: 0.13 } as const;
/** Sessions' volume to shares outstanding. */
const SHARES_PER_VOLUME = 260;
const SEASONS = [0.95, 0.98, 1, 1.07];
const REVENUE_NOISE = 0.025;
/** Of a company's own volatility, how much of its earnings' deviates in a quarter. */
const EARNINGS_NOISE = 0.4;
const DILUTION = 0.985;
const MILLION = 1_000_000;
/** Calendar days from a quarter's end to its filing, and how many more after the fourth one. */
const FILING = { least: 24, range: 14, jitter: 4, annual: 16 } as const;

/** What a company keeps for all its quarters. */
interface Company {
  readonly earningsPerShare: number;
  readonly margin: number;
  readonly growth: number;
  readonly shares: number;
  readonly delay: number;
}

function companyOf({ anchorPrice, volumeMillions, twinOf }: Instrument): Company {
  const random = seededRandom(SEED, 0, hashText(twinOf));
  return {
    earningsPerShare: anchorPrice / (PRICE_TO_EARNINGS.least + PRICE_TO_EARNINGS.range * random()) / 4,
    margin: MARGIN.least + MARGIN.range * random(),
    growth: GROWTH.least + GROWTH.range * random(),
    shares: volumeMillions * MILLION * SHARES_PER_VOLUME,
    delay: FILING.least + Math.floor(FILING.range * random()),
  };
}

/** A quarter of a calendar year, 1 to 4, as filed: amounts in whole millions, per share in cents as of that day. */
function reportOf(instrument: Instrument, company: Company, year: number, quarter: number): NewEarningsReport {
  const random = seededRandom(SEED, year * 4 + quarter, hashText(instrument.twinOf));
  const periodEnd = dayOf(year, quarter * 3 + 1, 1) - 1;
  const lag = company.delay + Math.floor(FILING.jitter * random()) + (quarter === 4 ? FILING.annual : 0);
  const filingDay = nextSession(periodEnd + lag - 1);
  const level = (SEASONS[quarter - 1] ?? 1) * (1 + company.growth) ** (year - ANCHOR_YEAR + quarter / 4);
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
    shownSplits: [],
  });
  return { ...report, source: SIMULATED };
}

/** How many shares of today one share of that day has become. */
function sharesSince(symbol: string, day: number): number {
  const later = (SIMULATED_SPLITS[symbol] ?? []).filter(([date]) => (parseIsoDate(date) ?? 0) > day);
  return later.reduce((shares, [, ratio]) => shares * ratio, 1);
}

/** The demo market's reports that were filed before New York's day of `now`: invented throughout. */
export function simulatedEarnings(now: Date): readonly NewEarningsReport[] {
  const today = newYorkTime(now.getTime()).day;
  const years = Array.from({ length: now.getUTCFullYear() - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
  return INSTRUMENTS.filter(({ symbol }) => profileOf(symbol).kind === 'equity').flatMap((instrument) => {
    const company = companyOf(instrument);
    const reports = years.flatMap((year) =>
      [1, 2, 3, 4].map((quarter) => reportOf(instrument, company, year, quarter)),
    );
    return reports.filter(({ filingDay }) => filingDay !== null && filingDay < today);
  });
}

/** Leaves out tickers with imported reports. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const imported = await store.earnings.tickersOfOthers(tx, SIMULATED);
  await store.earnings.upsert(
    tx,
    simulatedEarnings(now).filter(({ ticker }) => !imported.has(ticker)),
  );
};
