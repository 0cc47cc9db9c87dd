import path from 'node:path';
import { importFiles, type FileImport } from '../../sources/files/import-files.js';
import type { FileReport } from '../../sources/files/import-report.js';
import { IMPORTS } from '../../sources/files/imports.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options, Output } from './command.js';

/** Refused rows printed per file; the rest are only counted. */
const MOST_PRINTED = 20;

function printFile({ file, ticker, rows, refused, notes, error }: FileReport, output: Output): void {
  const unit = path.extname(file).toLowerCase() === '.json' ? 'row' : 'line';
  if (error !== undefined) output.print(`${file}: nothing imported: ${error}`);
  else if (refused.length > 0 || notes.length > 0) {
    const forTicker = ticker === undefined ? '' : ` for ${ticker}`;
    output.print(`${file}: ${rows} rows${forTicker}${refused.length === 0 ? '' : `, ${refused.length} refused`}`);
  }
  for (const note of notes) output.print(`  ${note}`);
  for (const { line, reason } of refused.slice(0, MOST_PRINTED)) output.print(`  ${unit} ${line}: ${reason}`);
  if (refused.length > MOST_PRINTED) output.print(`  … and ${refused.length - MOST_PRINTED} more`);
}

async function run(kind: FileImport, { runtime, values, positionals, output }: CommandInput): Promise<number> {
  if (positionals.length === 0) throw new Failure('Give the files or folders to import.');
  const report = await importFiles(runtime.store, kind, positionals, {
    strict: values['strict'] === true,
    now: () => new Date(runtime.clock()),
    onProgress: ({ filesDone, filesTotal, rows, refused, file }) => output.progress(`${filesDone}/${filesTotal} files, ${rows} rows, ${refused} refused: ${file}`),
  });
  const { totals } = report;
  if (values['json'] === true) output.print(JSON.stringify(report));
  else {
    for (const file of report.files) printFile(file, output);
    output.print(`Imported ${totals.rows} rows from ${totals.imported} of ${totals.files} files; ${totals.refused} rows refused.`);
  }
  return totals.imported === 0 || (values['strict'] === true && totals.imported < totals.files) ? 1 : 0;
}

const OPTIONS: Options = { strict: { type: 'boolean' }, json: { type: 'boolean' } };

/** One command per row of `IMPORTS`. */
export const IMPORT_COMMANDS: Readonly<Record<string, Command>> = Object.fromEntries(
  IMPORTS.map((each) => {
    const usage = `${each.kind} PATH… [--strict] [--json]`;
    return [each.kind, { usage, description: each.summary, options: OPTIONS, run: (input: CommandInput) => run(each, input) }];
  }),
);
