import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { ROUNDS } from './rounds.js';
import { writeHistories } from './synthetic.js';

const programs = programsForFile();
removeScratchAtEnd();

const DAYS = 600;
const TIMEOUT_MS = 120_000 + ROUNDS * 120_000;
/** Usage is stored every second; what was counted this long before the kill must have been. */
const STORED_AFTER_MS = 2_500;
/** How many times as long as a key a store of the counts may take: statements of both wait for those of imports. */
const SLOWER_THAN_KEY = 3;
const LOAD_MS = 4_000;
/** Requests are answered for this long before that time. */
const COUNTED_FOR_MS = 1_000;

const BATCH = 100;

/** The first session has no prior close, so that it is no session to the gap statistics. */
const sessionsIn = (counted: number | undefined): number => (counted === undefined ? 0 : counted + 1);

/** Sessions stored of each ticker, in their order: 0 where it is not stored. */
async function sessionsOf(url: string, key: string, tickers: readonly string[]): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let start = 0; start < tickers.length; start += BATCH) {
    const variables = { of: tickers.slice(start, start + BATCH) };
    const answer = await call(url, '/graphql', {
      method: 'POST',
      key,
      body: {
        query: 'query($of: [Ticker!]!) { securitiesByTicker(tickers: $of) { gapStats { sessions } } }',
        variables,
      },
    });
    for (const security of read(answer, 'data', 'securitiesByTicker') as ({
      gapStats: { sessions: number } | null;
    } | null)[])
      counts.push(sessionsIn(security?.gapStats?.sessions));
  }
  return counts;
}

/** What a killed server had told its clients. */
interface Told {
  readonly keys: string[];
  readonly imported: Set<string>;
  /** When each metered request was answered, epoch milliseconds. */
  readonly countedAtMs: number[];
  sent: number;
  /** The longest that a key took to be made: a measure of how busy the machine is. */
  slowestKeyMs: number;
}

const storedAfterMs = ({ slowestKeyMs }: Told): number =>
  Math.max(STORED_AFTER_MS, 1_000 + SLOWER_THAN_KEY * slowestKeyMs);

/** Runs `step` until it fails, as it must once the server is gone, and answers when it did. */
async function untilGone(step: () => Promise<void>): Promise<{ readonly atMs: number; readonly why: unknown }> {
  for (;;) {
    try {
      await step();
    } catch (why) {
      return { atMs: Date.now(), why };
    }
  }
}

/**
 * Keys, imports and requests at once; ends when the server is killed, which is after `LOAD_MS` and something of each.
 */
async function loadAndKill(
  server: ServerProgram,
  dataDir: string,
  folder: string,
  reader: string,
  told: Told,
): Promise<number> {
  const startedAtMs = Date.now();
  let killedAtMs = 0;
  const isEnough = (): boolean =>
    told.keys.length > 2 &&
    told.imported.size > 2 &&
    told.countedAtMs.length > 20 &&
    (told.countedAtMs[0] ?? Infinity) < Date.now() - storedAfterMs(told) - COUNTED_FOR_MS;
  let keyAskedAtMs = startedAtMs;
  const killOnceLoaded = (): void => {
    if (killedAtMs !== 0) return;
    told.slowestKeyMs = Math.max(told.slowestKeyMs, Date.now() - keyAskedAtMs);
    if (Date.now() - startedAtMs < LOAD_MS || !isEnough()) return;
    killedAtMs = Date.now();
    void server.signal('SIGKILL');
  };
  const command = async (
    script: string,
    argv: readonly string[],
    progress: (line: string) => void = () => undefined,
  ): Promise<readonly string[]> => {
    const lines: string[] = [];
    const code = await forwardCommand(dataDir, script, argv, {
      print: (line) => lines.push(line),
      error: (line) => lines.push(line),
      progress,
    });
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${String(code)}: ${lines.join('\n')}`);
    return lines;
  };
  const ends = await Promise.all([
    untilGone(async () => {
      keyAskedAtMs = Date.now();
      const [line = '{}'] = await command('admin', ['keys', 'create', '--tier', 'free', '--json']);
      told.keys.push(String(read(JSON.parse(line) as object, 'key')));
    }),
    untilGone(async () => {
      await command('import', ['bars', folder], (line) => told.imported.add(path.basename(line, '.csv')));
    }),
    untilGone(async () => {
      told.sent += 1;
      const { status } = await call(server.url, '/api/v1/gap-stats?ticker=STEADY', { key: reader });
      if (status !== 200) throw new Error(`a request was answered ${status}`);
      told.countedAtMs.push(Date.now());
      killOnceLoaded();
    }),
  ]);
  await server.ended;
  endConnections();
  expect(ends.filter(({ atMs }) => atMs < killedAtMs)).toEqual([]);
  return killedAtMs;
}

const usedBy = async (url: string, key: string): Promise<number> =>
  Number(read(await call(url, '/api/v1/usage', { key }), 'requests', 'used'));

describe('a server that is killed under load', () => {
  it(
    `starts again with every acknowledged key, import and count, ${ROUNDS} times over`,
    async () => {
      const dataDir = await scratchDir();
      const files = await scratchDir();
      const environment = { SVC_DATA_DIR: dataDir };
      await writeHistories(path.join(files, 'steady'), ['STEADY'], DAYS, 50);
      expect((await programs.run('import', ['bars', path.join(files, 'steady')], environment)).code).toBe(0);
      const { key: reader } = await programs.newKey(environment, '--tier', 'institutional', '--per-minute', '100000');
      const keys: string[] = [];
      let used = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const folder = path.join(files, `round${round}`);
        const tickers = Array.from({ length: 150 }, (_, i) => `R${round}T${String(i).padStart(3, '0')}`);
        await writeHistories(folder, tickers, DAYS, 20 + round);
        const server = await programs.server(environment);
        expect(await usedBy(server.url, reader)).toBeGreaterThanOrEqual(used);
        used = await usedBy(server.url, reader);
        const told: Told = { keys: [], imported: new Set(), countedAtMs: [], sent: 0, slowestKeyMs: 0 };
        const killedAtMs = await loadAndKill(server, dataDir, folder, reader, told);
        keys.push(...told.keys);

        const again = await programs.server(environment);
        const stored = told.countedAtMs.filter((atMs) => atMs < killedAtMs - storedAfterMs(told)).length;
        expect(stored).toBeGreaterThan(0);
        const now = await usedBy(again.url, reader);
        expect([round, now >= used + stored, now <= used + told.sent]).toEqual([round, true, true]);
        used = now;
        const answers = await Promise.all(
          keys.map((key): Promise<Answer> => call(again.url, '/api/v1/usage', { key })),
        );
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        const sessions = await sessionsOf(again.url, reader, tickers);
        expect(sessions.map((count, i) => [tickers[i], count])).toEqual(
          sessions.map((count, i) => [tickers[i], told.imported.has(tickers[i] ?? '') || count > 0 ? DAYS : 0]),
        );
        expect((await again.signal('SIGTERM')).code).toBe(0);
        endConnections();
      }
    },
    TIMEOUT_MS,
  );
});

describe('an import of its own process that is killed', () => {
  it(
    `leaves whole files and no half of one, and the next import ends the work, ${ROUNDS} times over`,
    async () => {
      const environment = { SVC_DATA_DIR: await scratchDir() };
      const files = await scratchDir();
      const { key } = await programs.newKey(environment, '--tier', 'institutional', '--per-minute', '100000');
      for (let round = 0; round < ROUNDS; round += 1) {
        const folder = path.join(files, `round${round}`);
        const tickers = Array.from({ length: 80 }, (_, i) => `K${round}T${String(i).padStart(3, '0')}`);
        await writeHistories(folder, tickers, DAYS, 30 + round);
        const killed = programs.start('import', ['bars', folder], environment);
        // Progress is written for the first file and then once a second: odd rounds are killed later, unless they end
        // before.
        await killed.until(/1\/80 files.*\n/, 'stderr');
        if (round % 2 === 1)
          await Promise.race([killed.until(/files.*\n.*files.*\n/, 'stderr').catch(() => undefined), killed.ended]);
        const { stderr } = await killed.signal('SIGKILL');
        const done = Math.max(...[...stderr.matchAll(/(\d+)\/80 files/g)].map(([, count]) => Number(count)));

        const server = await programs.server(environment);
        const sessions = await sessionsOf(server.url, key, tickers);
        expect([round, sessions.filter((count) => count !== DAYS && count !== 0)]).toEqual([round, []]);
        expect(sessions.slice(0, done)).toEqual(Array.from({ length: done }, () => DAYS));
        expect((await programs.run('import', ['bars', folder], environment)).code).toBe(0);
        expect(new Set(await sessionsOf(server.url, key, tickers))).toEqual(new Set([DAYS]));
        expect((await server.signal('SIGTERM')).code).toBe(0);
        endConnections();
      }
    },
    TIMEOUT_MS,
  );
});
