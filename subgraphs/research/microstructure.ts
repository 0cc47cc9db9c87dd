import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { microstructure, MINUTE_SESSIONS, type Microstructure } from '../../engines/microstructure/microstructure.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** As in the graph: the session as a date, minutes as points in time. */
function resultOf(security: SecurityRef, { day, cumulativeVolumeDelta, ...measures }: Microstructure) {
  return {
    id: resultId('microstructure', security),
    ...measures,
    asOf: isoDate(day),
    cumulativeVolumeDelta: cumulativeVolumeDelta.map(({ minute, value }) => ({
      time: new Date(newYorkUtcMs(day, minute)).toISOString(),
      value,
    })),
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(seriesField(services, {
    name: 'microstructure',
    minuteSessions: MINUTE_SESSIONS,
    compute: ({ bars, sessions }) => microstructure(bars, sessions),
  }));
  return {
    Security: {
      microstructure: async (security, _args, context) => resultOf(security, await load(security, {}, context)),
    },
  } satisfies Fields;
}
