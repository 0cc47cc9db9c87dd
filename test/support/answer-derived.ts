import { priceFigures, together, type Told } from '../independent/answer-numbers.js';
import { dividendFigures, type PaidDividends } from '../independent/dividend-figures.js';
import { periodFigures, type PeriodBars } from '../independent/period-figures.js';
import { beside, sharpeRatio, type AdjustedBars } from '../independent/return-statistics.js';
import { middleOf, unitChanges, type DailyCloses, type UnitChange } from '../independent/unit-changes.js';
import { daysBefore, type Arguments } from './answer-requests.js';
import { read } from './http.js';
import { isScreened, type Indicated } from './screen-evidence.js';
import { statementChanges } from './statement-evidence.js';

interface Columns {
  readonly dates: readonly string[];
  readonly highs: readonly number[];
  readonly lows: readonly number[];
  readonly closes: readonly number[];
  readonly adjustedCloses: readonly number[];
}

/** Figures of one security's prices, by name. */
export function figuresOf(columns: Columns | null | undefined): ReturnType<typeof priceFigures> {
  const at = (values: readonly number[] | undefined, index: number): number => values?.[index] ?? Number.NaN;
  return priceFigures(
    (columns?.dates ?? []).map((date, index) => ({
      date,
      high: at(columns?.highs, index),
      low: at(columns?.lows, index),
      close: at(columns?.closes, index),
      adjusted: at(columns?.adjustedCloses, index),
    })),
  );
}

export const told = (numbers: readonly number[], days: readonly string[] = []): Told => ({
  numbers,
  days: new Set(days),
  texts: [],
});

/** The names of a group. */
function namesOf(
  body: unknown,
  { industry }: Arguments,
): readonly (Indicated & PeriodBars & { readonly industry: string | null })[] {
  const nodes = read(body as object, 'securities', 'nodes') as ReturnType<typeof namesOf>;
  return nodes.filter((node) => industry === null || node.industry === industry);
}

interface OfSector extends PeriodBars {
  readonly ticker: string;
  readonly sector: string | null;
  readonly signal: {
    readonly compositeScore: number;
    readonly scores: Readonly<Record<'technical' | 'momentum' | 'fundamentals', { readonly score: number } | null>>;
  } | null;
}

/** The names of each sector that have a measure, the largest first. */
function sectorValues(body: unknown, measure: string): ReadonlyMap<string, readonly (readonly [string, number])[]> {
  const nodes = read(body as object, 'securities', 'nodes') as readonly OfSector[];
  const valueOf = (node: OfSector): number => {
    if (measure === 'CHANGE') return periodFigures(node).changePct;
    if (measure === 'SCORE') return node.signal?.compositeScore ?? Number.NaN;
    return node.signal?.scores[measure.toLowerCase() as 'momentum']?.score ?? Number.NaN;
  };
  return new Map(
    [...new Set(nodes.flatMap(({ sector }) => sector ?? []))].map((sector) => [
      sector,
      nodes
        .filter((node) => node.sector === sector)
        .map((node) => [node.ticker, valueOf(node)] as const)
        .filter(([, value]) => Number.isFinite(value))
        .sort(([, one], [, other]) => other - one),
    ]),
  );
}

/** The names of each sector with the largest and the smallest value, of equal ones the first by ticker. */
export const sectorEnds = (
  body: unknown,
  measure: string,
): readonly (readonly [sector: string, ends: readonly (readonly [string, number])[]])[] =>
  [...sectorValues(body, measure)]
    .filter(([, values]) => values.length > 0)
    .map(([sector, values]) => {
      const all = values.map(([, value]) => value);
      const ends = [Math.max(...all), Math.min(...all)].map((end) =>
        values.filter(([, value]) => value === end).sort(([one], [other]) => (one < other ? -1 : 1)),
      );
      return [sector, ends.flatMap(([first]) => (first === undefined ? [] : [first]))];
    });

/** The mean of each sector's names, the largest first. */
export function sectorMeans(
  body: unknown,
  measure: string,
): readonly { readonly sector: string; readonly names: number; readonly mean: number }[] {
  return [...sectorValues(body, measure)]
    .map(([sector, values]) => ({
      sector,
      names: values.length,
      mean: values.reduce((sum, [, value]) => sum + value, 0) / values.length,
    }))
    .filter(({ names }) => names > 0)
    .sort((one, other) => other.mean - one.mean);
}

interface Reported {
  readonly fiscal_year: number;
  readonly fiscal_quarter: number;
  readonly revenue: number | null;
  readonly net_income: number | null;
  readonly eps_diluted: number | null;
}
const REPORTED = ['revenue', 'net_income', 'eps_diluted'] as const;
const sumsOf = (reports: readonly Reported[]): readonly number[] =>
  REPORTED.map((name) => reports.reduce((sum, report) => sum + (report[name] ?? Number.NaN), 0));

/** Sums of fiscal years and of four quarters, how many quarters there are, and the growth that follows. */
function reportedFigures({
  earnings_history: reports = [],
}: {
  readonly earnings_history?: readonly Reported[];
}): Told {
  const years = [...new Set(reports.map(({ fiscal_year: year }) => year))];
  const [now, before] = [sumsOf(reports.slice(0, 4)), sumsOf(reports.slice(4, 8))];
  const [newest] = reports;
  const yearAgo = reports.find(
    (each) => each.fiscal_year + 1 === newest?.fiscal_year && each.fiscal_quarter === newest.fiscal_quarter,
  );
  return told(
    [
      ...years.flatMap((year) => {
        const own = reports.filter(({ fiscal_year: of }) => of === year);
        return [own.length, ...(own.length === 4 ? sumsOf(own) : [])];
      }),
      ...(reports.length === 8
        ? [...now, ...before, ...now.map((sum, index) => (sum / (before[index] ?? 0) - 1) * 100)]
        : []),
      ((newest?.net_income ?? Number.NaN) / (yearAgo?.net_income ?? Number.NaN) - 1) * 100,
    ].filter(Number.isFinite),
    years.map(String),
  );
}

/** A report of the graph. */
export interface YearlyReport {
  readonly fiscalYear: number;
  readonly revenue: number | null;
  readonly netIncome: number | null;
  readonly epsDiluted: number | null;
}
const YEARLY = ['revenue', 'netIncome', 'epsDiluted'] as const;

/** The statements of a fiscal year. */
export interface FiledYear {
  readonly fiscalYear: number;
  readonly income: Omit<YearlyReport, 'fiscalYear'>;
}

/**
 * Fiscal years as they are filed, else sums of those of which four quarters are stored; NaN where one of them lacks the
 * figure.
 */
export function yearlySums(
  reports: readonly YearlyReport[],
  filed: readonly FiledYear[],
  name: (typeof YEARLY)[number],
): ReadonlyMap<number, number> {
  const years = [...new Set([...filed, ...reports].map(({ fiscalYear }) => fiscalYear))];
  return new Map(
    years.flatMap((year) => {
      const whole = filed.find(({ fiscalYear }) => fiscalYear === year)?.income[name] ?? null;
      if (whole !== null) return [[year, whole] as const];
      const own = reports.filter(({ fiscalYear }) => fiscalYear === year);
      return own.length === 4 ? [[year, own.reduce((sum, each) => sum + (each[name] ?? Number.NaN), 0)] as const] : [];
    }),
  );
}

/** Percent a year, by which sums grew from one fiscal year to another. */
export function yearlyGrowth(sums: ReadonlyMap<number, number>, years: number): number {
  const newest = Math.max(...sums.keys());
  if (years <= 0) return Number.NaN;
  const [first = Number.NaN, last = Number.NaN] = [sums.get(newest - years), sums.get(newest)];
  return first > 0 && last > 0 ? (Math.exp(Math.log(last / first) / years) - 1) * 100 : Number.NaN;
}

/** Sums of fiscal years, and how fast they grew. */
function yearlyFigures(reports: readonly YearlyReport[], filed: readonly FiledYear[]): Told {
  const sums = YEARLY.map((name) => yearlySums(reports, filed, name));
  const numbers = sums.flatMap((of) => [
    ...of.values(),
    ...[...of.keys()].flatMap((to) =>
      [...of.keys()].map((from) => yearlyGrowth(new Map([...of].filter(([year]) => year <= to)), to - from)),
    ),
  ]);
  const years = [...new Set(reports.map(({ fiscalYear }) => fiscalYear))];
  const counts = years.map((year) => reports.filter(({ fiscalYear }) => fiscalYear === year).length);
  return told([...numbers.filter(Number.isFinite), ...counts], years.map(String));
}

interface Estimated {
  readonly financialStatements: { readonly statements: readonly FiledYear[] } | null;
  readonly earningsCalendar: {
    readonly reports: readonly YearlyReport[];
    readonly street: {
      readonly quarters: readonly { readonly epsActual: number | null; readonly epsEstimate: number | null }[];
    } | null;
  } | null;
}

/** How many reports beat and missed their estimates. */
function surprises(entries: readonly (Estimated | null)[]): Told {
  return told(
    entries.flatMap((entry) => {
      const quarters = entry?.earningsCalendar?.street?.quarters ?? [];
      const known = quarters.filter(({ epsActual, epsEstimate }) => epsActual !== null && epsEstimate !== null);
      const above = known.filter(({ epsActual, epsEstimate }) => Number(epsActual) > Number(epsEstimate));
      const below = known.filter(({ epsActual, epsEstimate }) => Number(epsActual) < Number(epsEstimate));
      return [known.length, above.length, below.length];
    }),
  );
}

/** Whether the period goes on after the last session of the simulated market. */
const isRunning = (unit: string, firstDay: string): boolean =>
  ['MONTH', 'QUARTER', 'YEAR'].includes(unit) && firstDay === '2026-01-01';
/** How a period may be called: by its first day, its month or its year. */
const periodNames = ({ firstDay }: UnitChange): readonly string[] => [
  firstDay,
  firstDay.slice(0, 7),
  firstDay.slice(0, 4),
];

/** What follows from bodies by simple arithmetic. */
export const DERIVED: Readonly<Record<string, (body: unknown, given: Arguments) => Told>> = {
  statements: statementChanges,
  earnings: (body) =>
    Array.isArray(body)
      ? together([
          surprises(body as readonly (Estimated | null)[]),
          ...(body as readonly (Estimated | null)[]).map((entry) =>
            yearlyFigures(entry?.earningsCalendar?.reports ?? [], entry?.financialStatements?.statements ?? []),
          ),
        ])
      : reportedFigures(body as Parameters<typeof reportedFigures>[0]),
  events(body) {
    const splits = Array.isArray(body) ? null : read(body as object, 'events', 'splits');
    return told(Array.isArray(splits) ? [splits.length] : []);
  },
  past_prices: (body, { amountUsd }) =>
    together(
      (
        read(body as object, 'securitiesByTicker') as readonly (PeriodBars & {
          readonly firstSession: string;
          readonly lastSession: string;
        })[]
      ).map((security) => {
        const { numbers: own, days, texts, changePct, withDividends } = periodFigures(security);
        const held = [changePct, withDividends].map((pct) => Number(amountUsd) * (1 + pct / 100));
        const numbers = [...own, ...held.filter(Number.isFinite)];
        return { numbers, days: new Set([...days, security.firstSession, security.lastSession]), texts };
      }),
    ),
  period_returns: (body, { unit, from, to }) =>
    together(
      (
        read(body as object, 'securitiesByTicker') as readonly {
          readonly firstSession: string;
          readonly bars: DailyCloses;
        }[]
      ).map(({ firstSession, bars }) => {
        const changes = unitChanges(String(unit), bars).filter(
          ({ firstDay }) =>
            (typeof from !== 'string' || firstDay >= from) &&
            (unit !== 'WEEK' || typeof to !== 'string' || daysBefore(firstDay, -4) <= to),
        );
        const all = changes.filter(({ firstDay }) => !isRunning(String(unit), firstDay)).map(({ pct }) => pct);
        const namesInNumbers = changes.flatMap(({ firstDay }) => [
          Number(firstDay.slice(0, 4)),
          ...(unit === 'QUARTER' ? [Math.ceil(Number(firstDay.slice(5, 7)) / 3)] : []),
        ]);
        const counts = [all.length, all.filter((pct) => pct > 0).length, all.filter((pct) => pct < 0).length];
        const mean = all.reduce((sum, pct) => sum + pct, 0) / all.length;
        return told(
          [
            ...changes.flatMap(({ pct, withDividendsPct }) => [pct, withDividendsPct]),
            ...counts,
            mean,
            middleOf(all),
            middleOf(all.map(Math.abs)),
            changes.length,
            ...namesInNumbers,
          ],
          [firstSession, ...changes.flatMap((each) => [each.startOn, each.endOn, ...periodNames(each)])],
        );
      }),
    ),
  dividends: (body) =>
    together(
      (read(body as object, 'securitiesByTicker') as readonly PaidDividends[]).map((security) => {
        const { count, total, changePct, ofYears, years, ...record } = dividendFigures(security);
        const { compared, raises, cuts, raisePct, ofYear, growthPct } = record;
        return told(
          [count, total, changePct, ...ofYears, compared, raises, cuts, raisePct, ofYear, ...growthPct.values()],
          years,
        );
      }),
    ),
  period_ranking(body, given) {
    const all = namesOf(body, given);
    const limit = Number(given['least'] ?? Number.NaN) * (given['direction'] === 'ASC' ? -1 : 1);
    const beyond = all.filter((node) => periodFigures(node).changePct / limit >= 1).length;
    return together([
      told([100, all.length, Number(read(body as object, 'securities', 'totalCount')), beyond]),
      ...all.map((node) => periodFigures(node)),
    ]);
  },
  sector_ranking(body, given) {
    const means = sectorMeans(body, String(given['measure']));
    const nodes = read(body as object, 'securities', 'nodes') as readonly OfSector[];
    return together([
      told(
        [
          nodes.length,
          Number(read(body as object, 'securities', 'totalCount')),
          means.length,
          means.reduce((sum, { names }) => sum + names, 0),
          ...means.flatMap(({ names, mean }, index) => [names, mean, index + 1]),
          ...sectorEnds(body, String(given['measure'])).flatMap(([, ends]) => ends.map(([, value]) => value)),
        ],
        [String(read(body as object, 'market', 'lastSession'))],
      ),
      ...nodes.map((node) => told([], [...periodFigures(node).days])),
    ]);
  },
  indicator_screen(body, given) {
    const all = namesOf(body, given);
    return told([all.length, all.filter((node) => isScreened(node, given)).length]);
  },
  return_statistics(body) {
    const barsOf = (list: string): readonly AdjustedBars[] =>
      (read(body as object, list) as readonly { readonly barColumns: AdjustedBars }[]).map(
        ({ barColumns }) => barColumns,
      );
    const [all, market] = [barsOf('securitiesByTicker'), barsOf('market')];
    const pairs = all.flatMap((one) => [...all, ...market].map((other) => beside(one, other)));
    const days = all.flatMap(({ dates }) => [dates[1] ?? '', dates.at(-1) ?? '']);
    return told([252, ...all.map(sharpeRatio), ...pairs.flatMap(({ correlation, beta }) => [correlation, beta])], days);
  },
  market_calendar: (_, { days }) => told([], days as readonly string[]),
  data_sources(body) {
    const counts = ['securities', 'privateCompanies'].flatMap((list) => {
      const nodes = read(body as object, list, 'nodes') as readonly { readonly source: string }[];
      return nodes.map(({ source }) => nodes.filter((node) => node.source === source).length);
    });
    return told([...counts, Number(read(body as object, 'securities', 'totalCount'))]);
  },
  filings(body) {
    const filings = read(body as object, 'events', 'filings') as readonly { readonly title: string }[];
    const forms = filings.map(({ title }) => title.replace(/^Form ([^:]+):.*$/, '$1'));
    return { numbers: [], days: new Set(), texts: [...new Set(forms)] };
  },
  simulation(body, { positions }) {
    const start = (positions as readonly { readonly value: number }[]).reduce((sum, { value }) => sum + value, 0);
    const ends = ['p5Pct', 'p50Pct', 'p95Pct'].map((name) =>
      Number(read(body as object, 'simulate', 'terminal', name)),
    );
    return told(ends.map((pct) => start * (1 + pct / 100)));
  },
  gaps(body) {
    const at = (side: string, name: string): number => Number(read(body as object, side, name) ?? 0);
    const total = at('up', 'n') + at('dn', 'n');
    return told([(at('up', 'fill_rate') * at('up', 'n') + at('dn', 'fill_rate') * at('dn', 'n')) / total]);
  },
  promises(body) {
    return told([
      ['kept', 'missed', 'walked_back', 'pending'].reduce(
        (sum, name) => sum + Number(read(body as object, 'counts', name) ?? 0),
        0,
      ),
    ]);
  },
  price_history: (entries) =>
    together(
      (entries as readonly { readonly barColumns?: Columns | null }[]).map(({ barColumns }) => {
        const { figures, days } = figuresOf(barColumns);
        return told(Object.values(figures), days);
      }),
    ),
  signal_history: (entries) =>
    together(
      (entries as readonly { readonly signalHistory?: readonly { readonly label: string }[] | null }[]).map(
        ({ signalHistory }) => {
          const records = signalHistory ?? [];
          return told([
            records.filter(({ label }, index) => index > 0 && records[index - 1]?.label !== label).length,
            records.length,
          ]);
        },
      ),
    ),
};
