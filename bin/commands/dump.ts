import path from 'node:path';
import { exportDatabase } from '../../store/dump/export-database.js';
import { importDatabase } from '../../store/dump/import-database.js';
import { claimDatabase } from '../../store/process-claim.js';
import { VAULT_KEY_SETTING } from '../../store/vault.js';
import { Failure } from '../failure.js';
import { RETURN_KEY_SETTING, TAG_KEY_SETTING } from '../own-keys.js';
import { SEALING_KEY_SETTING } from '../sealing-key.js';
import { VERSION } from '../version.js';
import type { Command, CommandInput } from './command.js';

function fileOf(positionals: readonly string[], command: string): string {
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Failure(`Give one file: admin ${command} FILE.`);
  return path.resolve(file);
}

const seconds = (fromMs: number, toMs: number): string => ((toMs - fromMs) / 1000).toFixed(1);

async function exportAll({ runtime: { store, clock }, values, positionals, output }: CommandInput): Promise<number> {
  const file = fileOf(positionals, 'export');
  const startMs = clock();
  const rows = await exportDatabase(store, {
    file,
    version: VERSION,
    keySettings: [SEALING_KEY_SETTING, VAULT_KEY_SETTING],
    leftOut: [RETURN_KEY_SETTING, TAG_KEY_SETTING],
    now: new Date(startMs),
    progress: (line) => output.progress(line),
  });
  output.print(
    values['json'] === true
      ? JSON.stringify({ file, rows, schema: store.schema.newest })
      : `Exported ${rows} rows to ${file} in ${seconds(startMs, clock())} s. Secrets in it stay encrypted: the target needs the same SVC_SECRET_KEY and SVC_VAULT_KEY, or the key files.`,
  );
  return 0;
}

/** Says which key is missing, before anything is written. */
async function checkKeys(
  { webhooks, vault }: CommandInput['runtime'],
  keys: Readonly<Record<string, string>>,
): Promise<void> {
  const checks = [
    {
      what: 'secrets of webhooks and agents',
      setting: SEALING_KEY_SETTING,
      key: webhooks.key,
      variable: 'SVC_SECRET_KEY',
      file: 'secret.key',
    },
    {
      what: 'credentials of the vault',
      setting: VAULT_KEY_SETTING,
      key: vault,
      variable: 'SVC_VAULT_KEY',
      file: 'vault.key',
    },
  ];
  for (const { what, setting, key, variable, file } of checks) {
    const fingerprint = keys[setting];
    if (fingerprint === undefined || (await key.hasKey(fingerprint))) continue;
    throw new Failure(
      `The ${what} in this export are encrypted with a key that is not here. Nothing was changed. ` +
        `Set ${variable} to the key of the source, or copy its ${file} into SVC_DATA_DIR.`,
    );
  }
}

/** Takes the database for this process alone; the embedded one is locked as long as it is open. */
async function claimAlone({ store }: CommandInput['runtime']): Promise<() => Promise<void>> {
  if (store.kind === 'embedded') return () => Promise.resolve();
  const claim = await claimDatabase(store.poolConfig, false, () => undefined);
  if (claim === null)
    throw new Failure(
      'Servers use the target database. Nothing was changed. Stop all servers, subgraphs and workers on it, and import again.',
    );
  return () => claim.release();
}

async function importAll({ runtime, values, positionals, output }: CommandInput): Promise<number> {
  const file = fileOf(positionals, 'import');
  const startMs = runtime.clock();
  const release = await claimAlone(runtime);
  try {
    const rows = await importDatabase(runtime.store, {
      file,
      replaces: values['replace'] === true,
      keepsDemo: runtime.hasDemoKeys,
      checkKeys: (keys) => checkKeys(runtime, keys),
      progress: (line) => output.progress(line),
    });
    output.print(
      values['json'] === true
        ? JSON.stringify({ file, rows })
        : `Imported ${rows} rows from ${file} in ${seconds(startMs, runtime.clock())} s.`,
    );
    return 0;
  } finally {
    await release();
  }
}

/** Everything in a database, to a file and from it: between the embedded database and PostgreSQL, either way. */
export const DUMP_COMMANDS: Readonly<Record<string, Command>> = {
  export: {
    usage: 'export FILE [--json]',
    description:
      'Writes the whole database, as it is at one moment, to a file for admin import. An embedded database must not be in use by a server.',
    options: { json: { type: 'boolean' } },
    isAlone: true,
    run: exportAll,
  },
  import: {
    usage: 'import FILE [--replace] [--json]',
    description:
      'Fills a new database from a file of admin export, completely or not at all, with all servers and workers stopped; --replace loses what it has.',
    options: { json: { type: 'boolean' }, replace: { type: 'boolean' } },
    isAlone: true,
    run: importAll,
  },
};
