import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { microstructure, MINUTE_SESSIONS } from '../../engines/microstructure/microstructure.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

/** As in the graph: the session as a date, minutes as points in time. */
function measured(bars: DailyBars, sessions: readonly MinuteBars[]) {
  const { day, cumulativeVolumeDelta, ...measures } = microstructure(bars, sessions);
  const timeOf = (minute: number): string => new Date(newYorkUtcMs(day, minute)).toISOString();
  const delta = cumulativeVolumeDelta.map(({ minute, value }) => ({ time: timeOf(minute), value }));
  return { ...measures, asOf: isoDate(day), cumulativeVolumeDelta: delta };
}

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'microstructure',
      minuteSessions: MINUTE_SESSIONS,
      compute: ({ bars, sessions }) => measured(bars, sessions),
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
