import { canonicalUrl } from '../../engines/text/canonical-url.js';
import { removeArticles } from '../../sources/news/store-articles.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput } from './command.js';

async function remove({ runtime: { store }, positionals, output }: CommandInput): Promise<number> {
  if (positionals.length === 0) throw new Failure('Give the addresses of the articles: news remove URL….');
  const keys = positionals.map((url) => {
    const key = canonicalUrl(url);
    if (key === null) throw new Failure(`${JSON.stringify(url)} is not the address of an article.`);
    return key;
  });
  const removed = await store.db.transaction().execute((tx) => removeArticles(store, tx, keys));
  output.print(`Removed ${removed} of ${new Set(keys).size} articles.`);
  return removed === 0 ? 1 : 0;
}

/** Articles that their outlets have withdrawn. */
export const NEWS_COMMANDS: Readonly<Record<string, Command>> = {
  'news remove': {
    usage: 'news remove URL…',
    description: 'Removes articles by their addresses, with what they told of companies and securities.',
    options: {},
    run: remove,
  },
};
