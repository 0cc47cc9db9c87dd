import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ApiError } from '../access/errors.js';
import type { AdminImports, SentFile } from '../http/admin-imports.js';
import { importFiles } from '../sources/files/import-files.js';
import { ImportError } from '../sources/files/import-report.js';
import { IMPORTS } from '../sources/files/imports.js';
import { ticker as tickerSchema } from '../store/field-schemas.js';
import { IMPORTED } from '../telemetry/topics.js';
import type { Runtime } from './runtime.js';

const MOST_BYTES = 256 * 1_048_576;
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

/** Imports of files that operators send: the code of `npm run import`, recorded with the name of the key. */
export function adminImports(
  { store, access: { operators }, clock, config: { dataDir } }: Pick<Runtime, 'store' | 'access' | 'clock' | 'config'>,
  mostBytes = MOST_BYTES,
): AdminImports {
  const run = async ({ kind, path: file, ticker, isStrict, operator }: SentFile): Promise<object> => {
    const row = IMPORTS.find((each) => each.kind === kind);
    if (row === undefined) throw new Error(`There is no import of ${kind}.`);
    const id = randomUUID();
    // The folder is the server's own affair.
    const shown = (text: string): string => text.replaceAll(`${path.dirname(file)}${path.sep}`, '');
    const report = await importFiles(store, row, [file], {
      strict: isStrict,
      ticker: checkedTicker(ticker),
      now: () => new Date(clock()),
      newId: () => id,
    }).catch((error: unknown) => {
      throw error instanceof ImportError
        ? new ApiError('invalid_parameter', shown(error.message), { param: 'kind' })
        : error;
    });
    const [{ rows, refused, notes, error } = { rows: 0, refused: [], notes: [], error: 'There is no such file.' }] =
      report.files;
    const problem = error === undefined ? null : shown(error);
    const refusals = refused.map(({ line, reason }) => ({ line, reason: shown(reason) }));
    IMPORTED.tell({ kind, rows, refused: refused.length });
    const fileName = path.basename(file);
    // A file of which nothing was stored has no record yet.
    await store.imports.attribute({
      id,
      kind,
      source: 'files',
      subject: fileName,
      rows,
      refused: refused.length,
      operatorName: operator.name,
      problem,
      refusals: JSON.stringify(refusals.slice(0, MOST_STORED)),
    });
    await operators.record(operator, {
      action: 'import_file',
      subject: fileName,
      detail: `${kind}: ${rows} rows, ${refused.length} refused`,
    });
    return {
      id,
      kind,
      file: fileName,
      rows,
      refused_count: refused.length,
      problem,
      notes: notes.map(shown),
      refused: refusals.slice(0, MOST_ANSWERED),
    };
  };
  return { kinds: IMPORTS.map(({ kind }) => kind), folder: path.join(dataDir, 'uploads'), mostBytes, run };
}
