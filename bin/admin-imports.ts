import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Transaction } from 'kysely';
import { ApiError } from '../access/errors.js';
import type { AdminImports, ImportStep, SentFile } from '../http/admin-imports.js';
import { createFeedPool } from '../jobs/workers/news/feed-pool.js';
import { importFiles } from '../sources/files/import-files.js';
import { ImportError, type FileReport, type RefusedRow } from '../sources/files/import-report.js';
import { IMPORTS } from '../sources/files/imports.js';
import { ticker as tickerSchema } from '../store/field-schemas.js';
import type { ImportRecord } from '../store/imports.js';
import type { Tables } from '../store/tables.js';
import { IMPORTED } from '../telemetry/topics.js';
import type { Runtime } from './runtime.js';

/** Bytes of the largest file that is taken. */
export const MOST_IMPORT_BYTES = 256 * 1_048_576;
/** Refused rows that are answered, and those that are stored with the import. */
const MOST_ANSWERED = 1_000;
const MOST_STORED = 20;

/** Throws `invalid_parameter` unless the text is a ticker. */
function checkedTicker(given: string | null): string | undefined {
  if (given === null) return undefined;
  const parsed = tickerSchema.safeParse(given.toUpperCase().replaceAll('-', '.'));
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_parameter', 'ticker must be a ticker, such as AAPL.', { param: 'ticker' });
}

/** What is answered of an import. */
function answerOf(
  {
    id,
    kind,
    subject: file,
    rows,
    refused,
    problem,
  }: Omit<ImportRecord, 'source' | 'finishedAt' | 'operatorName' | 'refusals'>,
  notes: readonly string[],
  refusals: readonly RefusedRow[],
): object {
  return { id, kind, file, rows, refused_count: refused, problem, notes, refused: refusals.slice(0, MOST_ANSWERED) };
}

/** Imports of files that operators send: the code of `npm run import`, recorded with the name of the key. */
export function adminImports(
  { store, access: { operators }, clock, config: { dataDir } }: Pick<Runtime, 'store' | 'access' | 'clock' | 'config'>,
  mostBytes = MOST_IMPORT_BYTES,
): AdminImports {
  const run = async (sent: SentFile, tell: (step: ImportStep) => void): Promise<object> => {
    const { kind, path: file, ticker, isStrict, operator } = sent;
    const id = sent.id ?? randomUUID();
    const row = IMPORTS.find((each) => each.kind === kind);
    if (row === undefined) throw new Error(`There is no import of ${kind}.`);
    const known = (await store.imports.byIds([id])).get(id);
    if (known !== undefined) return answerOf(known, [], known.refusals ?? []);
    const subject = path.basename(file);
    // The folder is the server's own affair.
    const shown = (text: string): string => text.replaceAll(`${path.dirname(file)}${path.sep}`, '');
    const shownRows = (refused: readonly RefusedRow[]): readonly RefusedRow[] =>
      refused.map(({ line, reason }) => ({ line, reason: shown(reason) }));
    const countsOf = ({ rows, refused, error }: FileReport) => ({
      id,
      kind,
      subject,
      rows,
      refused: refused.length,
      problem: error === undefined ? null : shown(error),
    });
    const feeds = createFeedPool();
    const importing = operators.change(operator, async (record) => {
      /** Who sent the file, in the transaction that stores its rows, or in one of its own if there are none. */
      const attribute = async (tx: Transaction<Tables>, read: FileReport): Promise<void> => {
        const { rows, refused } = read;
        const refusals = JSON.stringify(shownRows(refused).slice(0, MOST_STORED));
        await store.imports.attribute(tx, {
          ...countsOf(read),
          source: 'files',
          operatorName: operator.name,
          refusals,
        });
        const detail = `${kind}: ${rows} rows, ${refused.length} refused`;
        await record(tx, { action: 'import_file', subject, detail });
      };
      const {
        files: [read],
      } = await importFiles(store, row, [file], {
        strict: isStrict,
        ticker: checkedTicker(ticker),
        now: () => new Date(clock()),
        readFeed: (document) => feeds.read(document),
        newId: () => id,
        onProgress: ({ filesDone, rows, refused }) => filesDone === 0 && tell({ step: 'reading', rows, refused }),
        onRead: (rows, refused) => tell({ step: 'storing', rows, refused }),
        alongside: attribute,
      }).catch((error: unknown) => {
        throw error instanceof ImportError
          ? new ApiError('invalid_parameter', shown(error.message), { param: 'kind' })
          : error;
      });
      if (read === undefined) throw new Error('The import has no report on its file.');
      if (read.error !== undefined) await store.db.transaction().execute((tx) => attribute(tx, read));
      return read;
    });
    const report = await importing.finally(() => feeds.close());
    IMPORTED.tell({ kind, rows: report.rows, refused: report.refused.length });
    return answerOf(countsOf(report), report.notes.map(shown), shownRows(report.refused));
  };
  return { kinds: IMPORTS.map(({ kind }) => kind), folder: path.join(dataDir, 'uploads'), mostBytes, run };
}
