import { seasonality } from '../../engines/seasonality.js';
import { fieldLoader } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields, Loaders } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const byYears: Loaders['Security']['seasonality'] = seriesField(services, {
    name: 'seasonality',
    compute: ({ bars }, { years }) => seasonality(bars, years),
  });
  const load = fieldLoader(byYears);
  return { Security: { seasonality: (security, sample, context) => load(security, sample, context) } } satisfies Fields;
}
