import { knownDate, type DatePrecision } from '../../calendar/date-precision.js';
import { civilOf } from '../../calendar/days.js';
import { dollars } from '../text/dollars.js';
import { describedGrowth } from './described-growth.js';
import { driver, growthScore, logScore, scoreOf, type Driver, type Told } from './driver.js';

export interface Valuation {
  readonly day: number;
  readonly dayPrecision?: DatePrecision | undefined;
  readonly usd: number;
  readonly sourceUrl: string | null;
}

/** What is known of a company on the day of the question; null or empty for what no source tells. */
export interface ReadinessFacts {
  readonly status: Told<'private' | 'rumored' | 'filed' | 'listed' | 'acquired'> | null;
  /** Who has agreed to buy the company. */
  readonly pendingAcquirer?: Told<string> | null;
  readonly rumoredYear: Told<number> | null;
  /** Newest page on a listing that names the company; null without one. */
  readonly news: Told<number> | null;
  readonly revenueUsd: Told<number> | null;
  readonly employees: Told<number> | null;
  readonly founded: Told<number> | null;
  readonly growth: Told<string> | null;
  /** The newest change of the post of chief financial officer. */
  readonly financeChief: Told<'appointed' | 'departed'> | null;
  /** Funding rounds, oldest first. */
  readonly rounds: readonly {
    readonly day: number;
    readonly dayPrecision?: DatePrecision | undefined;
    readonly sourceUrl: string | null;
  }[];
  /** Valuations in rounds and lists, and in sales of existing shares, oldest first. */
  readonly valuations: readonly Valuation[];
  /** Events in existing shares, oldest first; an indication is no completed sale. */
  readonly events: readonly {
    readonly day: number;
    readonly dayPrecision?: DatePrecision | undefined;
    readonly isSale: boolean;
    readonly sourceUrl: string;
  }[];
}

const STATUS_SCORES = { private: 10, rumored: 50, filed: 95 } as const;
/** For a listing expected in the same year, the next one, the year after, and later ones. */
const EXPECTED_YEAR_SCORES = [90, 70, 50, 30] as const;
/** For an expected year that has passed. */
const PASSED_YEAR_SCORE = 40;
/** What papers score above a rumour halves in so many days, and for so long they tell that a listing is near. */
const PAPERS_HALF_LIFE_DAYS = 365;
export const PAPERS_DAYS = 365;
const NEWS_HALF_LIFE_DAYS = 180;
const VALUATION_RANGE = { low: 1e8, high: 1e11 } as const;
const REVENUE_RANGE = { low: 1e7, high: 1e10 } as const;
const EMPLOYEE_RANGE = { low: 100, high: 10_000 } as const;
/** Age and number of rounds that score 100. */
const MATURE_YEARS = 12;
const MATURE_ROUNDS = 8;
/** A shorter time between two valuations counts as this many days. */
const LEAST_GROWTH_DAYS = 180;
const LIQUIDITY_WINDOW_DAYS = 1_095;
/** Events of three years, indications as halves, that score 100. */
const LIQUID_EVENTS = 4;
const INDICATION = 0.5;
const RECENCY_HALF_LIFE_DAYS = 365;
const DAYS_PER_YEAR = 365.25;

/** The day, or the month or year that is known of it. */
function when({
  day,
  dayPrecision = 'day',
}: {
  readonly day: number;
  readonly dayPrecision?: DatePrecision | undefined;
}): string {
  return `${dayPrecision === 'day' ? 'on' : 'in'} ${knownDate(day, dayPrecision)}`;
}

const present = (drivers: readonly (Driver | null)[]): readonly Driver[] => drivers.flatMap((each) => each ?? []);

/** Papers that have led to no listing say less with every year, and in the end no more than a rumour. */
function statusScore({ value, asOfDay }: Told<keyof typeof STATUS_SCORES>, today: number): number {
  if (value !== 'filed') return STATUS_SCORES[value];
  const above = STATUS_SCORES.filed - STATUS_SCORES.rumored;
  return STATUS_SCORES.rumored + above * 0.5 ** (Math.max(0, today - asOfDay) / PAPERS_HALF_LIFE_DAYS);
}

function expectedYear(told: Told<number>, today: number): Driver {
  const ahead = told.value - civilOf(today).year;
  const score = ahead < 0 ? PASSED_YEAR_SCORE : (EXPECTED_YEAR_SCORES[ahead] ?? EXPECTED_YEAR_SCORES[3]);
  return driver('rumored_ipo_year', told, `A listing is expected in ${told.value}.`, score);
}

export function signalDrivers({ status, rumoredYear, news }: ReadinessFacts, today: number): readonly Driver[] {
  const known = status?.value;
  return present([
    status === null || known === undefined || known === 'listed' || known === 'acquired'
      ? null
      : driver('ipo_status', status, `The status is ${known}.`, statusScore({ ...status, value: known }, today)),
    rumoredYear === null ? null : expectedYear(rumoredYear, today),
    news === null
      ? null
      : driver(
          'news',
          news,
          `News of a listing names it in ${news.value} ${news.value === 1 ? 'story' : 'stories'}.`,
          scoreOf(0.5 ** ((today - news.asOfDay) / NEWS_HALF_LIFE_DAYS)),
        ),
  ]);
}

export function scaleDrivers({ valuations, revenueUsd, employees }: ReadinessFacts): readonly Driver[] {
  const newest = valuations.at(-1);
  const range = ({ low, high }: { readonly low: number; readonly high: number }, value: number): number =>
    logScore(value, low, high);
  return present([
    newest === undefined
      ? null
      : {
          fact: 'valuation',
          detail: `The newest valuation is ${dollars(newest.usd)}.`,
          score: range(VALUATION_RANGE, newest.usd),
          asOfDay: newest.day,
          asOfPrecision: newest.dayPrecision,
          sourceUrl: newest.sourceUrl,
        },
    revenueUsd === null
      ? null
      : driver(
          'revenue',
          revenueUsd,
          `Revenue is ${dollars(revenueUsd.value)}.`,
          range(REVENUE_RANGE, revenueUsd.value),
        ),
    employees === null
      ? null
      : driver('employees', employees, `It has ${employees.value} employees.`, range(EMPLOYEE_RANGE, employees.value)),
  ]);
}

export function maturityDrivers({ founded, rounds, financeChief }: ReadinessFacts, today: number): readonly Driver[] {
  const last = rounds.at(-1);
  const age = founded === null ? 0 : Math.max(0, civilOf(today).year - founded.value);
  return present([
    founded === null ? null : driver('age', founded, `Founded in ${founded.value}.`, scoreOf(age / MATURE_YEARS)),
    last === undefined
      ? null
      : {
          fact: 'rounds',
          detail: `${rounds.length} known ${rounds.length === 1 ? 'round' : 'rounds'}, the newest ${when(last)}.`,
          score: scoreOf(rounds.length / MATURE_ROUNDS),
          asOfDay: last.day,
          asOfPrecision: last.dayPrecision,
          sourceUrl: last.sourceUrl,
        },
    financeChief === null
      ? null
      : driver(
          'chief_financial_officer',
          financeChief,
          financeChief.value === 'appointed'
            ? 'A chief financial officer was appointed.'
            : 'The chief financial officer has departed.',
          financeChief.value === 'appointed' ? scoreOf(1) : 0,
        ),
  ]);
}

/** Yearly growth between the two newest valuations; null without two of different days. */
function valuationGrowth(valuations: readonly Valuation[]): number | null {
  const newest = valuations.at(-1);
  const before = valuations.findLast(({ day }) => newest !== undefined && day < newest.day);
  if (newest === undefined || before === undefined) return null;
  const years = Math.max(newest.day - before.day, LEAST_GROWTH_DAYS) / DAYS_PER_YEAR;
  return (newest.usd / before.usd) ** (1 / years) - 1;
}

const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(1))}%`;

export function growthDrivers({ valuations, growth, revenueUsd }: ReadinessFacts): readonly Driver[] {
  const byValue = valuationGrowth(valuations);
  const told = growth === null ? null : describedGrowth(growth.value, revenueUsd?.value ?? null);
  const newest = valuations.at(-1);
  return present([
    byValue === null || newest === undefined
      ? null
      : {
          fact: 'valuation_growth',
          detail: `The valuation changed by ${percent(byValue)} a year between the two newest ones.`,
          score: growthScore(byValue),
          asOfDay: newest.day,
          asOfPrecision: newest.dayPrecision,
          sourceUrl: newest.sourceUrl,
        },
    told === null || growth === null
      ? null
      : driver('described_growth', growth, `Described growth is ${percent(told)} a year.`, growthScore(told)),
  ]);
}

export function liquidityDrivers({ events }: ReadinessFacts, today: number): readonly Driver[] {
  const newest = events.at(-1);
  if (newest === undefined) return [];
  const recent = events.filter(({ day }) => today - day <= LIQUIDITY_WINDOW_DAYS);
  const weight = recent.reduce((sum, { isSale }) => sum + (isSale ? 1 : INDICATION), 0);
  const source = { asOfDay: newest.day, asOfPrecision: newest.dayPrecision, sourceUrl: newest.sourceUrl };
  const sales = recent.filter(({ isSale }) => isSale).length;
  return [
    {
      fact: 'secondary_events',
      detail: `In three years ${sales} sales and ${recent.length - sales} indications of existing shares.`,
      score: scoreOf(weight / LIQUID_EVENTS),
      ...source,
    },
    {
      fact: 'newest_secondary_event',
      detail: `The newest event was ${when(newest)}.`,
      score: scoreOf(0.5 ** ((today - newest.day) / RECENCY_HALF_LIFE_DAYS)),
      ...source,
    },
  ];
}
