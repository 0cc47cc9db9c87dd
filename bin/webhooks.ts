import { systemRandom } from '../access/secrets.js';
import { disabledLog, type WorkerLog } from '../jobs/workers/webhooks/worker.js';
import { createSender, type Send } from '../jobs/workers/webhooks/sender.js';
import { createTestEventSender, type SendTest } from '../jobs/workers/webhooks/send-test-event.js';
import { createOutbound } from '../outbound/outbound.js';
import { createTargetCheck, type TargetCheck } from '../outbound/targets.js';
import type { Store } from '../store/open-store.js';
import type { Config } from './config.js';
import { openSealingKey, type SealingKey } from './sealing-key.js';

/** Services for registering and delivering webhooks. */
export interface Webhooks {
  readonly sealer: SealingKey['sealer'];
  readonly key: Pick<SealingKey, 'claim' | 'hasKey' | 'rotate'>;
  readonly checkTarget: TargetCheck;
  readonly send: Send;
  readonly sendTest: SendTest;
  close(): void;
}

/** Read limit for a receiver's response body, which is discarded. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Part of an attempt's 10 s. */
const CONNECT_TIMEOUT_MS = 5_000;
const SOCKETS_PER_HOST = 256;

export function openWebhooks(
  config: Pick<Config, 'secretKeys' | 'dataDir' | 'allowsPrivateTargets'>,
  store: Store,
  clock: () => number,
  log: Pick<WorkerLog, 'warn'>,
): Webhooks {
  const { allowsPrivateTargets: allowsPrivate } = config;
  const outbound = createOutbound({
    target: allowsPrivate ? 'operator' : 'customer',
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    maxSockets: SOCKETS_PER_HOST,
  });
  const key = openSealingKey(config, store);
  const { sealer } = key;
  const send = createSender({ outbound, sealer, clock });
  return {
    sealer,
    key,
    checkTarget: createTargetCheck({ allowsPrivate }),
    send,
    sendTest: createTestEventSender({
      store,
      send,
      clock,
      random: systemRandom,
      rng: Math.random,
      onDisabled: disabledLog(log),
    }),
    close: () => outbound.close(),
  };
}
