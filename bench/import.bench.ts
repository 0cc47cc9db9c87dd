import { execFileSync } from 'node:child_process';
import { createWriteStream, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isoDate } from '../calendar/days.js';
import { Random } from '../engines/simulation/random.js';
import { IMPORT as BARS } from '../sources/files/import-bars.js';
import type { FileImport } from '../sources/files/import-files.js';
import { importFiles } from '../sources/files/import-files.js';
import { IMPORT as SESSIONS } from '../sources/files/import-sessions.js';
import { openStore } from '../store/open-store.js';
import { hasPostgres, startPostgres } from './servers.js';

/** Ten years of sessions, as many tickers as `IMPORT_TICKERS` says. */
const TICKERS = Number(process.env['IMPORT_TICKERS'] ?? 500);
const DAYS = 2_520;
const FIRST_DAY = 16_800;
const HEADER = 'Date,Open,High,Low,Close,Adj Close,Volume\n';
const ROWS = TICKERS * DAYS;

/** ZAAA, ZBAA, … */
function symbolOf(index: number): string {
  const letters = [0, 1, 2].map((place) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26)));
  return `Z${letters.join('')}`;
}

function rowsOf(random: Random): string[] {
  let close = 20 + 100 * random.uniform();
  return Array.from({ length: DAYS }, (_, index) => {
    const open = close;
    close *= 0.985 + 0.0302 * random.uniform();
    const [high, low] = [
      Math.max(open, close) * (1 + 0.01 * random.uniform()),
      Math.min(open, close) * (1 - 0.01 * random.uniform()),
    ];
    const prices = [open, high, low, close, close].map((value) => value.toFixed(4)).join(',');
    return `${isoDate(FIRST_DAY + Math.floor(index / 5) * 7 + (index % 5))},${prices},${Math.round(1e6 * random.uniform())}`;
  });
}

/** The same rows as a file for each ticker and as one file of all. */
async function writeFiles(folder: string, whole: string): Promise<void> {
  await mkdir(folder);
  const random = new Random([1, 2, 3, 4], 0);
  const all = createWriteStream(whole);
  all.write(`Ticker,${HEADER}`);
  for (let index = 0; index < TICKERS; index += 1) {
    const rows = rowsOf(random);
    await writeFile(path.join(folder, `${symbolOf(index)}.csv`), `${HEADER}${rows.join('\n')}\n`);
    if (!all.write(rows.map((row) => `${symbolOf(index)},${row}\n`).join(''))) await once(all, 'drain');
  }
  all.end();
  await once(all, 'finish');
}

interface Took {
  readonly seconds: number;
  readonly processorSeconds: number;
}

async function timeOf(work: () => Promise<void>): Promise<Took> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - start) / 1000, processorSeconds: (user + system) / 1e6 };
}

async function imported(
  kind: FileImport,
  file: string,
  where: { readonly dataDir: string; readonly databaseUrl?: string },
): Promise<Took> {
  const store = await openStore({ cacheBytes: 1_000_000, ...where });
  try {
    return await timeOf(async () => {
      const { files } = await importFiles(store, kind, [file], { strict: true });
      const rows = files.reduce((sum, each) => sum + each.rows, 0);
      if (rows !== ROWS) throw new Error(`${rows} of ${ROWS} rows were imported.`);
    });
  } finally {
    await store.close();
  }
}

/** PostgreSQL's own loader: the same file, unchecked and unadjusted, into a table with a row for each session. */
function copied(databaseUrl: string, whole: string): number {
  const [version = ''] = readdirSync('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
  const psql = (...args: readonly string[]): void => {
    const options = ['-q', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl];
    execFileSync(`/usr/lib/postgresql/${version}/bin/psql`, [...options, ...args]);
  };
  const prices = ['open', 'high', 'low', 'close', 'adj_close', 'volume'].map((name) => `${name} float8`).join(', ');
  psql('-c', `create table plain_bars (ticker text, day date, ${prices}, primary key (ticker, day))`);
  const start = performance.now();
  psql('-c', `\\copy plain_bars from '${whole}' csv header`);
  return (performance.now() - start) / 1000;
}

const rate = (seconds: number): string => `${Math.round(ROWS / seconds / 1000)},000`.padStart(8);
const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const postgres = hasPostgres ? await startPostgres() : undefined;
try {
  const [folder, whole] = [path.join(scratch, 'bars'), path.join(scratch, 'all.csv')];
  await writeFiles(folder, whole);
  console.log(`${TICKERS} tickers × ${DAYS} sessions, ${ROWS} rows`);
  const peer = postgres === undefined ? undefined : copied(postgres.url, whole);
  if (peer === undefined) console.log('skipped: PostgreSQL, which is not installed');
  else console.log(`${'COPY into a plain table'.padEnd(44)} ${rate(peer)} rows/s`);
  const places = [
    ['embedded', {}],
    ...(postgres === undefined ? [] : [['PostgreSQL', { databaseUrl: postgres.url }] as const]),
  ] as const;
  for (const [kind, file] of [
    [BARS, folder],
    [SESSIONS, whole],
  ] as const) {
    for (const [name, where] of places) {
      const dataDir = path.join(scratch, `${kind.kind}-${name}`);
      const { seconds, processorSeconds } = await imported(kind, file, { dataDir, ...where });
      const ratio = peer === undefined ? '' : `, ${(peer / seconds).toFixed(2)} of COPY`;
      const rates = `${rate(seconds)} rows/s${ratio}; ${rate(processorSeconds).trim()} a second of processor`;
      console.log(`${`import ${kind.kind}, ${name}`.padEnd(44)} ${rates}`);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
} finally {
  await postgres?.stop();
  await rm(scratch, { recursive: true, force: true });
}
