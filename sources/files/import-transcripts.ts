import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { parseIsoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { transcript, type TranscriptFields } from '../../store/transcripts.js';
import { rolesOf, type Speech } from '../models/transcript-roles.js';
import type { FileImport, ReadFile } from './import-files.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { parsedJson } from './read-records.js';
import { baseName, tickerOfName } from './ticker-name.js';
import { readTranscriptText } from './transcript-text.js';

const MOST_BYTES = 8 * 1024 * 1024;
/** `CPB_q1_2021` or `CPB-2021Q1`. */
const NAMED = /^([a-z][a-z0-9.-]{0,9})[_-](?:q(\d)[_-](\d{4})|(\d{4})[_-]?q(\d))$/i;
const QUARTER = /^(?:q([1-4])[ _-]*(\d{4})|(\d{4})[ _-]*q([1-4]))$/i;
/** The questions, where the whole call is one list. */
const QUESTIONS = /^questions?[ -](?:and|&)[ -]answers?/i;

const speech = z.object({ speaker: z.string(), speech: z.string() });
const scalar = z.union([z.string(), z.number()]).optional();
const record = z.object({
  ticker: z.string().optional(),
  company: z.string().nullish(),
  fiscal_year: scalar,
  fiscal_quarter: scalar,
  quarter: scalar,
  date: z.string().optional(),
  period_end: z.string().optional(),
  prepared_remarks: z.array(
    speech,
    'the transcript has no speakers: it needs prepared_remarks with speaker and speech',
  ),
  q_and_a: z.array(speech).default([]),
  participants: z.array(z.string()).default([]),
});
type Given = z.infer<typeof record>;

interface Named {
  readonly ticker: string;
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
}

function inName(file: string): Named | null {
  const match = NAMED.exec(baseName(file));
  if (match === null) return null;
  return {
    ticker: tickerOfName(match[1] ?? ''),
    fiscalYear: Number(match[3] ?? match[4]),
    fiscalQuarter: Number(match[2] ?? match[5]),
  };
}

/** Why a record is refused. */
class RecordFault extends Error {}

function quarterOf({ fiscal_year: year, fiscal_quarter: quarter, quarter: both }: Given, named: Named | null) {
  const match = QUARTER.exec(String(both ?? '').trim());
  const ownYear = match === null ? year : (match[2] ?? match[3]);
  const ownQuarter =
    match === null ? (quarter ?? (/^[1-4]$/.test(String(both)) ? both : undefined)) : (match[1] ?? match[4]);
  const fiscalYear = ownYear === undefined ? named?.fiscalYear : Number(ownYear);
  const fiscalQuarter = ownQuarter === undefined ? named?.fiscalQuarter : Number(String(ownQuarter).replace(/^q/i, ''));
  if (fiscalYear === undefined || fiscalQuarter === undefined)
    throw new RecordFault(
      'the fiscal quarter is missing: give fiscal_year and fiscal_quarter, or name the file CPB_q1_2021',
    );
  if (!Number.isInteger(fiscalYear)) throw new RecordFault(`the fiscal year ${JSON.stringify(ownYear)} is not a year`);
  if (!Number.isInteger(fiscalQuarter))
    throw new RecordFault(`the fiscal quarter ${JSON.stringify(ownQuarter)} is not 1 to 4`);
  return { fiscalYear, fiscalQuarter };
}

function tickerOf({ ticker }: Given, named: Named | null): string {
  const own = ticker === undefined ? undefined : tickerOfName(ticker);
  if (own === undefined && named === null)
    throw new RecordFault('the ticker is missing: give ticker, or name the file CPB_q1_2021');
  if (own !== undefined && named !== null && own !== named.ticker)
    throw new RecordFault(`the transcript is of ${own}, but the file is named after ${named.ticker}`);
  return own ?? named?.ticker ?? '';
}

function dayIn(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  const day = parseIsoDate(text.trim());
  if (day === null) throw new RecordFault(`${name} "${text.slice(0, 40)}" is not a date as YYYY-MM-DD`);
  return day;
}

/** The speeches in order; those after a heading of the questions are none of the remarks. */
function speechesOf({ prepared_remarks: remarks, q_and_a: answers }: Given): readonly Speech[] {
  const heading = remarks.findIndex(({ speaker }) => QUESTIONS.test(speaker));
  const end = heading === -1 ? remarks.length : heading;
  const asSpeech =
    (isRemark: boolean) =>
    (each: z.infer<typeof speech>): Speech => ({
      speaker: each.speaker.trim(),
      text: each.speech.trim(),
      isRemark,
    });
  return [
    ...remarks.slice(0, end).map(asSpeech(true)),
    ...remarks.slice(end).map(asSpeech(false)),
    ...answers.map(asSpeech(false)),
  ].filter(({ speaker, text }) => text !== '' && !QUESTIONS.test(speaker));
}

function fieldsOf(given: unknown, named: Named | null, today: number): TranscriptFields {
  const parsed = record.safeParse(given);
  if (!parsed.success) throw new RecordFault(reasonOf(parsed.error));
  const speeches = speechesOf(parsed.data);
  const roles = rolesOf(speeches, parsed.data.participants);
  const callDay = dayIn(parsed.data.date, 'date');
  if (callDay !== null && callDay > today) throw new RecordFault(`date ${parsed.data.date} is in the future`);
  if (speeches.length === 0) throw new RecordFault('the transcript is empty');
  if (![...roles.values()].includes('management'))
    throw new RecordFault(
      'the transcript has no speakers of the company: its prepared remarks are of the operator alone',
    );
  const checked = transcript.safeParse({
    ticker: tickerOf(parsed.data, named),
    ...quarterOf(parsed.data, named),
    company: parsed.data.company ?? null,
    callDay,
    periodEnd: dayIn(parsed.data.period_end, 'period_end'),
    turns: speeches.map(({ speaker, text }) => ({ speaker, role: roles.get(speaker) ?? 'unknown', text })),
  });
  if (!checked.success) throw new RecordFault(reasonOf(checked.error));
  return checked.data;
}

const TYPES: Readonly<Record<string, string>> = { string: 'text', array: 'a list', object: 'an object' };

/** The first fault in plain words: `entry 2 of prepared_remarks: speaker is missing`. */
function reasonOf({ issues: [first] }: z.ZodError): string {
  if (first === undefined) return 'the record is invalid';
  const [list, index] = first.path;
  const place =
    typeof index !== 'number'
      ? ''
      : list === 'turns'
        ? `speech ${index + 1}: `
        : `entry ${index + 1} of ${String(list)}: `;
  // Other messages are sentences of the model.
  if (first.code !== 'invalid_type' || !first.message.startsWith('Invalid input')) return place + first.message;
  const last = first.path.at(-1);
  const name = typeof last === 'string' ? last : 'it';
  const isAbsent = first.message.endsWith('received undefined');
  return `${place}${name} ${isAbsent ? 'is missing' : `must be ${TYPES[first.expected] ?? `a ${first.expected}`}`}`;
}

async function recordsIn(file: string): Promise<readonly unknown[]> {
  const { size } = await stat(file);
  if (size > MOST_BYTES)
    throw new ImportError(`The file is larger than ${MOST_BYTES / 1024 / 1024} MiB; give one file per call.`);
  const content = await readFile(file, 'utf8');
  if (content.trim() === '') throw new ImportError('The file is empty.');
  if (!file.toLowerCase().endsWith('.json') && !/^\uFEFF?\s*[[{]/.test(content.slice(0, 200))) {
    const { header, ...said } = readTranscriptText(content);
    return [{ ...header, ...said }];
  }
  const given = parsedJson(content);
  return Array.isArray(given) ? (given as unknown[]) : [given];
}

interface TranscriptFile {
  readonly rows: readonly TranscriptFields[];
  readonly refused: readonly RefusedRow[];
}

/** The transcripts of a file, and the records that are refused: invalid ones, and repeated quarters. */
export async function readTranscripts(file: string, now: Date): Promise<TranscriptFile> {
  const named = inName(file);
  const rows: TranscriptFields[] = [];
  const refused: RefusedRow[] = [];
  const places = new Map<string, number>();
  for (const [index, given] of (await recordsIn(file)).entries()) {
    try {
      const row = fieldsOf(given, named, newYorkTime(now.getTime()).day);
      const key = `${row.ticker}, fiscal ${row.fiscalYear} Q${row.fiscalQuarter},`;
      const earlier = places.get(key);
      if (earlier !== undefined) throw new RecordFault(`${key} is already in row ${earlier}; the first one counts`);
      places.set(key, index + 1);
      rows.push(row);
    } catch (fault) {
      if (!(fault instanceof RecordFault || fault instanceof ImportError)) throw fault;
      refused.push({ line: index + 1, reason: fault.message });
    }
  }
  return { rows, refused };
}

/** Transcripts of earnings calls: the speakers and what they say. */
export const IMPORT: FileImport = {
  kind: 'transcripts',
  summary:
    'Transcripts of earnings calls with their speakers: JSON, or plain text with a speaker per turn; CPB_q1_2021.json.',
  columns: {
    ticker: ['ticker'],
    fiscalYear: ['fiscal_year', 'quarter'],
    fiscalQuarter: ['fiscal_quarter', 'quarter'],
    company: ['company'],
    callDay: ['date'],
    periodEnd: ['period_end'],
    turns: ['prepared_remarks', 'q_and_a', 'participants'],
  },
  extensions: ['json', 'txt'],
  async read(store, file, { now, source }): Promise<ReadFile> {
    const { rows, refused } = await readTranscripts(file, now);
    return {
      rows: rows.length,
      refused,
      notes: [],
      async save(tx) {
        await store.transcripts.save(
          tx,
          rows.map((row) => ({ ...row, source })),
        );
        const tickers = [...new Set(rows.map(({ ticker }) => ticker))];
        const stored = await store.securities.within(tx, tickers);
        const undated = rows.filter(({ callDay }) => callDay === null).length;
        return [
          ...tickers
            .filter((ticker) => !stored.has(ticker))
            .map(
              (ticker) =>
                `${ticker} is not stored so far: the API answers 404 for it until its daily bars, or a list of securities with it, are imported.`,
            ),
          ...(undated === 0 ? [] : [`Transcripts without the day of the call: ${undated}; give date to have made_on.`]),
        ];
      },
    };
  },
};
