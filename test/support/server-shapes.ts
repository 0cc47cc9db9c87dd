import { afterAll, beforeAll } from '@jest/globals';
import { hasRedis, startTestRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import type { Environment } from './programs.js';

/** A way to run the server, and what its environment says then. */
export interface ServerShape {
  readonly name: string;
  /** False where the servers that it needs are not there. */
  readonly isPossible: boolean;
  readonly environment: () => Environment;
}

export const hasServers = hasRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null);

/** Both shapes, the second over a PostgreSQL database and a Redis of this describe's own. */
export function serverShapes(): readonly ServerShape[] {
  let redis: TestRedis | undefined;
  let databaseUrl: string | undefined;
  afterAll(() => redis?.stop());
  const openDatabase = hasServers ? postgresDatabase() : undefined;
  beforeAll(async () => {
    if (hasServers) redis = await startTestRedis();
    databaseUrl = (await openDatabase?.())?.poolConfig.connectionString;
  });
  return [
    { name: 'embedded', isPossible: true, environment: () => ({}) },
    {
      name: 'on PostgreSQL and Redis',
      isPossible: hasServers,
      environment: () => ({ DATABASE_URL: databaseUrl, REDIS_URL: redis?.url }),
    },
  ];
}
