import { describe, expect, it } from '@jest/globals';
import type { Tier } from '../../access/tiers.js';
import { tellsDay, tellsFigure, together, untold } from '../independent/answer-numbers.js';
import { dividendFigures, type PaidDividends } from '../independent/dividend-figures.js';
import { PERIOD_NUMBERS, periodFigures, type PeriodBars } from '../independent/period-figures.js';
import { beside, sharpeRatio, type AdjustedBars } from '../independent/return-statistics.js';
import { middleOf, unitChanges, type DailyCloses } from '../independent/unit-changes.js';
import {
  figuresOf,
  sectorEnds,
  sectorMeans,
  yearlyGrowth,
  yearlySums,
  type FiledYear,
  type YearlyReport,
} from '../support/answer-derived.js';
import { AnswerEvidence, ask, type AskedAnswer } from '../support/answer-evidence.js';
import { HALF_READ, OUTSIDE, QUESTIONS, REST_PATHS, type QuestionCase } from '../support/answer-questions.js';
import { statementFigure } from '../support/statement-evidence.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { OUT_OF_BOUNDS, UNDERSTOOD } from '../support/understood-questions.js';

const server = await serverForFile();
const MANY = { perMinute: 100_000, perMonth: 1_000_000 };
const keys: Readonly<Partial<Record<Tier, string>>> = {
  pro: (await server.newKey('pro', MANY)).key,
  institutional: (await server.newKey('institutional', MANY)).key,
};
const evidence = new AnswerEvidence(server, keys.institutional ?? '', keys.pro ?? '');

/** Share of questions that must be answered to the point. */
const LEAST_ON_POINT = 0.97;

/** The sentences of an answer. */
const sentencesOf = ({ answer: { headline, detail } }: AskedAnswer): readonly string[] => [
  headline,
  ...detail.split('\n\n').flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+(?=[A-Z“0-9])/)),
];

/** What a sentence may tell: all that the answer's tools were told, of the tickers that it names. */
async function toldTo(sentence: string, { toolCalls }: AskedAnswer): Promise<ReturnType<typeof together>> {
  return together(
    await Promise.all(
      toolCalls.map(async ({ tool, arguments: text }) => {
        const given = JSON.parse(text) as Readonly<Record<string, unknown>>;
        const tickers = Array.isArray(given['tickers']) ? given['tickers'].map(String) : [];
        const named = tickers.filter((ticker) =>
          new RegExp(`(?<![A-Z.])${ticker.replace('.', '\\.')}(?![A-Z])`).test(sentence),
        );
        return evidence.of(tool, named.length === 0 ? given : { ...given, tickers: named });
      }),
    ),
  );
}

const at = (body: unknown, steps: readonly string[]): unknown =>
  steps.length === 0 ? body : read(body as object, ...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)));

const ofSecurity = async (ticker: string, field: string): Promise<unknown> =>
  at(await evidence.data('$ticker: Ticker!', `security(ticker: $ticker) { ${field} }`, { ticker }), ['security']);

const periodFigure = (figures: ReturnType<typeof periodFigures>, name: string): number =>
  name === 'changePct'
    ? figures.changePct
    : name === 'volatilityPct' || name === 'drawdownPct' || name === 'annualisedPct'
      ? figures[name]
      : (figures.numbers[PERIOD_NUMBERS.indexOf(name)] ?? Number.NaN);

async function pastBars(given: object): Promise<PeriodBars> {
  return at(await evidence.queried('past_prices', { ...given }), ['securitiesByTicker', '0']) as PeriodBars;
}

async function sumsOfYears(ticker: string, name: string): Promise<ReadonlyMap<number, number>> {
  const security = await ofSecurity(
    ticker,
    'earningsCalendar { reports(last: 100) { fiscalYear revenue netIncome epsDiluted } } ' +
      'financialStatements(period: YEAR) { statements(last: 100) { fiscalYear income { revenue netIncome epsDiluted } } }',
  );
  return yearlySums(
    at(security, ['earningsCalendar', 'reports']) as readonly YearlyReport[],
    at(security, ['financialStatements', 'statements']) as readonly FiledYear[],
    name as 'revenue',
  );
}

/** The value of a figure of the table. */
const FIGURES: Readonly<Record<string, (key: string, steps: readonly string[]) => Promise<unknown>>> = {
  number: async (key) => Number(key),
  bars: async (key, [name = '']) =>
    figuresOf(
      at(await ofSecurity(key, 'barColumns(last: 2600) { dates highs lows closes adjustedCloses }'), [
        'barColumns',
      ]) as Parameters<typeof figuresOf>[0],
    ).figures[name],
  dividends: async (key, [name = '', from = null, to = null]) =>
    dividendFigures(
      (
        at(await evidence.queried('dividends', { tickers: [key], from, to }), [
          'securitiesByTicker',
        ]) as readonly PaidDividends[]
      )[0] ?? { dividends: null },
    )[name as 'last'],
  /** What analysts expect and expected, by its path. */
  estimates: async (key, steps) =>
    at(
      await ofSecurity(
        key,
        'earningsCalendar { street { epsAverage revenueAverage quarters { epsActual epsEstimate } } }',
      ),
      ['earningsCalendar', 'street', ...steps],
    ),
  /** The growth of the last four quarters over the four before, percent. */
  async trailing(ticker, [field = '']) {
    const reports = at(await evidence.body(`/earnings-calendar?ticker=${ticker}`), ['earnings_history']) as readonly {
      readonly [name: string]: number;
    }[];
    const sum = (from: number): number =>
      reports.slice(from, from + 4).reduce((total, report) => total + (report[field] ?? Number.NaN), 0);
    return (sum(0) / sum(4) - 1) * 100;
  },
  moves: async (key, steps) =>
    at(await ofSecurity(key, 'earningsSetup { filingMoves { medianSizePct moves { movePct } } }'), [
      'earningsSetup',
      'filingMoves',
      ...steps,
    ]),
  /** Shares that the manager with the largest sale sold. */
  async sold(key) {
    const holdings = at(
      await ofSecurity(
        key,
        'institutionalHoldings(first: 100, filter: { kinds: [SHARES], changes: [DECREASED, CLOSED] }) ' +
          '{ nodes { change { shares } } }',
      ),
      ['institutionalHoldings', 'nodes'],
    ) as readonly { readonly change: { readonly shares: number } | null }[];
    return -Math.min(...holdings.map(({ change }) => change?.shares ?? 0));
  },
  /** The growth a year of sums of fiscal years, percent. */
  yearly: async (ticker, [name = '', years = '']) => yearlyGrowth(await sumsOfYears(ticker, name), Number(years)),
  /** The growth a year between two fiscal years, percent. */
  async span(ticker, [name = '', from = '', to = '']) {
    const sums = await sumsOfYears(ticker, name);
    const [first = Number.NaN, last = Number.NaN] = [sums.get(Number(from)), sums.get(Number(to))];
    return ((last / first) ** (1 / (Number(to) - Number(from))) - 1) * 100;
  },
  year: async (ticker, [name = '', year = '']) => (await sumsOfYears(ticker, name)).get(Number(year)),
  /** A figure of financial statements, by the period and its path. */
  statement: async (ticker, [period = '', ...path]) =>
    statementFigure(await evidence.queried('statements', { tickers: [ticker], period }), path),
  /** What a manager's newest report tells, by the manager's name: of a ticker its shares. */
  async manages(name, [what = '', ticker = '']) {
    const managers = at(
      await evidence.data(
        '$search: String!',
        'institutionalManagers(filter: { search: $search }) { nodes { ' +
          'holdings(first: 100, filter: { kinds: [SHARES] }) { totalCount totals { kind value } nodes { security ' +
          '{ ticker } shares } } } }',
        { search: name },
      ),
      ['institutionalManagers', 'nodes'],
    ) as readonly {
      readonly holdings: {
        readonly totalCount: number;
        readonly totals: readonly { readonly kind: string; readonly value: number }[];
        readonly nodes: readonly { readonly security: { readonly ticker: string } | null; readonly shares: number }[];
      };
    }[];
    const [manager] = managers;
    if (managers.length !== 1 || manager === undefined) throw new Error(`${name} names ${managers.length} managers`);
    if (what === 'value') return manager.holdings.totals.find(({ kind }) => kind === 'SHARES')?.value;
    if (what === 'positions') return manager.holdings.totalCount;
    return manager.holdings.nodes.find(({ security }) => security?.ticker === ticker)?.shares;
  },
  split: async (key) => at(await ofSecurity(key, 'splits(last: 1) { date }'), ['splits', '0', 'date']),
  held: async (key) =>
    at(await ofSecurity(key, 'institutionalHoldings(filter: { kinds: [SHARES] }) { totals { managerCount } }'), [
      'institutionalHoldings',
      'totals',
      '0',
      'managerCount',
    ]),
  async screen(field, [direction = 'DESC', sector = '-', move = '-']) {
    const changePct = { UP: { atLeast: 0.01 }, DOWN: { atMost: -0.01 } }[move];
    const filter = {
      kind: 'EQUITY',
      ...(sector === '-' ? {} : { sector }),
      ...(changePct === undefined ? {} : { changePct }),
    };
    const declared = '$filter: SecurityFilter!, $orderBy: SecurityOrder!';
    return at(
      await evidence.data(declared, 'securities(first: 1, filter: $filter, orderBy: $orderBy) { nodes { ticker } }', {
        filter,
        orderBy: { field, direction },
      }),
      ['securities', 'nodes', '0', 'ticker'],
    );
  },
  async statistics(ticker, [name = '', other = 'SPY']) {
    const columns = async (of: string): Promise<AdjustedBars> =>
      at(await ofSecurity(of, 'barColumns(last: 253) { dates adjustedCloses }'), ['barColumns']) as AdjustedBars;
    const [own, beyond] = [await columns(ticker), await columns(other)];
    return name === 'sharpe' ? sharpeRatio(own) : beside(own, beyond)[name as 'beta'];
  },
  async past(ticker, [from = '', to = '', name = '']) {
    return periodFigure(periodFigures(await pastBars({ tickers: [ticker], from, to, isDay: from === to })), name);
  },
  async units(ticker, [unit = '', from = '', to = '', what = '']) {
    const given = { tickers: [ticker], from: from === '-' ? null : from, to: to === '-' ? null : to };
    const bars = at(await evidence.queried('period_returns', given), [
      'securitiesByTicker',
      '0',
      'bars',
    ]) as DailyCloses;
    const changes = unitChanges(unit, bars)
      .filter(({ firstDay }) => (from === '-' || firstDay >= from) && (to !== '-' || firstDay < '2026-01-01'))
      .map(({ pct }) => pct);
    switch (what) {
      case 'up':
        return changes.filter((pct) => pct > 0).length;
      case 'median':
        return middleOf(changes);
      case 'size':
        return middleOf(changes.map(Math.abs));
      case 'mean':
        return changes.reduce((sum, pct) => sum + pct, 0) / changes.length;
      case 'best':
        return Math.max(...changes);
      case 'worst':
        return Math.min(...changes);
      default:
        return changes[Number(what)];
    }
  },
  async fiscal(ticker, [year = '', field = '']) {
    const reports = at(await evidence.body(`/earnings-calendar?ticker=${ticker}`), ['earnings_history']) as readonly {
      readonly fiscal_year: number;
      readonly [name: string]: number | null;
    }[];
    const own = reports.filter(({ fiscal_year: of }) => of === Number(year));
    return own.length === 4 ? own.reduce((sum, report) => sum + Number(report[field]), 0) : undefined;
  },
  async invested(ticker, [from = '', amount = '']) {
    const figures = periodFigures(await pastBars({ tickers: [ticker], from, to: '2026-01-02', isDay: false }));
    return Number(amount) * (1 + figures.withDividends / 100);
  },
  async leader(given) {
    const [from = '', to = '', sector = '-', direction = 'DESC', measure = 'changePct'] = given.split(',');
    const input = { from, to, sector: sector === '-' ? null : sector, kind: 'EQUITY' };
    const nodes = at(await evidence.queried('period_ranking', input), [
      'securities',
      'nodes',
    ]) as readonly (PeriodBars & { readonly ticker: string })[];
    const values = nodes.map((node) => ({ ticker: node.ticker, value: periodFigure(periodFigures(node), measure) }));
    return values.sort((one, other) => (direction === 'ASC' ? one.value - other.value : other.value - one.value))[0]
      ?.ticker;
  },
  async sector(given) {
    const [measure = '', direction = 'DESC', from, to] = given.split(',');
    const period = from === undefined ? null : { from, to };
    const means = sectorMeans(await evidence.queried('sector_ranking', { period }), measure);
    return `sectors, ${means.at(direction === 'ASC' ? -1 : 0)?.sector ?? ''} (`;
  },
  async sectorLeader(given) {
    const [measure = '', direction = 'DESC', from, to] = given.split(',');
    const period = from === undefined ? null : { from, to };
    const ends = sectorEnds(await evidence.queried('sector_ranking', { period }), measure);
    return ends.map(([sector, all]) => `${all.at(direction === 'ASC' ? -1 : 0)?.[0] ?? ''} of ${sector} (`);
  },
  async event(type, title) {
    const body = await evidence.body(`/catalysts?days=60&types=${type}`);
    const events = at(body, ['events']) as readonly { readonly date: string; readonly title: string }[];
    return events.find((event) => event.date >= String(at(body, ['today'])) && event.title.includes(title.join(' ')))
      ?.date;
  },
  async largest(sector) {
    const data = await evidence.data(
      '',
      'privateCompanies(first: 200) { nodes { sector profile { currentValuationUsd } } }',
      {},
    );
    const nodes = at(data, ['privateCompanies', 'nodes']) as readonly {
      readonly sector: string | null;
      readonly profile: { readonly currentValuationUsd: number | null };
    }[];
    return Math.max(
      ...nodes
        .filter((node) => sector === 'all' || node.sector === sector)
        .map(({ profile }) => profile.currentValuationUsd ?? 0),
    );
  },
};

async function figureOf(figure: string): Promise<unknown> {
  const [what = '', key = '', ...steps] = figure.split(' ');
  const path = REST_PATHS[what];
  if (path !== undefined) return at(await evidence.body(path(key)), steps);
  const value = await FIGURES[what]?.(key, steps);
  if (value === undefined) throw new Error(`The table has an unknown figure: ${figure}.`);
  return value;
}

/** Whether the right tool was called, and the headline tells the figure. */
async function isToThePoint(
  { tool, figure }: QuestionCase,
  { answer, toolCalls }: AskedAnswer,
  headline = answer.headline,
): Promise<boolean> {
  if (!toolCalls.some((call) => call.tool === tool)) return false;
  if (figure.startsWith(':')) return new RegExp(figure.slice(1), 'i').test(headline);
  const value = await figureOf(figure);
  if (typeof value === 'number') return tellsFigure(headline, value);
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => headline.includes(String(each)));
  if (typeof value !== 'string') throw new Error(`${figure} is ${String(value)}.`);
  return /^\d{4}-\d{2}-\d{2}/.test(value)
    ? tellsDay(headline, value.slice(0, 10))
    : headline.toLowerCase().includes(value.toLowerCase());
}

interface Judged {
  readonly question: string;
  readonly payload: AskedAnswer;
  readonly wrong: readonly string[];
  readonly isOnPoint: boolean;
}

async function judge(row: QuestionCase): Promise<Judged> {
  const payload = await ask(server, keys[row.tier] ?? '', row.question, row.more);
  const wrong: string[] = [];
  for (const sentence of sentencesOf(payload))
    wrong.push(
      ...untold(sentence, await toldTo(sentence, payload)).map((text) => `${row.question}: ${text} in: ${sentence}`),
    );
  return { question: row.question, payload, wrong, isOnPoint: await isToThePoint(row, payload) };
}

const judged: Judged[] = [];
for (const row of QUESTIONS) judged.push(await judge(row));

describe('answers of the embedded composer', () => {
  it('are asked of every kind of question', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(140);
    expect(new Set(QUESTIONS.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(30);
  });

  it('tell only numbers and days that the graph tells of whom the sentence names', () => {
    expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  it('lose no sentence to the grounding check', () => {
    expect(judged.filter(({ payload }) => payload.grounding.removedCount > 0).map(({ question }) => question)).toEqual(
      [],
    );
  });

  it.each(HALF_READ)('say first what of a question they do not tell: %s', async (question, said) => {
    const { answer } = await ask(server, keys.pro ?? '', question);
    expect(answer.headline).toMatch(said);
    expect([answer.detail.length > 20, answer.confidence < 0.5]).toEqual([true, true]);
  });

  it.each(UNDERSTOOD)('use all that a question names: $question', async (row) => {
    const { payload, wrong, isOnPoint } = await judge(row);
    const { headline, confidence } = payload.answer;
    expect({ headline, wrong, isOnPoint }).toEqual({ headline, wrong: [], isOnPoint: true });
    expect([payload.grounding.removedCount, confidence > 0.5]).toEqual([0, true]);
  });

  it.each(OUT_OF_BOUNDS.map(([said, row]) => ({ said, row, question: row.question })))(
    'say first what no tool can take, and answer with the nearest: $question',
    async ({ said, row }) => {
      const payload = await ask(server, keys[row.tier] ?? '', row.question, row.more);
      const [told = ''] = payload.answer.detail.split('\n\n');
      expect(payload.answer.headline).toMatch(said);
      expect([told, await isToThePoint(row, payload, told)]).toEqual([told, true]);
      expect(payload.answer.confidence).toBeLessThan(0.5);
    },
  );

  it('read counts before tickers as shares where they are held', async () => {
    const { answer, toolCalls } = await ask(
      server,
      keys.pro ?? '',
      'My portfolio: 10 AAPL, 5 MSFT, 20 KO. What is it worth?',
    );
    const [call] = toolCalls.filter(({ tool }) => tool === 'portfolio');
    expect(JSON.parse(call?.arguments ?? '{}')).toEqual({
      holdings: [
        { ticker: 'AAPL', shares: 10 },
        { ticker: 'MSFT', shares: 5 },
        { ticker: 'KO', shares: 20 },
      ],
    });
    expect(answer.detail).not.toContain('33.3%');
    const { text } = await server.graphql(
      keys.pro ?? '',
      '{ securitiesByTicker(tickers: ["AAPL", "MSFT", "KO"]) { quote { last } } }',
    );
    const [apple = 0, microsoft = 0, coke = 0] = (
      JSON.parse(text) as { data: { securitiesByTicker: readonly { quote: { last: number } }[] } }
    ).data.securitiesByTicker.map(({ quote }) => quote.last);
    const worth = Math.round(10 * apple + 5 * microsoft + 20 * coke).toLocaleString('en-US');
    expect(answer.headline).toBe(
      `At the close of 2 January 2026 the holdings of AAPL, MSFT and KO are worth $${worth}.`,
    );
  });

  it.each([
    ['RSI of AAPL', /^Apple \(AAPL\)’s RSI is [\d.]+; oversold is below 30 and overbought above 70\.$/],
    [
      'Is NVDA above its 200 day moving average?',
      /^(?:Yes|No): NVIDIA \(NVDA\) closed at \$[\d.]+, (?:above|below) its 200-day average of \$[\d.]+\.$/,
    ],
    [
      'Do gap downs in AAPL fill more often than gap ups?',
      /^Of AAPL’s \d+ gaps up, [\d.]+% filled the same day; of its \d+ gaps down, [\d.]+%\.$/,
    ],
  ])('answer a question for a metric by it: %s', async (question, expected) => {
    expect((await ask(server, keys.pro ?? '', question)).answer.headline).toMatch(expected);
  });

  it.each([
    'How did NVDA do this year?',
    'Is NVDA above its 200 day moving average?',
    'When is the next FOMC meeting?',
  ])('tell what was asked alone where they do: %s', async (question) => {
    const { answer } = await ask(server, keys.pro ?? '', question);
    expect(answer.headline).not.toMatch(/The question names/);
  });

  it('are to the point: the right tool was called, and the headline has the key figure', () => {
    const missed = judged
      .filter(({ isOnPoint }) => !isOnPoint)
      .map(({ question, payload }) => `  not: ${question} → ${payload.answer.headline}\n`);
    const hit = judged.length - missed.length;
    process.stdout.write(
      `answered to the point (right tool called, key figure in the headline): ${hit} of ${judged.length} questions, ${((100 * hit) / judged.length).toFixed(1)}%\n${missed.join('')}`,
    );
    expect(hit / judged.length).toBeGreaterThanOrEqual(LEAST_ON_POINT);
  });

  it('have a headline of one sentence, some detail, a source for every mark, and a disclaimer', () => {
    for (const {
      question,
      payload: { answer },
    } of judged) {
      const marks = [...answer.detail.matchAll(/\[(\d+)\]/g)].map(([, mark]) => Number(mark));
      expect([
        question,
        /^[^\n]+\.$/.test(answer.headline),
        answer.detail.length > 20,
        answer.disclaimer.length > 20,
      ]).toEqual([question, true, true, true]);
      expect([
        question,
        Math.max(0, ...marks) <= answer.sources.length,
        answer.confidence >= 0 && answer.confidence <= 0.95,
      ]).toEqual([question, true, true]);
      expect([question, answer.sources.every(({ asOf }) => asOf <= answer.asOf && asOf >= '2000')]).toEqual([
        question,
        true,
      ]);
    }
  });

  it.each(['help', 'what can you do?', 'what can I ask?', 'how do I use this?', 'examples'])(
    'tell what is covered, with examples: %s',
    async (question) => {
      const { answer } = await ask(server, keys.pro ?? '', question);
      expect(answer.headline).toMatch(/^Questions are answered about /);
      expect(answer.detail.match(/“[^”]+\?”/g)).toHaveLength(4);
    },
  );

  it('tell no option chains, and no calendar instead', async () => {
    for (const question of ['options on AAPL expiring this week', 'NVDA call options', 'option chain of TSLA'])
      expect((await ask(server, keys.pro ?? '', question)).answer.headline).toBe(
        'The tools of this service do not tell option chains.',
      );
  });

  it.each(OUTSIDE)('say that they do not know: %s', async (question) => {
    const { answer, usage, models } = await ask(server, keys.pro ?? '', question);
    expect(answer.confidence).toBe(0);
    expect(answer.headline).toMatch(/outside what|is stored under|read in English/);
    expect(answer.headline + answer.detail.replace('13F', '')).not.toMatch(/\d/);
    expect([usage, models]).toEqual([{ totalTokens: 0, costUsd: 0 }, ['embedded-composer']]);
  });
});
