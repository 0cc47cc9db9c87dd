import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { NewsArticle } from '../../store/news-model.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { securityLinks, storyLinks } from './store-articles.js';

const SETTING = 'news_links';
const STORIES_AT_ONCE = 1_000;

/** Changes if a security is added or renamed. */
async function fingerprint(tx: Transaction<Tables>): Promise<string> {
  const rows = await tx.selectFrom('securities').select(['symbol', 'name']).orderBy('symbol').execute();
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}

/** Links all stories again if securities were added or renamed since the last time; returns how many stories. */
export async function relinkNews({ db, news, settings }: Pick<Store, 'db' | 'news' | 'settings'>): Promise<number> {
  const known = await settings.get(SETTING);
  return db.transaction().execute(async (tx) => {
    await news.lock(tx);
    const current = await fingerprint(tx);
    if (known === current) return 0;
    const index = await securityLinks(tx);
    let total = 0;
    let keys = await news.storyKeys(tx, '', STORIES_AT_ONCE);
    while (keys.length > 0) {
      const byStory = new Map<string, NewsArticle[]>(keys.map((key) => [key, []]));
      for (const article of await news.ofStories(tx, keys)) byStory.get(article.story)?.push(article);
      await news.replaceLinks(tx, keys, [...byStory.values()].flatMap((articles) => storyLinks(articles, index)));
      total += keys.length;
      keys = await news.storyKeys(tx, keys.at(-1) ?? '', STORIES_AT_ONCE);
    }
    await settings.set(SETTING, current, tx);
    return total;
  });
}
