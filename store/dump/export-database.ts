import { open, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg, { type ClientBase } from 'pg';
import { exportError } from '../errors.js';
import type { Store } from '../open-store.js';
import { DUMP_FORMAT, lineDigest, rowLine, type DumpHeader } from './dump-file.js';
import { dumpTables, type DumpTable } from './dump-tables.js';

export interface ExportOptions {
  readonly file: string;
  /** Version of the product. */
  readonly version: string;
  /** Settings that have fingerprints of keys. */
  readonly keySettings: readonly string[];
  /** Settings that stay behind. */
  readonly leftOut: readonly string[];
  readonly now: Date;
  readonly progress: (line: string) => void;
}

const ROWS_PER_FETCH = 200;
/** Fast: half of a dump are packed numbers, which hardly get smaller. */
const GZIP_LEVEL = 1;

/**
 * Writes all tables, as they are at one moment, to a file that is there once it is complete. Returns the number of
 * rows.
 */
export async function exportDatabase(store: Pick<Store, 'pool' | 'schema'>, options: ExportOptions): Promise<number> {
  // A name that nobody can have taken before, so that the file is ours and has our mode.
  const part = `${options.file}.${randomUUID()}.part`;
  const client = await store.pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const rows = await writeDump(client, store.schema.newest, part, options);
    await client.query('commit');
    await rename(part, options.file).catch((error: unknown) => Promise.reject(exportError(options.file, error)));
    return rows;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    // Ends the transaction too.
    client.release(true);
  }
}

async function writeDump(client: ClientBase, schema: string, part: string, options: ExportOptions): Promise<number> {
  const tables = await dumpTables(client);
  const gzip = createGzip({ level: GZIP_LEVEL });
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) =>
    Promise.reject(exportError(options.file, error)),
  );
  const target = gzip.pipe(handle.createWriteStream());
  const isWritten = finished(target).catch((error: unknown) => Promise.reject(exportError(options.file, error)));
  isWritten.catch((error: unknown) => gzip.destroy(error instanceof Error ? error : new Error(String(error))));
  const digest = lineDigest();
  const write = async (line: string): Promise<void> => {
    digest.add(line);
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), isWritten]);
  };
  await write(JSON.stringify(await headerOf(client, tables, schema, options)));
  let rows = 0;
  for (const table of tables) {
    await write(JSON.stringify({ table: table.name }));
    let ofTable = 0;
    for await (const row of rowsOf(client, table, options.leftOut)) {
      await write(rowLine(row));
      ofTable += 1;
      if (ofTable % (ROWS_PER_FETCH * 10) === 0) options.progress(`${table.name}: ${String(ofTable)} rows`);
    }
    rows += ofTable;
  }
  gzip.end(`${JSON.stringify({ end: { rows, sha256: digest.hex() } })}\n`);
  await isWritten;
  return rows;
}

/** Rows as the database itself writes them in JSON: whatever a column's type is, it reads them again. */
async function* rowsOf(
  client: ClientBase,
  { name, columns }: DumpTable,
  leftOut: readonly string[],
): AsyncGenerator<string> {
  const kept =
    name === 'settings' ? ` where name not in (${leftOut.map((setting) => pg.escapeLiteral(setting)).join(', ')})` : '';
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  await client.query(
    `declare dump no scroll cursor for select row_to_json(r)::text as row from (select ${list} from ${pg.escapeIdentifier(name)}${kept}) r`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${String(ROWS_PER_FETCH)} from dump`);
    for (const { row } of rows) yield row.replaceAll('\n', ' ');
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await client.query('close dump');
}

async function headerOf(
  client: ClientBase,
  tables: readonly DumpTable[],
  schema: string,
  { version, keySettings, now }: ExportOptions,
): Promise<DumpHeader> {
  const { rows: keys } = await client.query<{ name: string; value: string }>({
    text: `select name, value #>> '{}' as value from settings where name = any($1)`,
    values: [keySettings],
  });
  const numbers: Record<string, number> = {};
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    const {
      rows: [last],
    } = await client.query<{ number: string | null }>({
      text: 'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::text as number',
      values: [pg.escapeIdentifier(name), identity],
    });
    if (last !== undefined && last.number !== null) numbers[name] = Number(last.number);
  }
  return {
    marketgraph_export: DUMP_FORMAT,
    schema,
    version,
    exported_at: now.toISOString(),
    keys: Object.fromEntries(keys.map(({ name, value }) => [name, value])),
    tables: tables.map(({ name, columns, identity }) => ({ name, columns: [...columns], identity })),
    last_numbers: numbers,
  };
}
