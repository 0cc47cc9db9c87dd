import { newId, systemRandom } from '../../access/secrets.js';
import { readConfig } from '../../bin/config.js';
import { openRuntime, type Runtime } from '../../bin/runtime.js';
import { startWorkers } from '../../bin/workers.js';
import { DATA, nowMs, pathOf, serve, SPREADS, type Spread } from './webhook-messages.js';

const LAST = 4;
const EMITTERS = 4;
const SECRET = 'whsec_bench';

/** Creates the spread's accounts with endpoints at `RECEIVER`. */
async function register({ store, webhooks }: Runtime, spread: Spread, receiver: string): Promise<void> {
  const sealer = await webhooks.sealer();
  for (let account = 0; account < spread.accounts; account += 1) {
    const accountId = newId('acc', systemRandom);
    await store.accounts.insert({
      id: accountId,
      name: null,
      tier: 'pro',
      perMinute: null,
      perMonth: null,
      createdAt: new Date(),
    });
    for (let each = 0; each < spread.endpointsEach; each += 1) {
      const id = newId('we', systemRandom);
      const url = receiver + pathOf(spread, account * spread.endpointsEach + each);
      await store.webhooks.insert(
        {
          id,
          accountId,
          url,
          events: [spread.type],
          secret: sealer.seal(SECRET, id),
          secretLast4: SECRET.slice(-LAST),
          createdAt: new Date(),
        },
        spread.endpointsEach,
      );
    }
  }
}

/** Emits each event in its own transaction, like producers, several at once. */
async function emit({ store }: Runtime, { type, events }: Spread): Promise<Readonly<Record<string, number>>> {
  const emitted: Record<string, number> = {};
  let left = events;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const id = newId('evt', systemRandom);
      emitted[id] = nowMs();
      await store.db
        .transaction()
        .execute((tx) => store.outbox.emit(tx, { id, type, accountId: null, data: DATA, at: new Date() }));
    }
  };
  await Promise.all(Array.from({ length: EMITTERS }, lane));
  return emitted;
}

// The delivery workers of the real program, without the server.
const runtime = await openRuntime(readConfig(process.env));
for (const spread of SPREADS) await register(runtime, spread, process.env['RECEIVER'] ?? '');
const workers = await startWorkers(runtime);
serve(
  (spread) => emit(runtime, spread),
  async () => {
    await workers.close();
    await runtime.close();
  },
);
