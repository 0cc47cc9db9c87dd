import { importBars } from '../../sources/files/import-bars.js';
import { importIpoCalendars } from '../../sources/files/import-ipo.js';
import { importMinutes } from '../../sources/files/import-minutes.js';
import type { FileReport, ImportOptions, ImportReport } from '../../sources/files/import-report.js';
import type { Store } from '../../store/open-store.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options, Output } from './command.js';

/** Refused rows of one file that are printed; the rest are counted. */
const MOST_PRINTED = 20;

type Importer = (store: Store, paths: readonly string[], options: ImportOptions) => Promise<ImportReport>;

/** `place` is what a refused row is counted in. */
function printFile({ file, ticker, rows, refused, notes, error }: FileReport, place: string, output: Output): void {
  if (error !== undefined) output.print(`${file}: nothing imported: ${error}`);
  else if (refused.length > 0 || notes.length > 0) output.print(`${file}: ${rows} rows${ticker === undefined ? '' : ` of ${ticker}`}${refused.length === 0 ? '' : `, ${refused.length} refused`}`);
  for (const note of notes) output.print(`  ${note}`);
  for (const { line, reason } of refused.slice(0, MOST_PRINTED)) output.print(`  ${place} ${line}: ${reason}`);
  if (refused.length > MOST_PRINTED) output.print(`  … and ${refused.length - MOST_PRINTED} more`);
}

function importing(importer: Importer, place = 'line') {
  return async ({ runtime, values, positionals, output }: CommandInput): Promise<number> => {
    if (positionals.length === 0) throw new Failure('Name the files or folders to import.');
    const report = await importer(runtime.store, positionals, {
      strict: values['strict'] === true,
      now: () => new Date(runtime.clock()),
      onProgress: ({ filesDone, filesTotal, rows, refused, file }) => output.progress(`${filesDone}/${filesTotal} files, ${rows} rows, ${refused} refused: ${file}`),
    });
    const { totals } = report;
    if (values['json'] === true) output.print(JSON.stringify(report));
    else {
      for (const file of report.files) printFile(file, place, output);
      output.print(`Imported ${totals.rows} rows from ${totals.imported} of ${totals.files} files; ${totals.refused} rows refused.`);
    }
    return totals.imported === 0 || (values['strict'] === true && totals.imported < totals.files) ? 1 : 0;
  };
}

const OPTIONS: Options = { strict: { type: 'boolean' }, json: { type: 'boolean' } };

/** What can be imported from files. */
export const IMPORT_COMMANDS: Readonly<Record<string, Command>> = {
  bars: {
    usage: 'bars PATH… [--strict] [--json]',
    description: 'Daily bars from CSV files in the vendors\' own columns; the ticker is the file\'s name.',
    options: OPTIONS,
    run: importing(importBars),
  },
  minutes: {
    usage: 'minutes PATH… [--strict] [--json]',
    description: 'Minute bars from CSV files.',
    options: OPTIONS,
    run: importing(importMinutes),
  },
  ipo: {
    usage: 'ipo PATH… [--strict] [--json]',
    description: 'IPO calendars from Finnhub\'s JSON files.',
    options: OPTIONS,
    run: importing(importIpoCalendars, 'row'),
  },
};
