import { BENCHMARK } from '../../engines/benchmark.js';
import { streetGrades } from '../../engines/street-grades.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'streetGrades',
      alongside: BENCHMARK,
      rows: {
        tables: ['rating_actions'],
        load: ({ ratingActions }, tickers) => ratingActions.byTickers(tickers),
      },
      compute: ({ bars, splits, alongside, rows }) =>
        streetGrades({ bars, splits, actions: rows, benchmark: alongside }),
    }),
  );
  return {
    Security: {
      streetGrades: async (security, _args, context) => ({
        id: resultId('streetGrades', security),
        ...(await load(security, {}, context)),
      }),
    },
  } satisfies Fields;
}
