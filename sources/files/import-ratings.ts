import { z } from 'zod';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { ratingAction, ratingActionKey, type RatingActionFields } from '../../store/rating-actions.js';
import { firmNameOf } from '../models/rating-firms.js';
import { ratingActionOf, stanceOf } from '../models/rating-grades.js';
import { newYorkDay, number, optionalText, text, ticker, type Cell } from './read-cells.js';
import { rowImport, type RowFormat } from './row-import.js';
import { tickerIfNamed } from './ticker-name.js';

/** Vendors write 0 if a firm gives none. */
function priceTarget(cell: Cell, label: string): number | null {
  return text(cell) === '' ? null : number(cell, label) || null;
}

/** So many upgrades and downgrades of one ticker on one day are rarely news. */
const CROWD = 10;

export function crowdedDays(rows: readonly RatingActionFields[]): readonly string[] {
  const changes = new Map<string, number>();
  for (const { ticker: symbol, day: on, action } of rows) {
    if (action !== 'upgrade' && action !== 'downgrade') continue;
    const key = `${symbol} on ${isoDate(on)}`;
    changes.set(key, (changes.get(key) ?? 0) + 1);
  }
  return [...changes].flatMap(([key, count]) =>
    count < CROWD
      ? []
      : [`Upgrades and downgrades of ${key}: ${count}; the vendor may have given older ones this date.`],
  );
}

const errorOf = z.object({ error: z.object({ code: z.string(), description: z.string().nullish() }) });
/** Refusals that are not about the ticker, such as that of a crumb, are named `finance`. */
const failure = z.union([
  z.object({ quoteSummary: errorOf }).transform(({ quoteSummary }) => quoteSummary.error),
  z.object({ finance: errorOf }).transform(({ finance }) => finance.error),
]);
/** Alone, or as the body of a recording. */
const failedAnswer = z.union([failure, z.object({ body: failure }).transform(({ body }) => body)]);

/** Why a file is an answer of Yahoo without a history. */
function whyNoHistory(given: unknown): string | undefined {
  const failed = failedAnswer.safeParse(given);
  if (!failed.success) return undefined;
  const { code, description } = failed.data;
  const told = description ?? code;
  return code === 'Not Found'
    ? `Yahoo has no rating actions on the ticker; it answered: ${told}.`
    : `Yahoo answered with an error instead of rating actions: ${told}.`;
}

const FROM_GRADE = ['previous grade', 'previous rating', 'from'];
const TO_GRADE = ['grade', 'rating', 'to'];

/** Rows of rating actions: Yahoo's history of one ticker, or rows with their tickers. */
export const RATINGS: RowFormat<typeof ratingAction> = {
  noun: 'history of rating actions',
  list: 'history',
  whyNone: whyNoHistory,
  whyEmpty: 'The history has no rating actions.',
  columns: {
    ticker: [ticker, 'symbol'],
    day: [newYorkDay, 'date', 'epochGradeDate', 'gradeDate', 'gradeTime'],
    firm: [(cell) => firmNameOf(text(cell)), 'company', 'brokerage'],
    action: [(cell) => ratingActionOf(text(cell))],
    fromGrade: [optionalText, ...FROM_GRADE],
    fromStance: [(cell) => stanceOf(text(cell)), ...FROM_GRADE, 'fromGrade'],
    toGrade: [text, ...TO_GRADE],
    toStance: [(cell) => stanceOf(text(cell)), ...TO_GRADE, 'toGrade'],
    priceTarget: [priceTarget, 'price target', 'currentPriceTarget', 'target', 'pt'],
  },
  model: ratingAction,
  keyOf: ratingActionKey,
  cellsOfFile: (file) => {
    const named = tickerIfNamed(file);
    return named === undefined ? {} : { ticker: named };
  },
  faultOf: (row, now) =>
    row.day > newYorkTime(now.getTime()).day ? `date ${isoDate(row.day)} is in the future` : undefined,
  nameOf: (row) => `${row.ticker}, ${row.action} by ${row.firm} on ${isoDate(row.day)},`,
};

/** Analysts' rating actions. */
export const IMPORT = rowImport<typeof ratingAction>({
  ...RATINGS,
  kind: 'ratings',
  summary: "Analysts' rating actions: Yahoo's upgradeDowngradeHistory, a JSON file per ticker, or CSV and JSON rows.",
  async save(store, tx, rows, { source }) {
    await store.ratingActions.save(
      tx,
      rows.map((row) => ({ ...row, source })),
    );
    const tickers = [...new Set(rows.map((row) => row.ticker))];
    const stored = await store.securities.within(tx, tickers);
    const unknown = new Set(rows.filter((row) => row.toStance === null).map((row) => row.toGrade));
    const unseen = tickers.filter((each) => (stored.get(each)?.lastDay ?? null) === null).length;
    return [
      ...(unknown.size === 0 ? [] : [`Grades whose meaning is not known: ${[...unknown].sort().join(', ')}.`]),
      ...crowdedDays(rows),
      ...(unseen === 0 ? [] : [`Tickers without stored bars so far: ${unseen}.`]),
    ];
  },
  sample: {
    file: [
      'Date,Ticker,Firm,Action,From,To,Price Target',
      '2025-03-03,PBLO,Alder Research Inc.,Upgrade,Neutral,Outperform,24',
      '2025-03-03,PBLO,"ALDER RESEARCH, LLC",up,Neutral,Outperform,25',
      '2025-03-04,PBLO,Basalt & Co.,initiates,,Conviction Hold,',
      '2025-03-05,PBLO,Basalt & Co.,rumours,,Buy,',
      '2025-03-06,PBLO,Cinder,down,Buy,,20',
      '2025-03-07,PBLO,Cinder,down,Buy,Sell,-3',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 3: PBLO, upgrade by ALDER RESEARCH on 2025-03-03, is already on line 2; the first one counts',
      'line 5: action "rumours" is not upgrade, downgrade, initiation, reiteration, resumption or termination',
      'line 6: to is missing',
      'line 7: price target -3 is not above zero',
    ],
  },
});
