import { seasonality } from '../../engines/seasonality.js';
import { fieldLoader } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const load = fieldLoader(seriesField(services, { name: 'seasonality', compute: ({ bars }) => seasonality(bars) }));
  return {
    Query: { seasonality: (_root, { ticker }, context) => load(securityRef(ticker), {}, context) },
    Security: { seasonality: (security, _args, context) => load(security, {}, context) },
  } satisfies Fields;
}
