import type { RequestContext } from '../../access/request-context.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import { createSearchIndex } from '../search-index.js';
import type { Services } from '../services.js';

/** Securities that a misspelled text finds. */
const MOST_NEAR = 20;

/** Finds the tickers of at most `MOST_NEAR` securities, of those whose ticker or name is spelled most nearly so. */
export type NearSecurities = (text: string, context: Pick<RequestContext, 'versions'>) => Promise<readonly string[]>;

/** A search over the tickers and names of all securities, whose index is built when it is first wanted. */
export function nearSecurities({ store }: Pick<Services, 'store'>): NearSecurities {
  const version = (): number | undefined => store.versionOf('securities');
  const index = createSearchIndex({
    version: () => version()?.toString(),
    load: async () =>
      (await store.reading(new Map()).securities.names()).map(({ symbol, name }) => ({
        id: symbol,
        name,
        aliases: [symbol],
      })),
  });
  return async (text, { versions }) => {
    noteVersion(versions, 'securities', version() ?? UNVERSIONED);
    return (await index.search(text, MOST_NEAR))?.matches.map(({ id }) => id) ?? [];
  };
}
