import { dayOf } from '../../calendar/days.js';
import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import type { CompanyFiling } from '../../store/company-filings.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { hashText, seededRandom, type Random } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('filings');
const FIRST_YEAR = 2018;
const LATEST_DAY = 26;
/** Filings are accepted between these minutes of the day in New York. */
const ACCEPTED = { from: 7 * 60, to: 17 * 60 } as const;

/** What an invented company may file in a month, each with its chance. */
const KINDS: readonly { readonly chance: number; readonly form: string; readonly items: readonly string[] }[] = [
  { chance: 0.12, form: '8-K', items: ['7.01', '9.01'] },
  { chance: 0.07, form: '8-K', items: ['5.02'] },
  { chance: 0.06, form: '8-K', items: ['1.01', '2.03', '9.01'] },
  { chance: 0.02, form: '8-K', items: ['2.01', '9.01'] },
  { chance: 0.06, form: '8-K', items: ['8.01'] },
  { chance: 0.04, form: '424B2', items: [] },
  { chance: 0.03, form: 'S-8', items: [] },
];
/** The month of the shareholders' meeting, when a company also files its proxy statement. */
const MEETING_MONTH = 4;
const RELEASE_MONTHS = new Set([1, 4, 7, 10]);

/** The key of an invented filer; the same for all classes of shares of a company. */
export function simulatedFiler({ twinOf }: Pick<Instrument, 'twinOf'>): string {
  return `SIMULATED-${twinOf}`;
}

interface Filed {
  readonly form: string;
  readonly items: readonly string[];
}

/** What a company files in a month. */
function formsOf(month: number, random: Random): readonly Filed[] {
  const calendarMonth = (month % 12) + 1;
  const chosen: readonly Filed[] = KINDS.filter(({ chance }) => random() < chance);
  return [
    ...(RELEASE_MONTHS.has(calendarMonth) ? [{ form: '8-K', items: ['2.02', '9.01'] }] : []),
    ...(calendarMonth === MEETING_MONTH
      ? [
          { form: 'DEF 14A', items: [] },
          { form: '8-K', items: ['5.07'] },
        ]
      : []),
    ...chosen,
  ];
}

/** Filings before New York's day of `now`, all invented; each month's from a seed of its own. */
export function simulatedFilings(instrument: Instrument, now: Date): readonly CompanyFiling[] {
  const today = newYorkTime(now.getTime()).day;
  const filer = simulatedFiler(instrument);
  const filings: CompanyFiling[] = [];
  for (let month = 0; ; month += 1) {
    const first = dayOf(FIRST_YEAR + Math.floor(month / 12), (month % 12) + 1, 1);
    if (first > today) return filings;
    const random = seededRandom(SEED, month + 1, hashText(instrument.twinOf));
    for (const [index, { form, items }] of formsOf(month, random).entries()) {
      const filingDay = nextSession(first - 1 + Math.floor(LATEST_DAY * random()));
      const minute = ACCEPTED.from + Math.floor((ACCEPTED.to - ACCEPTED.from) * random());
      if (filingDay >= today) continue;
      filings.push({
        filer,
        accession: `${filer}-${month}-${index}`,
        form,
        filingDay,
        acceptedAt: new Date(newYorkUtcMs(filingDay, minute)),
        reportDay: filingDay,
        items,
        primaryDocument: null,
        source: SIMULATED,
      });
    }
  }
}

/** The simulated companies, one for each filer. */
export function simulatedFilers(): readonly Instrument[] {
  return INSTRUMENTS.filter(({ symbol, twinOf }) => profileOf(symbol).kind === 'equity' && symbol === twinOf);
}

/** Tickers with imported filings keep their filers; the rows of the invented ones are then of no ticker. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const imported = await store.filers.tickersOfOthers(tx, SIMULATED);
  const tickers = INSTRUMENTS.filter(({ symbol }) => profileOf(symbol).kind === 'equity' && !imported.has(symbol));
  await store.filers.save(
    tx,
    tickers.map((instrument) => ({
      ticker: instrument.symbol,
      filer: simulatedFiler(instrument),
      name: `${profileOf(instrument.symbol).name} (invented filings)`,
      source: SIMULATED,
    })),
  );
  await store.companyFilings.save(
    tx,
    simulatedFilers().flatMap((instrument) => simulatedFilings(instrument, now)),
  );
};
