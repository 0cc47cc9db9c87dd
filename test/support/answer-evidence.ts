import { priceFigures, toldBy, together, type Told } from '../independent/answer-numbers.js';
import { dividendFigures, type PaidDividends } from '../independent/dividend-figures.js';
import { periodFigures, type PeriodBars } from '../independent/period-figures.js';
import { beside, sharpeRatio, type AdjustedBars } from '../independent/return-statistics.js';
import { middleOf, unitChanges, type DailyCloses, type UnitChange } from '../independent/unit-changes.js';
import { read, type Answer } from './http.js';
import type { TestServer } from './in-process.js';
import { statementChanges, statementsOperation } from './statement-evidence.js';
import { computedOf, groupOf, isScreened, screenVariables, type Indicated } from './screen-evidence.js';

/** What `askQuestion` answers. */
export interface AskedAnswer {
  readonly answer: {
    readonly headline: string;
    readonly detail: string;
    readonly sources: readonly { readonly title: string; readonly ref: string; readonly asOf: string }[];
    readonly confidence: number;
    readonly asOf: string;
    readonly disclaimer: string;
  };
  readonly models: readonly string[];
  readonly toolCalls: readonly { readonly tool: string; readonly arguments: string; readonly isOk: boolean }[];
  readonly grounding: { readonly numberCount: number; readonly groundedCount: number; readonly removedCount: number };
  readonly usage: { readonly totalTokens: number; readonly costUsd: number };
}

const ASK = `mutation Ask($input: AskQuestionInput!) {
  askQuestion(input: $input) {
    answer { headline detail sources { title ref asOf } confidence asOf disclaimer }
    models
    toolCalls { tool arguments isOk }
    grounding { numberCount groundedCount removedCount }
    usage { totalTokens costUsd }
  }
}`;

/** Asks over GraphQL. Throws where the graph refuses. */
export async function ask(server: TestServer, key: string, question: string, more: object = {}): Promise<AskedAnswer> {
  const answer = await server.graphql(key, ASK, { input: { question, ...more } });
  const payload = read(answer, 'data', 'askQuestion');
  if (payload === null || payload === undefined) throw new Error(`${question}: ${answer.text}`);
  return payload as AskedAnswer;
}

type Arguments = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const ofTickers =
  (path: string) =>
  ({ tickers }: Arguments): readonly string[] =>
    list(tickers).map((ticker) => `/${path}?ticker=${ticker}`);
const ofSlug =
  (path: string) =>
  ({ slug }: Arguments): readonly string[] => [`/${path}${String(slug)}`];
const STRATEGIES: Readonly<Record<string, string>> = {
  BUY_HOLD: 'buy_hold',
  TREND: 'trend',
  GOLDEN_CROSS: 'golden_cross',
  RSI_MEAN_REVERSION: 'rsi_meanrev',
  MACD: 'macd',
};

/** The requests of REST that tell what a tool was told. */
const REST: Readonly<Record<string, (given: Arguments) => readonly string[]>> = {
  signal: ofTickers('signal'),
  seasonality: ofTickers('seasonality'),
  gaps: ofTickers('gap-stats'),
  street_grades: ofTickers('street-grades'),
  earnings: ofTickers('earnings-calendar'),
  earnings_setup: ofTickers('earnings-setup'),
  events: ofTickers('corporate-events'),
  filings: ofTickers('corporate-events'),
  microstructure: ofTickers('microstructure'),
  day_signal: ofTickers('day-signal'),
  swing_signal: ofTickers('swing-signal'),
  news: (given) => ofTickers('news')(given).map((path) => `${path}&limit=${String(given['count'])}`),
  dca: (given) =>
    ofTickers('dca')(given).map(
      (path) => `${path}&monthly=${String(given['monthly'])}&years=${String(given['years'])}`,
    ),
  backtest: (given) =>
    ofTickers('backtest')(given).map(
      (path) => `${path}&strategy=${STRATEGIES[String(given['strategy'])] ?? ''}&years=${String(given['years'])}`,
    ),
  promises: (given) =>
    ofTickers('promise-ledger')(given).map((path) => `${path}&quarters=${String(given['quarters'])}`),
  catalysts: ({ days, types, ticker }) => [
    `/catalysts?days=${String(days)}${Array.isArray(types) ? `&types=${types.join(',').toLowerCase()}` : ''}${typeof ticker === 'string' ? `&ticker=${ticker}` : ''}`,
  ],
  model_card: () => ['/engine/model-card?window=90d'],
  private_company: ofSlug('private-companies/'),
  private_stakes: ofSlug('private-companies/stake-map?slug='),
  private_liquidity: ofSlug('private-companies/liquidity?slug='),
  secondary_tape: ofSlug('private-companies/secondary-tape?slug='),
  ipo_readiness: ofSlug('private-companies/ipo-readiness?slug='),
  readthrough: ofSlug('readthrough-basket?slug='),
  investor: ofSlug('investors/'),
  private_mark: () => ['/private-companies/marks?limit=all'],
  private_marks: () => ['/private-companies/marks?limit=all'],
  ipo_ranking: () => ['/private-companies/ipo-readiness?limit=40'],
  startup_news: ({ topic, hasFunding }) => [
    `/startup-news?limit=50${hasFunding === true ? '&funding=true' : ''}${typeof topic === 'string' ? `&topic=${topic.toLowerCase()}` : ''}`,
  ],
  investors: () =>
    ['', '&firm_type=VC', '&firm_type=Sovereign', '&firm_type=Growth%2FPE'].map(
      (type) => `/investors/list?limit=200${type}`,
    ),
  strategies: () => ['/backtest/library'],
};

const OF_TICKERS: Readonly<Record<string, string>> = {
  price_history: 'barColumns(last: 2600) { dates highs lows closes adjustedCloses }',
  signal_history: 'signalHistory(last: 63) { date label compositeScore }',
  listing: 'kind sector industry exchange lastSession',
  held_stakes: 'privateStakes { companyName stakePct stakeValueUsd asOf exposurePer10kUsd }',
  events:
    'splits(last: 5) { date ratio } corporateEvents { summary { insider { windowDays bought { transactions value } sold { transactions value } } } }',
  earnings:
    'earningsCalendar { street { earningsDate lastEarningsDate epsAverage epsLow epsHigh revenueAverage knownAt ' +
    'quarters { periodEnd epsActual epsEstimate } } ' +
    'reports(last: 100) { fiscalYear fiscalQuarter periodEnd filingDate epsDiluted revenue netIncome currency } } ' +
    'financialStatements(period: YEAR) { statements(last: 100) { fiscalYear income { revenue netIncome epsDiluted } } }',
  earnings_setup: 'earningsSetup { filingMoves { medianSizePct moves { filingDate session movePct } } }',
  seasonality: 'seasonality { strongest { adjustedPValue } }',
};

/** Of the simulated market at the time of the tests. */
const LAST_SESSION = '2026-01-02';
const PAST_BARS =
  'before: barColumns(to: $before, last: $bases) { dates closes adjustedCloses } within: barColumns(from: $from, to: $to, last: $last) { dates opens highs lows closes adjustedCloses volumes }';
const PAST_VARIABLES = '$before: LocalDate!, $bases: Int!, $from: LocalDate, $to: LocalDate!, $last: Int!';

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
const dayBefore = (date: string): string => daysBefore(date, 1);

/** Of a day, the last session until it and the one before that. */
function pastVariables({ from, to, isDay }: Arguments): object {
  const before = dayBefore(String(from));
  return isDay === true
    ? { before: to, bases: 2, from: null, to, last: 1 }
    : { before, bases: 1, from, to, last: 5000 };
}

/** Operations of the graph that tell what other tools were told: declared variables, selection, variables. */
const OTHERS: Readonly<Record<string, (given: Arguments) => readonly [string, string, object]>> = {
  backtest: ({ tickers, strategy, years }) => [
    '$tickers: [Ticker!]!, $strategy: Strategy!, $years: Int!',
    'securitiesByTicker(tickers: $tickers) { backtest(strategy: $strategy, years: $years) { from to } }',
    { tickers, strategy, years },
  ],
  statements: statementsOperation,
  institutional: ({ tickers, holders }) => {
    const changes = { BOUGHT: ['NEW', 'INCREASED'], SOLD: ['DECREASED', 'CLOSED'], NEW: ['NEW'], CLOSED: ['CLOSED'] }[
      String(holders)
    ];
    return [
      '$tickers: [Ticker!]!, $filter: InstitutionalHoldingFilter!',
      'securitiesByTicker(tickers: $tickers) { institutionalHoldings(first: 50, filter: $filter) { totalCount period asOf ' +
        'totals { kind managerCount shares value } ' +
        'nodes { manager { name } shares value change { kind shares fraction } } } }',
      { tickers, filter: { kinds: ['SHARES'], ...(changes === undefined ? {} : { changes }) } },
    ];
  },
  manager_holdings: ({ manager, tickers, holdings }) => {
    const changes = { BOUGHT: ['NEW', 'INCREASED'], SOLD: ['DECREASED', 'CLOSED'], NEW: ['NEW'], CLOSED: ['CLOSED'] }[
      String(holdings)
    ];
    const asked = list(tickers);
    const of = asked.length === 0 ? {} : { tickers: asked };
    const rows =
      'totalCount nodes { kind security { ticker } shares value reportFraction change { kind shares fraction } }';
    const filters = ['filter', 'closed', 'options'].map((name) => `$${name}: InstitutionalHoldingFilter!`).join(', ');
    return [
      `$cik: String!, ${filters}`,
      'institutionalManager(cik: $cik) { name reports(first: 1) { nodes { period filedOn } } ' +
        'all: holdings(filter: { kinds: [SHARES] }) { totalCount totals { kind value } } ' +
        `holdings(first: 100, filter: $filter) { ${rows} } closed: holdings(first: 100, filter: $closed) { ${rows} } ` +
        `options: holdings(first: 100, filter: $options) { ${rows} } }`,
      {
        cik: manager,
        filter: { kinds: ['SHARES'], ...(changes === undefined ? {} : { changes }), ...of },
        closed: { kinds: ['SHARES'], changes: ['CLOSED'], ...of },
        options: { kinds: ['PUT', 'CALL'], ...of },
      },
    ];
  },
  dividends: ({ tickers, from, to }) => {
    const rows = 'firstSession lastSession dividends(from: $from, to: $to, last: 500) { exDate amount }';
    const declared = '$tickers: [Ticker!]!, $from: LocalDate, $to: LocalDate';
    if (typeof from !== 'string')
      return [declared, `securitiesByTicker(tickers: $tickers) { ${rows} }`, { tickers, from, to }];
    const before = dayBefore(from);
    return [
      `${declared}, $before: LocalDate!`,
      `securitiesByTicker(tickers: $tickers) { ${rows} before: dividends(to: $before, last: 1) { exDate amount } }`,
      { tickers, from, to, before },
    ];
  },
  past_signals: ({ tickers }) => [
    '$tickers: [Ticker!]!',
    'securitiesByTicker(tickers: $tickers) { signalHistory(last: 500) { date compositeScore } }',
    { tickers },
  ],
  past_prices: (given) => [
    `$tickers: [Ticker!]!, ${PAST_VARIABLES}`,
    `securitiesByTicker(tickers: $tickers) { firstSession lastSession ${PAST_BARS} }`,
    { tickers: given['tickers'], ...pastVariables(given) },
  ],
  // The fifteen days before the first of them have the close that its change starts at.
  period_returns: ({ tickers, from, to }) => [
    '$tickers: [Ticker!]!, $from: LocalDate, $to: LocalDate',
    'securitiesByTicker(tickers: $tickers) { firstSession ' +
      'bars: barColumns(from: $from, to: $to, last: 5000) { dates closes adjustedCloses } }',
    { tickers, from: typeof from === 'string' ? daysBefore(from, 15) : null, to },
  ],
  period_ranking: (given) => [
    `$filter: SecurityFilter!, ${PAST_VARIABLES}`,
    `securities(first: 100, filter: $filter) { totalCount nodes { ticker industry ${PAST_BARS} } }`,
    { filter: groupOf(given), ...pastVariables(given) },
  ],
  sector_ranking: (given) => [
    `$filter: SecurityFilter!, ${PAST_VARIABLES}`,
    `market { lastSession } securities(first: 100, filter: $filter) { totalCount nodes { ticker sector signal { compositeScore scores { technical { score } momentum { score } fundamentals { score } } } ${PAST_BARS} } }`,
    {
      filter: { kind: 'EQUITY', ...(given['sectors'] ? { sectors: given['sectors'] } : {}) },
      ...pastVariables((given['period'] ?? { from: LAST_SESSION, to: LAST_SESSION, isDay: true }) as Arguments),
    },
  ],
  indicator_screen: (given) => [
    '$filter: SecurityFilter!',
    `market { lastSession } securities(first: 100, filter: $filter) { totalCount nodes { ticker industry signal { label compositeScore scores { technical { score } momentum { score details { volumeRatio } } fundamentals { score } } quote { last changePct volume session } indicators { rsi sma20 sma50 sma200 } } } }`,
    { filter: { ...groupOf(given), ...computedOf(given) } },
  ],
  market: () => ['', 'market { status nextOpen nextClose lastSession asOf }', {}],
  market_calendar: ({ days, from, first }) => {
    const [earliest = null] = [...(days as readonly string[])].sort();
    return [
      '$from: LocalDate, $around: LocalDate, $first: Int!',
      'market { sessions(from: $from, next: 300) { date opensAt closesAt } holidays(from: $around, next: $first) { date name closesAt } }',
      { from: earliest, around: from ?? (earliest === null ? null : dayBefore(earliest)), first },
    ];
  },
  screener: (given) => {
    const nodes =
      'nodes { ticker signal { compositeScore asOf scores { technical { score } momentum { score details { volumeRatio } } fundamentals { score } } quote { last changePct volume session } } }';
    return [
      '$first: Int!, $filter: SecurityFilter!, $orderBy: SecurityOrder!, $reversed: SecurityOrder!',
      `market { lastSession } securities(first: $first, filter: $filter, orderBy: $orderBy) { totalCount ${nodes} } otherEnd: securities(first: $first, filter: $filter, orderBy: $reversed) { ${nodes} }`,
      {
        ...screenVariables(given),
        reversed: { field: given['orderBy'], direction: given['direction'] === 'ASC' ? 'DESC' : 'ASC' },
      },
    ];
  },
  return_statistics: ({ tickers }) => [
    '$tickers: [Ticker!]!',
    'securitiesByTicker(tickers: $tickers) { ticker barColumns(last: 253) { dates adjustedCloses } } market: securitiesByTicker(tickers: ["SPY"]) { barColumns(last: 253) { dates adjustedCloses } }',
    { tickers },
  ],
  data_sources: ({ tickers }) => [
    '$tickers: [Ticker!]!',
    'market { lastSession } securities(first: 100) { totalCount nodes { source } } privateCompanies(first: 100) { totalCount nodes { source } } securitiesByTicker(tickers: $tickers) { firstSession lastSession }',
    { tickers },
  ],
  portfolio: (given) => [
    '$holdings: [HoldingInput!]!',
    'portfolio(holdings: $holdings) { asOf weightedCompositeScore positionCount signalMix { bullish neutral bearish } concentration { herfindahlIndex topPosition { weightPct } effectivePositions } sectorConcentration { sector weightPct } riskFlags } portfolioOverlay(holdings: $holdings) { asOf holdings { ticker weightPct signal { compositeScore } } }',
    given,
  ],
  simulation: (given) => [
    '$positions: [PositionInput!]!, $sessions: Float!',
    'simulate(positions: $positions, horizonSessions: $sessions) { terminal { p5Pct p50Pct p95Pct } probabilityPositivePct valueAtRisk expectedShortfall horizonSessions }',
    given,
  ],
  investor_fit: (given) => [
    '$filter: InvestorFitFilter!',
    'investorFit(first: 5, filter: $filter) { totalCount edges { score reasons } }',
    { filter: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) },
  ],
  private_companies: () => [
    '',
    'privateCompanies(first: 200) { totalCount nodes { slug name sector profile { currentValuationUsd valuationAsOf valuationAsOfPrecision totalRaisedUsd } } } fintech: privateCompanies(first: 200, filter: { sector: "Fintech" }) { totalCount }',
    {},
  ],
};

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

const told = (numbers: readonly number[], days: readonly string[] = []): Told => ({
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
const DERIVED: Readonly<Record<string, (body: unknown, given: Arguments) => Told>> = {
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

const SERIES: ReadonlySet<string> = new Set([
  'return_statistics',
  'price_history',
  'past_prices',
  'period_returns',
  'period_ranking',
  'sector_ranking',
]);

/** Reads the graph and REST as any client may, to compare answers with; each request once. */
export class AnswerEvidence {
  readonly #server: TestServer;
  readonly #key: string;
  readonly #asker: string;
  readonly #known = new Map<string, Promise<unknown>>();

  /** `key` is one that may read everything, `asker` the one that asks. */
  constructor(server: TestServer, key: string, asker: string) {
    this.#server = server;
    this.#key = key;
    this.#asker = asker;
  }

  #once(name: string, fetch: () => Promise<unknown>): Promise<unknown> {
    const known = this.#known.get(name) ?? fetch();
    this.#known.set(name, known);
    return known;
  }

  /** The body of a GET of REST. */
  body(path: string): Promise<unknown> {
    return this.#once(
      path,
      async () => JSON.parse((await this.#server.call(`/api/v1${path}`, { key: this.#key })).text) as unknown,
    );
  }

  /** The data of a query. */
  data(declared: string, selection: string, variables: object): Promise<unknown> {
    return this.#once(`${selection} ${JSON.stringify(variables)}`, async () => {
      const answer: Answer = await this.#server.graphql(
        this.#key,
        `query Check${declared === '' ? '' : `(${declared})`} { ${selection} }`,
        variables,
      );
      if (read(answer, 'data') === undefined || read(answer, 'data') === null) throw new Error(answer.text);
      return read(answer, 'data');
    });
  }

  /** The data of the graph that tell what a tool was told. */
  async queried(tool: string, given: Arguments): Promise<unknown> {
    const other = OTHERS[tool]?.(given);
    if (other === undefined) throw new Error(`No operation tells what ${tool} was told.`);
    return this.data(...other);
  }

  /** What one call of a tool may have been told. */
  async of(tool: string, given: Arguments): Promise<Told> {
    const bodies = await Promise.all((REST[tool]?.(given) ?? []).map((path) => this.body(path)));
    // What was used changes with each request.
    if (tool === 'usage')
      bodies.push(JSON.parse((await this.#server.call('/api/v1/usage', { key: this.#asker })).text));
    const field = OF_TICKERS[tool];
    if (field !== undefined) {
      const data = await this.data(
        '$tickers: [Ticker!]!',
        `securitiesByTicker(tickers: $tickers) { ticker ${field} }`,
        { tickers: given['tickers'] },
      );
      bodies.push(read(data as object, 'securitiesByTicker'));
    }
    const other = OTHERS[tool]?.(given);
    if (other !== undefined) bodies.push(await this.data(...other));
    const derive = DERIVED[tool];
    const places = tool === 'screener' ? told(Array.from({ length: 10 }, (_, index) => index + 1)) : told([]);
    const start =
      tool === 'simulation'
        ? told([
            (given['positions'] as readonly { readonly value: number }[]).reduce((sum, { value }) => sum + value, 0),
          ])
        : told([]);
    // Series of prices would tell almost any number.
    const direct = SERIES.has(tool) ? [] : bodies.map(toldBy);
    return together([
      ...direct,
      ...(derive === undefined ? [] : bodies.map((body) => derive(body, given))),
      toldBy(given),
      places,
      start,
    ]);
  }
}
