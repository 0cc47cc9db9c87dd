import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { freePort } from '../../store/fixtures/free-port.js';
import { startBalancer, type Balancer } from '../support/balancer.js';
import { call, endConnections } from '../support/http.js';
import { programsForFile, type Environment, type Program } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const isPossible = hasOwnRedis && postgresBinaries() !== null;
if (!isPossible) console.log('skipped: rolling restarts, for want of installed servers');
const CLIENTS = 16;
/** Of each server in its turn. */
const ROUNDS = Number(process.env['ROLLING_RESTARTS'] ?? 4) / 2;
const TIMEOUT_MS = 600_000;

(isPossible ? describe : describe.skip)('rolling restarts of two servers behind a balancer that asks /readyz', () => {
  const programs = programsForFile();
  let [postgres, redis, balancer]: [PrivateServer?, TestRedis?, Balancer?] = [];
  let environment: Environment = {};
  let ports: readonly number[] = [];
  afterAll(async () => {
    balancer?.close();
    endConnections();
    await redis?.stop();
    await postgres?.stop();
  });
  removeScratchAtEnd();
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startOwnRedis()]);
    ports = [await freePort(), await freePort()];
    environment = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SVC_DATA_DIR: await scratchDir(),
      SVC_SOURCE: 'none',
      SVC_DRAIN_WAIT_MS: '3000',
      LOG_LEVEL: 'warn',
    };
  });

  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  const start = async (port: number): Promise<Program> => {
    const program = programs.start('main', [], { ...environment, PORT: String(port) });
    await program.until(/Ready on/);
    return program;
  };

  it(
    `fail no request of ${CLIENTS} clients`,
    async () => {
      const running = new Map<number, Program>();
      for (const port of ports) running.set(port, await start(port));
      balancer = await startBalancer(ports.map(urlOf));
      const { url, failures, isReady } = balancer;
      await until(() => ports.every((port) => isReady(urlOf(port))));
      const { key } = await programs.newKey(
        environment,
        '--tier',
        'institutional',
        '--per-minute',
        '100000',
        '--per-month',
        '1000000',
      );
      let isOver = false;
      const statuses = new Map<number, number>();
      const client = async (): Promise<void> => {
        while (!isOver) {
          const { status } = await call(url, '/api/v1/usage', { key });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      const clients = Array.from({ length: CLIENTS }, client);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const port of ports) {
          expect((await running.get(port)?.signal('SIGTERM'))?.code).toBe(0);
          running.set(port, await start(port));
          await until(() => isReady(urlOf(port)), 60_000);
        }
      }
      isOver = true;
      await Promise.all(clients);
      if (process.env['ROLLING_RESTARTS'] !== undefined) console.log(JSON.stringify([...statuses]));
      expect([failures, [...statuses.keys()]]).toEqual([[], [200]]);
    },
    TIMEOUT_MS,
  );
});
