import { seasonality } from '../../engines/seasonality.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'seasonality',
      compute: ({ bars }, { years }: { readonly years: number }) => seasonality(bars, years),
    }),
  );
  return {
    Security: {
      seasonality: async (security, sample, context) => ({
        id: resultId('seasonality', security, sample.years),
        ...(await load(security, sample, context)),
      }),
    },
  } satisfies Fields;
}
