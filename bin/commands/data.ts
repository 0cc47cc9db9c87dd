import { isoDate } from '../../calendar/days.js';
import { ANSWERS, type AnswerName } from '../../sources/finnhub/answer-table.js';
import { FINNHUB } from '../../sources/finnhub/finnhub.js';
import { comparedClose, comparedEarnings } from '../../sources/live/compare-sources.js';
import { READ_FAULTS, ReadError } from '../../sources/live/read-error.js';
import { seriesSources, type SeriesSource } from '../../sources/live/series-sources.js';
import type { SourceRead } from '../../store/source-reads.js';
import { readTicker } from '../../subgraphs/tickers.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput } from './command.js';
import { oneLine } from './terminal.js';

const instant = (date: Date | null): string => (date === null ? 'never' : date.toISOString());

/** One reading for an operator: what was read when, when it is due, and why the last attempt failed. */
function readingLines({ kind, source, fetchedAt, dueAt, failures, fault, notes }: SourceRead): readonly string[] {
  const meaning = fault === null ? undefined : (READ_FAULTS as Readonly<Record<string, string>>)[fault];
  return [
    `${kind}: read from ${source}: ${instant(fetchedAt)}; due ${instant(dueAt)}`,
    ...(fault === null
      ? []
      : [`${kind}: ${failures} failed since: ${fault}${meaning === undefined ? '' : ` (${meaning})`}`]),
    ...notes.map((note) => `${kind}: note: ${note}`),
  ];
}

/** What is told of a stored history beside the notes of its readings. */
function historyLines({ kind, notes }: SeriesSource, readings: readonly SourceRead[]): readonly string[] {
  const told = new Set(readings.flatMap((reading) => reading.notes));
  return notes.filter((note) => !told.has(note)).map((note) => `${kind}: note: ${note}`);
}

/** Prices that may be wrong, for an operator. */
function doubtLines({ kind, source, doubts }: SeriesSource): readonly string[] {
  return doubts.map(
    ({ date, prices, movePct, undoneOn }) =>
      `${kind}: doubtful: ${prices.join(' and ')} of ${date} of ${source} moved by ${movePct.toFixed(1)}%, ` +
      (undoneOn === date ? 'and its close did not' : `undone on ${undoneOn}`),
  );
}

/** Closes of which another source has another one, for an operator. */
function disagreementLines({ kind, source, disagreements }: SeriesSource): readonly string[] {
  return disagreements.map(
    ({ date, close, otherSource, otherClose, differencePct, foundAt }) =>
      `${kind}: sources disagree: ${date} is ${close} of ${source}, which is served, and ${otherClose} of ${otherSource} ` +
      `(${differencePct.toFixed(2)}%), found ${foundAt}`,
  );
}

async function status({
  runtime: { store },
  values,
  positionals: [given, ...rest],
  output,
}: CommandInput): Promise<number> {
  const ticker = given === undefined || rest.length > 0 ? null : readTicker(given);
  if (ticker === null) throw new Failure('Give one ticker: data status TICKER.');
  const [securities, histories, allReadings, allSources] = await Promise.all([
    store.securities.bySymbols([ticker]),
    store.bars.readDaily([ticker]),
    store.sourceReads.ofSymbols([ticker]),
    seriesSources(store, [ticker]),
  ]);
  const readings = allReadings.get(ticker) ?? [];
  const stored = allSources.get(ticker) ?? [];
  const security = securities.get(ticker);
  const series = histories.get(ticker);
  const [first, last] = [series?.bars.days[0], series?.bars.days.at(-1)];
  const held =
    series === undefined || first === undefined || last === undefined
      ? null
      : {
          source: series.source,
          bars: series.bars.days.length,
          first: isoDate(first),
          last: isoDate(last),
          splits: series.splits.length,
          dividends: series.dividends.length,
          version: series.version,
        };
  if (values['json'] === true) {
    const shown = readings.map(({ symbol: _symbol, claimedUntil: _claim, ...reading }) => reading);
    output.print(
      JSON.stringify({
        ticker,
        kind: security?.kind ?? null,
        name: security?.name ?? null,
        daily: held,
        readings: shown,
        sources: stored,
      }),
    );
  } else {
    output.print(oneLine(`${ticker}  ${security?.kind ?? 'not stored'}  ${security?.name ?? ''}`.trimEnd()));
    output.print(
      held === null
        ? 'No daily bars are stored.'
        : `${held.bars} daily bars from ${held.first} to ${held.last}, ${held.splits} splits, ${held.dividends} dividends; ` +
            `source ${oneLine(held.source)}, version ${held.version}`,
    );
    if (readings.length === 0) output.print('No live source was asked for it.');
    const ofHistory = stored.flatMap((source) => historyLines(source, readings));
    const told = [
      readings.flatMap(readingLines),
      ofHistory,
      stored.flatMap(doubtLines),
      stored.flatMap(disagreementLines),
    ];
    for (const line of told.flat()) output.print(oneLine(line));
  }
  return held === null && readings.length === 0 ? 1 : 0;
}

async function sources({ runtime: { store, clock }, values, output }: CommandInput): Promise<number> {
  for (const { endpoint, failures, openUntil, fault, failedAt, answeredAt } of await store.sourceBudgets.all()) {
    const pausedUntil = (openUntil?.getTime() ?? 0) > clock() ? openUntil : null;
    output.print(
      values['json'] === true
        ? JSON.stringify({ endpoint, answeredAt, failures, fault, failedAt, pausedUntil })
        : `${endpoint}  answered ${instant(answeredAt)}; ${failures} failed since${fault === null ? '' : `; last failure ${fault} ${instant(failedAt)}`}` +
            (pausedUntil === null ? '' : `; paused until ${instant(pausedUntil)}`),
    );
  }
  return 0;
}

/** The rows of one answer of a vendor as this program reads them, one line of JSON each; nothing is stored. */
async function ask({
  runtime: { sources: live, clock },
  positionals: [source, given, name, ...rest],
  output,
}: CommandInput): Promise<number> {
  const answer = Object.keys(ANSWERS).find((each) => each === given) as AnswerName | undefined;
  if (source !== FINNHUB || answer === undefined || rest.length > 0)
    throw new Failure(
      `Give a source, one of its answers and a ticker if it is of one: data ask ${FINNHUB} ANSWER [TICKER]; answers: ${Object.keys(ANSWERS).join(', ')}.`,
    );
  if (live.finnhub === null) throw new Failure('SVC_SOURCE does not have finnhub: add it, and set SVC_FINNHUB_KEY.');
  if (ANSWERS[answer].needsTicker && name === undefined)
    throw new Failure(`${answer} is of a ticker: data ask ${FINNHUB} ${answer} TICKER.`);
  try {
    const { rows, refused } = await live.finnhub.ask(answer, name ?? null, new Date(clock()));
    for (const row of rows) output.print(JSON.stringify(row));
    for (const { line, reason } of refused) output.print(JSON.stringify({ refused: line, reason }));
    return refused.length > 0 && rows.length === 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new Failure(`${FINNHUB} gave no ${answer}: ${oneLine(error.message)}`, { cause: error });
  }
}

/** Figures that Finnhub gives too, beside those that are stored and served. */
async function compare({
  runtime: { store, sources: live, clock },
  values,
  positionals: [given, ...rest],
  output,
}: CommandInput): Promise<number> {
  const ticker = given === undefined || rest.length > 0 ? null : readTicker(given);
  if (ticker === null) throw new Failure('Give one ticker: data compare TICKER.');
  if (live.finnhub === null)
    throw new Failure('data compare asks finnhub: add it to SVC_SOURCE, and set SVC_FINNHUB_KEY.');
  const { quote, surprises, failed } = await live.finnhub
    .comparable(ticker, new Date(clock()))
    .catch((error: unknown) => {
      if (!(error instanceof ReadError)) throw error;
      throw new Failure(`${FINNHUB} gave nothing to compare: ${oneLine(error.message)}`, { cause: error });
    });
  const [histories, reports] = await Promise.all([store.bars.readDaily([ticker]), store.earnings.byTickers([ticker])]);
  const figures = [
    ...comparedClose(histories.get(ticker), quote, FINNHUB),
    ...comparedEarnings(reports.get(ticker) ?? [], surprises, FINNHUB),
  ];
  for (const { figure, of, served, other, agrees } of figures) {
    output.print(
      values['json'] === true
        ? JSON.stringify({ ticker, figure, of, served, other, agrees })
        : `${figure} ${of}: ${served.source} ${served.value} is served, ${other.source} has ${other.value}: ${agrees ? 'they agree' : 'they disagree'}`,
    );
  }
  for (const { message } of failed)
    output.print(
      values['json'] === true
        ? JSON.stringify({ ticker, notCompared: oneLine(message) })
        : `The rest was not compared: ${oneLine(message)}`,
    );
  if (figures.length === 0 && failed.length === 0)
    output.print(values['json'] === true ? '{}' : `Nothing of ${ticker} is stored that ${FINNHUB} gives too.`);
  return failed.length > 0 || figures.some(({ agrees }) => !agrees) ? 1 : 0;
}

/** Reads now what a worker would read in the background. What an interrupted run has read is not read again. */
async function refresh({ runtime: { sources: live }, positionals, output }: CommandInput): Promise<number> {
  if (positionals.length > 0) throw new Failure('data refresh has no arguments: it reads what is due.');
  if (live.refresh === null)
    throw new Failure('SVC_SOURCE has no live source of tickers: add yahoo, edgar or finnhub.');
  const read = await live.refresh.run(
    () => false,
    Infinity,
    ({ read: done, of, step: { kind, isWatched } }) =>
      output.progress(`${done} of ${of} readings: ${kind} of ${isWatched ? 'watched and held' : 'other'} names`),
  );
  const { steps } = await live.refresh.plan();
  const left = steps.reduce((sum, { tickers }) => sum + tickers.length, 0);
  output.print(
    read === 0
      ? 'Nothing is due.'
      : `${read} readings were made, ${left} are due still or again. data sources tells how sources answer, ` +
          'data status TICKER what failed.',
  );
  return 0;
}

/** Takes a live source's history of a ticker as it is now, where it is refused for what is stored. */
async function accept({
  runtime: { store, sources: live },
  values,
  positionals: [given, ...rest],
  output,
}: CommandInput): Promise<number> {
  const ticker = given === undefined || rest.length > 0 ? null : readTicker(given);
  if (ticker === null) throw new Failure('Give one ticker: data accept TICKER.');
  if (live.live === null) throw new Failure('SVC_SOURCE has no live source of daily bars: add yahoo.');
  const rangeOf = async (): Promise<string> => {
    const series = (await store.bars.readDaily([ticker])).get(ticker);
    const [first, last] = [series?.bars.days[0], series?.bars.days.at(-1)];
    if (series === undefined || first === undefined || last === undefined) return 'no daily bars';
    return `${series.bars.days.length} daily bars from ${isoDate(first)} to ${isoDate(last)} of ${oneLine(series.source)}`;
  };
  const before = await rangeOf();
  const ended = await live.live.accept(ticker, { isOtherCompany: values['other-company'] === true });
  if (ended === null) throw new Failure(`${ticker} is being read by another process: try again in a minute.`);
  if (ended === 'foreign') throw new Failure(`The daily bars of ${ticker} are imported; they stay: ${before}.`);
  if (ended !== 'stored' && ended !== 'unchanged') {
    const meaning = (READ_FAULTS as Readonly<Record<string, string>>)[ended];
    throw new Failure(
      `Nothing was accepted: ${ended}${meaning === undefined ? '' : ` (${meaning})`}. Stored are ${before}.`,
    );
  }
  const after = await rangeOf();
  output.print(
    values['json'] === true ? JSON.stringify({ ticker, before, after }) : `${ticker}: ${after} in place of ${before}.`,
  );
  return 0;
}

/** Where stored data is from, and how live sources answer. */
export const DATA_COMMANDS: Readonly<Record<string, Command>> = {
  'data status': {
    usage: 'data status TICKER [--json]',
    description:
      'Tells which source gave the data of a ticker and when, when it is due, what failed, and what sources disagree on.',
    options: { json: { type: 'boolean' } },
    run: status,
  },
  'data sources': {
    usage: 'data sources [--json]',
    description: 'Tells how the endpoints of live sources have answered.',
    options: { json: { type: 'boolean' } },
    run: sources,
  },
  'data accept': {
    usage: 'data accept TICKER [--other-company] [--json]',
    description:
      "Reads a ticker's whole history from its live source and stores it as it is now, where it was refused for the stored one: " +
      "a source that has really shortened or changed it. With --other-company the ticker has become another one's.",
    options: { 'other-company': { type: 'boolean' }, json: { type: 'boolean' } },
    run: accept,
  },
  'data refresh': {
    usage: 'data refresh',
    description: 'Reads what is due from live sources now, watched and held names first, as workers do each minute.',
    options: {},
    run: refresh,
  },
  'data compare': {
    usage: 'data compare TICKER [--json]',
    description:
      'Compares stored closes and earnings with those of Finnhub: which is served, and whether they disagree (then status 1).',
    options: { json: { type: 'boolean' } },
    run: compare,
  },
  'data ask': {
    usage: 'data ask SOURCE ANSWER [TICKER]',
    description:
      'Asks a keyed vendor and prints what is read of its answer, a line of JSON for each row; stores nothing.',
    options: {},
    run: ask,
  },
};
