import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { IMPORTS } from './imports.js';

const project = path.join(import.meta.dirname, '../..');

/** Rows of the first table in `file` whose header begins with `first` and `second`. */
function tableRows(file: string, first: string, second: string): readonly string[] {
  const lines = readFileSync(path.join(project, file), 'utf8').split('\n');
  const header = lines.indexOf(`| ${first} | ${second} |`);
  expect(header).toBeGreaterThan(-1);
  const rows = lines.slice(header + 2);
  return rows.slice(0, rows.findIndex((line) => !line.startsWith('|')));
}

it('kinds of import are unique', () => {
  expect(new Set(IMPORTS.map(({ kind }) => kind)).size).toBe(IMPORTS.length);
  expect(IMPORTS.length).toBeGreaterThan(2);
});

it('the table of imports in docs/operations.md matches the code', () => {
  expect(tableRows('docs/operations.md', 'import', 'what')).toEqual(IMPORTS.map(({ kind, summary }) => `| \`${kind}\` | ${summary} |`));
});

it('the table of columns in sources/README.md lists every field with its column names', () => {
  const spelled = ([field, names]: [string, readonly string[]]): string => `${field}: ${names.map((name) => `\`${name}\``).join(', ')}`;
  expect(tableRows('sources/README.md', 'import', 'fields')).toEqual(IMPORTS.map(({ kind, columns }) => `| \`${kind}\` | ${Object.entries(columns).map(spelled).join('; ')} |`));
});
