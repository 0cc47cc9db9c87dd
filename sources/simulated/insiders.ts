import { dayOf } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import type { InsiderFiling, InsiderTransactionFields } from '../../store/insider-filings.js';
import type { StoredSeries } from '../../store/series.js';
import { simulatedFiler, simulatedFilers } from './filings.js';
import { hashText, seededRandom, type Random } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('insiders');
const FIRST_YEAR = 2018;
const LATEST_DAY = 22;
const SESSIONS_TO_FILING = 2;

/** Names are invented and say so. */
const INSIDERS = [
  { name: 'Chief executive (invented)', role: 'director, Chief Executive Officer' },
  { name: 'Finance chief (invented)', role: 'Chief Financial Officer' },
  { name: 'Board member A (invented)', role: 'director' },
  { name: 'Board member B (invented)', role: 'director' },
] as const;

/** Chance of a report in a month, and the shares of its codes. */
const ACTIVITY = 0.12;
const CODES = [
  { code: 'S', upTo: 0.5 },
  { code: 'A', upTo: 0.75 },
  { code: 'F', upTo: 0.87 },
  { code: 'P', upTo: 0.97 },
  { code: 'G', upTo: 1 },
] as const;
const PAID = new Set(['S', 'F', 'P']);
const SHARES = { least: 500, most: 40_000 } as const;
/** How far from the close a price within the day may be. */
const PRICE_RANGE = 0.01;

interface Sale {
  readonly day: number;
  readonly code: (typeof CODES)[number]['code'];
  /** The close on the day's own share basis. */
  readonly close: number;
  readonly owned: number;
}

function transactionOf({ day, code, close, owned }: Sale, random: Random): InsiderTransactionFields {
  const isAcquired = code === 'A' || code === 'P';
  const wanted = SHARES.least + Math.floor((SHARES.most - SHARES.least) * random() ** 2);
  const shares = isAcquired ? wanted : Math.max(1, Math.min(wanted, Math.floor(owned / 2)));
  const price = Math.round(close * (1 + PRICE_RANGE * (random() - 0.5)) * 100) / 100;
  return {
    day,
    code,
    security: 'Common Stock',
    isDerivative: false,
    isAcquired,
    shares,
    price: PAID.has(code) && price > 0 ? price : null,
    isPriceInFootnote: false,
    sharesAfter: owned + (isAcquired ? shares : -shares),
  };
}

/** The close on a day or the last one before it, on the share basis of the day; undefined before the first. */
function closeOn({ bars, splits }: StoredSeries, day: number): number | undefined {
  const close = bars.close[bars.days.findLastIndex((each) => each <= day)];
  return close === undefined
    ? undefined
    : splits.reduce((price, split) => (split.day > day ? price * split.ratio : price), close);
}

/** One insider's reports, each month's from a seed of its own. */
function reportsOf(series: StoredSeries, filer: string, index: number, today: number): readonly InsiderFiling[] {
  const insider = INSIDERS[index] ?? INSIDERS[0];
  const purpose = hashText(`${filer} ${index}`);
  const reports: InsiderFiling[] = [];
  let owned = 50_000 + 10_000 * (purpose % 40);
  for (let month = 0; ; month += 1) {
    const first = dayOf(FIRST_YEAR + Math.floor(month / 12), (month % 12) + 1, 1);
    if (first > today) return reports;
    const random = seededRandom(SEED, month + 1, purpose);
    if (random() >= ACTIVITY) continue;
    const day = nextSession(first - 1 + Math.floor(LATEST_DAY * random()));
    const draw = random();
    const { code } = CODES.find(({ upTo }) => draw < upTo) ?? CODES[0];
    const filingDay = Array.from({ length: SESSIONS_TO_FILING }).reduce<number>((on) => nextSession(on), day);
    const close = closeOn(series, day);
    if (filingDay >= today) return reports;
    if (close === undefined) continue;
    const transaction = transactionOf({ day, code, close, owned }, random);
    owned = transaction.sharesAfter ?? owned;
    reports.push({
      filer,
      id: `${filer}-${month}-I${index}`,
      form: '4',
      owners: [{ cik: null, ...insider }],
      periodDay: day,
      filingDay,
      originalDay: null,
      transactions: [transaction],
      holdings: 0,
      origin: 'form',
      source: SIMULATED,
    });
  }
}

/** Reports of a company's insiders before New York's day of `now`, all invented. */
export function simulatedInsiders(series: StoredSeries, now: Date): readonly InsiderFiling[] {
  const today = newYorkTime(now.getTime()).day;
  const filer = simulatedFiler({ twinOf: series.symbol });
  return INSIDERS.flatMap((_, index) => reportsOf(series, filer, index, today));
}

/** For simulated companies, under their invented filers. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const companies = simulatedFilers().map(({ symbol }) => symbol);
  const stored = [...(await store.bars.within(tx, companies)).values()].filter(({ source }) => source === SIMULATED);
  await store.insiderFilings.save(
    tx,
    stored.flatMap((series) => simulatedInsiders(series, now)),
  );
};
