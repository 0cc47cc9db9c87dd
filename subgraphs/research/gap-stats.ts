import { gapStats } from '../../engines/gaps.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const load = fieldLoader(seriesField(services, { name: 'gapStats', compute: ({ bars }) => gapStats(bars) }));
  return {
    Security: {
      gapStats: async (security, _args, context) => ({
        id: resultId('gapStats', security),
        ...(await load(security, {}, context)),
      }),
    },
  } satisfies Fields;
}
