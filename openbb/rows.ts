import { parseUrl } from '../outbound/parse-url.js';
import { EPOCH_MS } from '../rest-compat/openapi/response-schema.js';
import { fieldsOf, type Field, type Part } from './part.js';

/** A value that a cell can show. */
export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>)[key] : undefined,
    value,
  );
}

function cellOf(value: unknown, unit: string | undefined): Cell {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'number') return unit === EPOCH_MS ? new Date(value).toISOString() : value;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function cellsOf(entry: unknown, fields: readonly Field[]): Row {
  return Object.fromEntries(fields.map(({ name, keys, unit }) => [name, cellOf(at(entry, keys), unit)]));
}

/** The rows of a part of an answer: one for each entry of its last list. */
export function rowsOf(body: unknown, [level, ...below]: Part): readonly Row[] {
  if (level === undefined) return [{}];
  const found = at(body, level.keys);
  const entries: readonly unknown[] = Array.isArray(found)
    ? found
    : found === undefined || found === null
      ? []
      : [found];
  return entries.flatMap((entry) => rowsOf(entry, below).map((row) => ({ ...cellsOf(entry, level.fields), ...row })));
}

/** The values of a single object, each in a row of its own with its unit and meaning. */
export function figuresOf(body: unknown, part: Part): readonly Row[] {
  const [row] = rowsOf(body, part);
  if (row === undefined) return [];
  return fieldsOf(part).map((field) => ({
    figure: field.title,
    value: row[field.name] ?? null,
    unit: field.unit === EPOCH_MS ? '' : (field.unit ?? ''),
    meaning: field.description ?? '',
  }));
}

/** Characters that markdown or HTML would read as more than text. */
const MARKUP = /[\\`*_{}[\]()#+\-!|<>~]/g;

function plain(value: Cell | undefined): string {
  return String(value ?? '').replace(MARKUP, '\\$&');
}

/** Only what a browser may open. */
function link(value: Cell | undefined): string {
  const url = parseUrl(String(value ?? ''));
  return url?.protocol === 'https:' || url?.protocol === 'http:'
    ? url.href.replaceAll('(', '%28').replaceAll(')', '%29')
    : '';
}

/** News as articles of a news feed, whose bodies are markdown. */
export function articlesOf(body: unknown, part: Part): readonly Row[] {
  return rowsOf(body, part).map((row) => {
    const url = link(row['url']);
    const about = [
      ['Tickers', row['tickers']],
      ['Sentiment', row['sentiment_label']],
    ] as const;
    const lines = [
      plain(row['summary']),
      ...about.flatMap(([label, value]) =>
        value === undefined || value === null || value === '' ? [] : [`${label}: ${plain(value)}`],
      ),
      url === '' ? '' : `[${plain(row['source'])}](${url})`,
    ];
    return {
      title: row['title'] ?? '',
      date: row['published_at'] ?? '',
      author: row['source'] ?? '',
      excerpt: row['summary'] ?? '',
      body: lines.filter((line) => line !== '').join('\n\n'),
    };
  });
}
