import { seriesSources, type SeriesSource } from '../../sources/live/series-sources.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import type { Services } from '../services.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** Where the data of each security is from: a query of each table per batch. */
function sourcesField({ store }: Services): BatchedField<readonly SeriesSource[], SecurityRef, object> {
  return async (queries, context) => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const found = await seriesSources(store.reading(context.versions), tickers);
    return queries.map(({ obj }) => found.get(obj.ticker) ?? []);
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(sourcesField(services));
  return { Security: { sources: (security, _args, context) => load(security, {}, context) } } satisfies Fields;
}
