import pg, { type ClientBase } from 'pg';
import { StoreError } from '../errors.js';
import type { Store } from '../open-store.js';
import { DUMP_FORMAT, readDump, type DumpHeader } from './dump-file.js';
import { dumpTables, type DumpTable } from './dump-tables.js';

export interface DatabaseImport {
  readonly file: string;
  /** Whether what the target has is replaced; otherwise it must be empty. */
  readonly replaces: boolean;
  /** Whether the demo accounts, whose keys and passwords are public, are kept. */
  readonly keepsDemo: boolean;
  /** Throws where a key is missing that secrets were encrypted with. */
  readonly checkKeys: (keys: DumpHeader['keys']) => Promise<void>;
  readonly progress: (line: string) => void;
}

/** Characters of rows in one statement. */
const STATEMENT_LENGTH = 2_000_000;
const ROWS_PER_PROGRESS = 2_000;
const IS_DEMO = (column: string): string => `${column} like 'acc\\_demo\\_%'`;
/** Tables that a database has rows in before anybody has used it, and which of their rows say that somebody has. */
const OF_NEW_DATABASES: Readonly<Record<string, string>> = {
  settings: 'false',
  community_spaces: 'false',
  accounts: `not (${IS_DEMO('id')})`,
  api_keys: `not (${IS_DEMO('account_id')})`,
};

/**
 * Fills the database from an export, in one transaction: on any failure, and if the process is killed, it has what it
 * had. Returns the number of rows. Throws StoreError with a sentence for the operator.
 */
export async function importDatabase(store: Pick<Store, 'pool' | 'schema'>, options: DatabaseImport): Promise<number> {
  const client = await store.pool.connect();
  let isDone = false;
  try {
    await client.query('begin');
    const rows = await readInto(client, store.schema.newest, options);
    await client.query('commit');
    isDone = true;
    return rows;
  } finally {
    if (!isDone) await client.query('rollback').catch(() => undefined);
    client.release(!isDone);
  }
}

async function readInto(client: ClientBase, schema: string, options: DatabaseImport): Promise<number> {
  const tables = await dumpTables(client);
  const writer = rowWriter(client, tables, options);
  let header: DumpHeader | undefined;
  for await (const part of readDump(options.file)) {
    if ('header' in part) {
      header = part.header;
      requireSchema(header, schema, options.file);
      await options.checkKeys(header.keys);
      await requireEmpty(client, tables, options);
      await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    } else if ('table' in part) await writer.begin(part.table);
    else if ('row' in part) await writer.add(part.row);
    else await writer.flush();
  }
  // With all that is theirs.
  if (!options.keepsDemo) await client.query(`delete from accounts where ${IS_DEMO('id')}`);
  if (header !== undefined) await restoreNumbers(client, tables, header.last_numbers);
  // Every cache of whoever listens.
  await client.query(`select pg_notify('bars_changed', '*')`);
  return writer.written();
}

function requireSchema(
  { marketgraph_export: format, schema: theirs, version }: DumpHeader,
  ours: string,
  file: string,
): void {
  if (format !== DUMP_FORMAT)
    throw new StoreError(
      'export_schema',
      `${file} has form ${String(format)} of exports, of version ${version}; this version reads form ${String(DUMP_FORMAT)}. Nothing was changed.`,
    );
  if (theirs === ours) return;
  throw new StoreError(
    'export_schema',
    `${file} has the schema ${theirs} (version ${version}) and this database ${ours}. Nothing was changed. ` +
      `Bring the ${theirs < ours ? 'source' : 'target'} to the other's version with admin migrate, and ${theirs < ours ? 'export' : 'import'} again.`,
  );
}

async function requireEmpty(
  client: ClientBase,
  tables: readonly DumpTable[],
  { replaces }: DatabaseImport,
): Promise<void> {
  if (replaces) return;
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select 1 from ${pg.escapeIdentifier(name)} where ${OF_NEW_DATABASES[name] ?? 'true'} limit 1`,
    );
    if (rows.length > 0)
      throw new StoreError(
        'import_not_empty',
        `The target database is not empty (${name} has rows). Nothing was changed. ` +
          'Import into a new database, or give --replace to lose what it has.',
      );
  }
}

/** Classes of PostgreSQL's errors for rows: data, integrity, and nesting beyond its stack. */
const OF_ROWS = /^(?:22|23|54)/;

/** The error for rows that the database refuses; any other error as it is. */
function refusedRows(error: unknown, file: string, table: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !OF_ROWS.test(String(error.code))) return error;
  return new StoreError(
    'export_damaged',
    `${file} has a row that the table ${table} refuses (${error.message}). Nothing was changed. Export again, or copy the file again.`,
    { cause: error },
  );
}

/** Writes rows in few statements; the database parses them. */
function rowWriter(
  client: ClientBase,
  tables: readonly DumpTable[],
  { file, progress }: Pick<DatabaseImport, 'file' | 'progress'>,
): {
  begin(table: string): Promise<void>;
  add(row: string): Promise<void>;
  flush(): Promise<void>;
  written(): number;
} {
  let table: DumpTable | undefined;
  let waiting: string[] = [];
  let length = 0;
  let ofTable = 0;
  let written = 0;
  const flush = async (): Promise<void> => {
    if (table === undefined || waiting.length === 0) return;
    const name = pg.escapeIdentifier(table.name);
    const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const values = [`[${waiting.join(',')}]`];
    const statement = {
      text: `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      values,
    };
    await client.query(statement).catch((error: unknown) => {
      throw refusedRows(error, file, table?.name ?? '');
    });
    written += waiting.length;
    waiting = [];
    length = 0;
  };
  return {
    async begin(name) {
      await flush();
      table = tables.find((each) => each.name === name);
      if (table === undefined)
        throw new StoreError('export_schema', `This database has no table ${name}. Nothing was changed.`);
      ofTable = 0;
    },
    async add(row) {
      waiting.push(row);
      length += row.length;
      ofTable += 1;
      if (ofTable % ROWS_PER_PROGRESS === 0) progress(`${table?.name ?? ''}: ${String(ofTable)} rows`);
      if (length >= STATEMENT_LENGTH) await flush();
    },
    flush,
    written: () => written,
  };
}

/** Numbers that were given once are not given again, also those of rows that are gone. */
async function restoreNumbers(
  client: ClientBase,
  tables: readonly DumpTable[],
  numbers: DumpHeader['last_numbers'],
): Promise<void> {
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    // As setval is not, this is part of the transaction.
    await client.query(
      `alter table ${pg.escapeIdentifier(name)} alter column ${pg.escapeIdentifier(identity)} restart with ${String((numbers[name] ?? 0) + 1)}`,
    );
  }
}
