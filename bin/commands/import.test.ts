import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import type { ImportReport } from '../../sources/files/import-report.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { CommandInput, Values } from './command.js';
import { IMPORT_COMMANDS } from './import.js';
import { shownLine } from './terminal.js';

const open = embeddedDatabase();

/** What the command prints on a terminal, and its exit code. */
async function imported(kind: string, files: Readonly<Record<string, string | Buffer>>, values: Values = {}) {
  const folder = await temporaryFiles(files);
  const store = await open();
  const printed: string[] = [];
  const output = {
    print: (line: string) => void printed.push(shownLine(line)),
    error: (line: string) => void printed.push(shownLine(line)),
    progress: () => undefined,
  };
  const runtime = { store, clock: () => Date.parse('2026-01-20T15:00:00Z') } as unknown as CommandInput['runtime'];
  const code = await IMPORT_COMMANDS[kind]?.run({ runtime, values, positionals: [folder], output });
  await store.close();
  return { code, lines: printed.join('\n').replaceAll(`${folder}${path.sep}`, '').split('\n') };
}

it("a file's text starts no line of the report, as reason of the file or of a row", async () => {
  const error = { code: 'Internal', description: 'Sorry.\nImported 9 rows\r\nINJECTED\u001b[2J' };
  const failed = await imported('ratings', { 'PBLO.json': JSON.stringify({ quoteSummary: { result: null, error } }) });
  expect(failed.lines).toEqual([
    'PBLO.json: nothing imported: Yahoo answered with an error instead of rating actions: ' +
      'Sorry.\\nImported 9 rows\\u000d\\nINJECTED\\u001b[2J.',
    'Imported 0 rows from 0 of 1 files; 0 rows refused.',
  ]);
  const row = { ticker: 'PBLO', name: 'Pebble', kind: 'basket\nINJECTED\r\nx' };
  const told = await imported('securities', { 'list.json': JSON.stringify([row]) });
  expect(told.lines).toEqual([
    'list.json: nothing imported: Nothing was stored: all 1 rows were refused.',
    '  row 1: kind "basket\\ninjected\\r\\nx" is not equity, etf, index or unknown',
    'Imported 0 rows from 0 of 1 files; 1 rows refused.',
  ]);
});

it('JSON that is too long once it is decompressed is refused alone, also in the report as JSON', async () => {
  const blanks = gzipSync(Buffer.alloc(129 * 1024 * 1024, ' '));
  const list = 'ticker,name,kind\nPBLO,Pebble,equity\n';
  const { code, lines } = await imported('securities', { 'a.json': blanks, 'b.csv': list }, { json: true });
  const report = JSON.parse(lines.join('\n')) as ImportReport;
  expect(code).toBe(0);
  expect(report.files.map(({ rows, error }) => [rows, error])).toEqual([
    [0, 'The file has more than 128 MiB of text once it is decompressed.'],
    [1, undefined],
  ]);
});
