import { afterAll, expect, it } from '@jest/globals';
import { embeddedDatabase } from '../../../store/fixtures/databases.js';
import { openQueues, type Queues } from '../../queue/open-queues.js';
import { QUEUES } from '../../queue/names.js';
import { startSourcesWorker } from './worker.js';

const open = embeddedDatabase();
const opened: Queues[] = [];
afterAll(() => Promise.all(opened.map((queues) => queues.close())));
const unexpected = (error: unknown): never => {
  throw error;
};
const log = { warn: unexpected };
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

it('each poll runs at the start, one after the other, and polls of sources that are gone have no schedule left', async () => {
  const queues = openQueues({
    store: await open(),
    redis: undefined,
    connections: 4,
    onAway: () => undefined,
    onFailed: unexpected,
    onLost: unexpected,
  });
  opened.push(queues);
  const ran: string[] = [];
  const poll = (id: string) => ({ id, everyMs: 3_600_000, run: () => Promise.resolve(void ran.push(id)) });
  const first = await startSourcesWorker({ queues, polls: [poll('edgar latest filings'), poll('finnhub news')], log });
  await until(() => new Set(ran).size === 2);
  await first.close();
  const keys = async () => (await queues.queue(QUEUES.sources).getJobSchedulers()).map(({ key }) => key).sort();
  expect(await keys()).toEqual(['edgar latest filings', 'finnhub news']);
  const second = await startSourcesWorker({ queues, polls: [poll('finnhub news')], log });
  expect(await keys()).toEqual(['finnhub news']);
  await second.close();
});
