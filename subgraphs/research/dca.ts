import { BENCHMARK } from '../../engines/benchmark.js';
import { dca, type DcaPlan } from '../../engines/dca.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'dca',
      alongside: BENCHMARK,
      compute: ({ bars, alongside }, plan: DcaPlan) =>
        dca(bars, plan, alongside === undefined ? undefined : { ticker: BENCHMARK, bars: alongside }),
    }),
  );
  return {
    Security: {
      dca: async (security, plan, context) => ({
        id: resultId('dca', security, plan.monthlyAmount, plan.years),
        ...(await load(security, plan, context)),
      }),
    },
  } satisfies Fields;
}
