import type { Producer } from '../refresh/worker.js';
import type { Screen } from './screen.js';

/** Computes changed rows of the screen ahead of requests. */
export function screenProducer(screen: Pick<Screen, 'table'>): Producer {
  return {
    name: 'screen',
    async run(_at, isStopping) {
      await screen.table(isStopping).catch((error: unknown) => {
        if (!isStopping()) throw error;
      });
    },
  };
}
