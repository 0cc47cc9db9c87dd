import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { toldInsiderTransaction, type ToldInsiderTransactionFields } from '../../store/insider-transactions.js';
import type { RefusedRow } from '../files/import-report.js';
import { plainLine } from '../live/plain-line.js';
import { ReadError } from '../live/read-error.js';
import { summaryModule } from './summary-answer.js';

export const INSIDERS_MODULE = 'insiderTransactions';

const DAY_S = 86_400;
const ID_DIGITS = 24;
const [MOST_NAME_CHARACTERS, MOST_ROLE_CHARACTERS] = [200, 300];
/** Yahoo rounds values to dollars, and prices to cents. */
const CENT = 0.01;

const raw = z.object({ raw: z.number() });
const given = z.object({
  shares: raw,
  value: raw.nullish(),
  transactionText: z.string(),
  filerName: z.string(),
  filerRelation: z.string().nullish(),
  startDate: raw,
  ownership: z.string().nullish(),
});
type Given = z.infer<typeof given>;
const list = z.object({ transactions: z.array(z.unknown()) });

type Told = Pick<ToldInsiderTransactionFields, 'code' | 'isAcquired'>;

/**
 * What Yahoo writes before the price, as the SEC's form 4 has it. What it words otherwise, such as "Acquisition or
 * disposition in the public market", or not at all, does not tell what was done: it is refused.
 */
const KINDS: ReadonlyMap<string, Told> = new Map<string, Told>([
  ['Purchase', { code: 'P', isAcquired: true }],
  ['Sale', { code: 'S', isAcquired: false }],
  ['Stock Award(Grant)', { code: 'A', isAcquired: true }],
  ['Stock Gift', { code: 'G', isAcquired: null }],
  ['Conversion of Exercise of derivative security', { code: 'M', isAcquired: null }],
]);
const TEXT = /^(.+) at price (\d[\d,]*(?:\.\d+)?)(?: - (\d[\d,]*(?:\.\d+)?))? per share\.$/;

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

/**
 * The price per share: the value over the shares, if it is as the text says; null where nothing is paid or the two
 * differ.
 */
function priceOf(low: number, high: number, { shares, value }: Given): number | null {
  if (value === null || value === undefined || value.raw <= 0) return null;
  const paid = value.raw / shares.raw;
  const tolerance = CENT + 1 / shares.raw;
  if (paid < low - tolerance || paid > high + tolerance) return null;
  return low === high ? low : paid;
}

/** What differs between two transactions of a ticker. */
function idOf({ filerName, startDate, transactionText, shares, value, ownership }: Given): string {
  const content = [filerName, startDate.raw, transactionText, shares.raw, value?.raw ?? null, ownership ?? null];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, ID_DIGITS);
}

/** The transaction, or why it is none that counts. */
function transactionOf(row: unknown, ticker: string, today: number): ToldInsiderTransactionFields | string {
  const parsed = given.safeParse(row);
  if (!parsed.success)
    return `${parsed.error.issues[0]?.path[0]?.toString() ?? 'the row'} is missing or not as expected`;
  const { data } = parsed;
  if (data.transactionText === '') return 'it is not told what was done';
  const [, words = data.transactionText, low = '', high = low] = TEXT.exec(data.transactionText) ?? [];
  const kind = low === '' ? undefined : KINDS.get(words);
  if (kind === undefined) return `"${plainLine(words, MOST_NAME_CHARACTERS)}" does not tell what was done`;
  const day = data.startDate.raw / DAY_S;
  if (day > today) return `date ${isoDate(Math.floor(day))} is in the future`;
  const read = toldInsiderTransaction.safeParse({
    ...kind,
    ticker,
    id: idOf(data),
    day,
    owner: plainLine(data.filerName, MOST_NAME_CHARACTERS),
    role: plainLine(data.filerRelation ?? '', MOST_ROLE_CHARACTERS) || null,
    shares: data.shares.raw,
    price: priceOf(numberOf(low), numberOf(high), data),
  });
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'it is not valid');
}

/** The rows of insiders' transactions in an answer. Throws ReadError. */
export function insiderList(json: unknown): readonly unknown[] {
  const parsed = list.safeParse(summaryModule(json, INSIDERS_MODULE));
  if (!parsed.success) throw new ReadError('unreadable', "The list of insiders' transactions is not as expected.");
  return parsed.data.transactions;
}

/** Transactions of insiders, in the answer's order, each once. Throws ReadError `unknown_ticker` if there are none. */
export function readInsiders(
  rows: readonly unknown[],
  ticker: string,
  now: Date,
): { readonly rows: readonly ToldInsiderTransactionFields[]; readonly refused: readonly RefusedRow[] } {
  if (rows.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no transaction of an insider of ${ticker}.`);
  const today = newYorkTime(now.getTime()).day;
  const byId = new Map<string, ToldInsiderTransactionFields>();
  const refused: RefusedRow[] = [];
  for (const [index, row] of rows.entries()) {
    const read = transactionOf(row, ticker, today);
    const line = index + 1;
    if (typeof read === 'string') refused.push({ line, reason: read });
    else if (byId.has(read.id)) refused.push({ line, reason: 'the same transaction is told twice' });
    else byId.set(read.id, read);
  }
  return { rows: [...byId.values()], refused };
}
