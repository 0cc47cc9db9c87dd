import { computedOf, groupOf, screenVariables } from './screen-evidence.js';
import { statementsOperation } from './statement-evidence.js';

/** Arguments of a tool. */
export type Arguments = Readonly<Record<string, unknown>>;

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
export const REST: Readonly<Record<string, (given: Arguments) => readonly string[]>> = {
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

export const OF_TICKERS: Readonly<Record<string, string>> = {
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

export const daysBefore = (date: string, days: number): string =>
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
export const OTHERS: Readonly<Record<string, (given: Arguments) => readonly [string, string, object]>> = {
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
