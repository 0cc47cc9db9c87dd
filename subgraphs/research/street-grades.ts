import { BENCHMARK } from '../../engines/benchmark.js';
import { gradesKnownBy } from '../../engines/street-grades-known-by.js';
import { asOfInstant, beforeFirst } from '../as-of.js';
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
      isOfRowsAlone: true,
      rows: {
        kind: 'ratings',
        tables: ['rating_actions'],
        load: ({ ratingActions }, tickers) => ratingActions.byTickers(tickers),
      },
      compute: ({ bars, splits, alongside, rows }, { instantMs }: { readonly instantMs: number | null }) =>
        gradesKnownBy({ bars, splits, actions: rows, benchmark: alongside }, instantMs),
    }),
  );
  return {
    Security: {
      async streetGrades(security, args, context) {
        const instantMs = asOfInstant(args, context);
        const grades = await load(security, { instantMs }, context);
        if ('firstMs' in grades) throw beforeFirst(`the first rating action of ${security.ticker}`, grades.firstMs);
        return { id: resultId('streetGrades', security, ...(instantMs === null ? [] : [instantMs])), ...grades };
      },
    },
  } satisfies Fields;
}
