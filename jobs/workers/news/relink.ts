import { relinkNews } from '../../../sources/news/relink.js';
import type { NewsStore } from '../../../sources/news/store-articles.js';
import type { Store } from '../../../store/open-store.js';
import type { Producer } from '../refresh/worker.js';

export interface RelinkOptions {
  readonly store: Pick<Store, 'db' | 'settings'> & NewsStore;
  readonly log: { info(details: object, message: string): void };
}

/** Links stories again when securities or private companies were added or renamed. */
export function createRelinkProducer({ store, log }: RelinkOptions): Producer {
  return {
    name: 'news',
    async run() {
      const stories = await relinkNews(store);
      if (stories > 0) log.info({ stories }, 'linked news to securities again');
    },
  };
}
