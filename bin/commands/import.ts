import path from 'node:path';
import { createFeedPool } from '../../jobs/workers/news/feed-pool.js';
import { importFiles, type FileImport } from '../../sources/files/import-files.js';
import type { FileReport } from '../../sources/files/import-report.js';
import { IMPORTS } from '../../sources/files/imports.js';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import { KNOWN_KINDS } from '../../store/securities.js';
import { IMPORTED } from '../../telemetry/topics.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options, Output, Values } from './command.js';
import { oneLine } from './terminal.js';
import { date, oneOf, text } from './values.js';

/** Refused rows printed per file; the rest are only counted. */
const MOST_PRINTED = 20;

/** A file name without control characters, which a terminal would obey. */
function printable(file: string): string {
  return file.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function printFile({ file: name, ticker, rows, refused, notes, error }: FileReport, output: Output): void {
  const file = printable(name);
  const unit = path.extname(file).toLowerCase() === '.json' ? 'row' : 'line';
  if (error !== undefined) output.print(`${file}: nothing imported: ${oneLine(error)}`);
  else if (refused.length > 0 || notes.length > 0) {
    const forTicker = ticker === undefined ? '' : ` for ${ticker}`;
    output.print(`${file}: ${rows} rows${forTicker}${refused.length === 0 ? '' : `, ${refused.length} refused`}`);
  }
  for (const note of notes) output.print(`  ${oneLine(note)}`);
  for (const { line, reason } of refused.slice(0, MOST_PRINTED)) output.print(`  ${unit} ${line}: ${oneLine(reason)}`);
  if (refused.length > MOST_PRINTED) output.print(`  … and ${refused.length - MOST_PRINTED} more`);
}

/** What the import took as of unknown kind, and what that means. */
function unknownKinds(count: number): string {
  return (
    `Tickers of unknown kind, which measures of the market leave out: ${count}. ` +
    'Set the kind with --kind, a list of securities, or admin securities set.'
  );
}

/** Throws a Failure unless the value is a ticker. */
function tickerOption(values: Values): string | undefined {
  const given = text(values, 'ticker');
  if (given === undefined) return undefined;
  const parsed = tickerSchema.safeParse(given.toUpperCase().replaceAll('-', '.'));
  if (!parsed.success) throw new Failure(`--ticker must be a ticker, such as AAPL, got ${JSON.stringify(given)}.`);
  return parsed.data;
}

async function run(kind: FileImport, { runtime, values, positionals, output }: CommandInput): Promise<number> {
  if (positionals.length === 0) throw new Failure('Give the files or folders to import.');
  const ticker = tickerOption(values);
  // A server runs the command too.
  const feeds = createFeedPool();
  const report = await importFiles(runtime.store, kind, positionals, {
    strict: values['strict'] === true,
    kind: oneOf(values, 'kind', KNOWN_KINDS),
    replacesFiler: values['replace-filer'] === true,
    asOfDay: date(values, 'as-of'),
    ticker,
    now: () => new Date(runtime.clock()),
    readFeed: (document) => feeds.read(document),
    onProgress: ({ filesDone, filesTotal, rows, refused, file }) =>
      output.progress(`${filesDone}/${filesTotal} files, ${rows} rows, ${refused} refused: ${printable(file)}`),
  }).finally(() => feeds.close());
  const { totals } = report;
  IMPORTED.tell({ kind: kind.kind, rows: totals.rows, refused: totals.refused });
  if (values['json'] === true) output.print(JSON.stringify(report));
  else {
    for (const file of report.files) printFile(file, output);
    output.print(
      `Imported ${totals.rows} rows from ${totals.imported} of ${totals.files} files; ${totals.refused} rows refused.`,
    );
    if (totals.unknownKind > 0) output.print(unknownKinds(totals.unknownKind));
  }
  return totals.imported === 0 || (values['strict'] === true && totals.imported < totals.files) ? 1 : 0;
}

const OPTIONS: Options = { strict: { type: 'boolean' }, json: { type: 'boolean' } };
const KIND_OPTION: Options = { kind: { type: 'string' } };
const DAY_OPTION: Options = { 'as-of': { type: 'string' } };
const TICKER_OPTION: Options = { ticker: { type: 'string' } };
const FILER_OPTION: Options = { 'replace-filer': { type: 'boolean' } };

/** One command per row of `IMPORTS`. */
export const IMPORT_COMMANDS: Readonly<Record<string, Command>> = Object.fromEntries(
  IMPORTS.map((each) => {
    const takesKind = each.takesKind === true;
    const hasFilers = each.hasFilers === true;
    const takesDay = each.takesDay === true;
    const takesTicker = each.takesTicker === true;
    const own = [
      takesKind ? ` [--kind ${KNOWN_KINDS.join('|')}]` : '',
      takesTicker ? ' [--ticker TICKER]' : '',
      hasFilers ? ' [--replace-filer]' : '',
      takesDay ? ' [--as-of YYYY-MM-DD]' : '',
    ].join('');
    const usage = `${each.kind} PATH…${own} [--strict] [--json]`;
    const options = {
      ...OPTIONS,
      ...(takesKind ? KIND_OPTION : {}),
      ...(takesTicker ? TICKER_OPTION : {}),
      ...(hasFilers ? FILER_OPTION : {}),
      ...(takesDay ? DAY_OPTION : {}),
    };
    return [each.kind, { usage, description: each.summary, options, run: (input: CommandInput) => run(each, input) }];
  }),
);
