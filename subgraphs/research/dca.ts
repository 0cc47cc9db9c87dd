import { BENCHMARK } from '../../engines/benchmark.js';
import { dca } from '../../engines/dca.js';
import { fieldLoader } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields, Loaders } from './generated/resolver-types.js';

export function createFields(services: Services) {
  const byPlan: Loaders['Security']['dca'] = seriesField(services, {
    name: 'dca',
    alongside: BENCHMARK,
    compute: ({ bars, alongside }, plan) => dca(bars, plan, alongside === undefined ? undefined : { ticker: BENCHMARK, bars: alongside }),
  });
  const load = fieldLoader(byPlan);
  return { Security: { dca: (security, plan, context) => load(security, plan, context) } } satisfies Fields;
}
