import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { NewsArticle } from '../../store/news-model.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import type { LinkIndex } from '../../engines/text/ticker-links.js';
import { contextOf, namedCompanies, namesOfCompany } from './private-company-names.js';
import { joined, privateNewsRows } from './private-links.js';
import { startupIndex, startupRows } from './startup-stories.js';
import { securityLinks, storiesAmong, storyLinks, type NewsStore } from './store-articles.js';

const SETTING = 'news_links';
const STORIES_AT_ONCE = 1_000;
/** Counted up when the rules change, so that stored stories are read again. */
const RULES = 5;

/** Changes if a security or a private company is added or renamed, or if the rules change. */
async function fingerprint(tx: Transaction<Tables>): Promise<string> {
  const securities = await tx.selectFrom('securities').select(['symbol', 'name']).orderBy('symbol').execute();
  const companies = (await namedCompanies(tx)).map((company) => [
    company.slug,
    company.source,
    company.country,
    namesOfCompany(company),
    contextOf(company),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([RULES, securities, companies]))
    .digest('base64url');
}

/** Articles by story, each stored story divided where its articles are of several as the rules are now. */
function divided(
  keys: readonly string[],
  articles: readonly NewsArticle[],
  index: LinkIndex,
): ReadonlyMap<string, readonly NewsArticle[]> {
  const stored = new Map<string, NewsArticle[]>(keys.map((key) => [key, []]));
  for (const article of articles) stored.get(article.story)?.push(article);
  const found = [...stored.values()].flatMap((each) => [...storiesAmong(each, index)]);
  return new Map([...keys.map((key): [string, readonly NewsArticle[]] => [key, []]), ...found]);
}

type RelinkStore = Pick<Store, 'db' | 'settings'> & NewsStore;

/**
 * Links all stories again, and divides those of several companies, if the companies or the rules have changed since the
 * last time; returns how many stories were read.
 */
export async function relinkNews({ db, news, startupStories, privateNews, settings }: RelinkStore): Promise<number> {
  const known = await settings.get(SETTING);
  return db.transaction().execute(async (tx) => {
    await news.lock(tx);
    const current = await fingerprint(tx);
    if (known === current) return 0;
    const index = await securityLinks(tx);
    const startups = await startupIndex(tx, index);
    let total = 0;
    let keys = await news.storyKeys(tx, '', STORIES_AT_ONCE);
    while (keys.length > 0) {
      const articles = await news.ofStories(tx, keys);
      const storyOf = new Map(articles.map(({ key, story }) => [key, story]));
      const byStory = divided(keys, articles, index);
      const [touched, stories] = [[...byStory.keys()], [...byStory.values()]];
      const moved = stories.flat().filter(({ key, story }) => storyOf.get(key) !== story);
      await news.save(tx, moved);
      await news.replaceLinks(
        tx,
        touched,
        stories.flatMap((each) => storyLinks(each, index)),
      );
      await startupStories.replace(
        tx,
        touched,
        stories.flatMap((each) => startupRows(each, startups)),
      );
      const found = stories.map((each) => privateNewsRows(each, startups.companies));
      await privateNews.replace(tx, touched, joined(found));
      total += keys.length;
      keys = await news.storyKeys(tx, keys.at(-1) ?? '', STORIES_AT_ONCE);
    }
    await settings.set(SETTING, current, tx);
    return total;
  });
}
