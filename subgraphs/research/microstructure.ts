import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { microstructure, MINUTE_SESSIONS, type Microstructure } from '../../engines/microstructure/microstructure.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

/** Measures as in the graph: the session as a date, minutes as points in time. */
export function inGraph({ day, cumulativeVolumeDelta, ...measures }: Microstructure) {
  const timeOf = (minute: number): string => new Date(newYorkUtcMs(day, minute)).toISOString();
  const delta = cumulativeVolumeDelta.map(({ minute, value }) => ({ time: timeOf(minute), value }));
  return { ...measures, asOf: isoDate(day), cumulativeVolumeDelta: delta };
}

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'microstructure',
      minuteSessions: MINUTE_SESSIONS,
      compute: ({ bars, sessions }) => inGraph(microstructure(bars, sessions)),
    }),
  );
  return {
    Security: {
      async microstructure(security, _args, context) {
        return { id: resultId('microstructure', security), ...(await load(security, {}, context)) };
      },
    },
  } satisfies Fields;
}
