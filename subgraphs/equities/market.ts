import { marketState } from '../../calendar/market-state.js';
import { isoDate } from '../../calendar/days.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields({ store }: Services) {
  return {
    Query: {
      async market(_root, _args, context) {
        const lastDay = await store.reading(context.versions).securities.lastDay();
        const { status, nextOpenMs, nextCloseMs, asOfMs } = marketState(context.nowMs);
        return {
          status,
          nextOpen: new Date(nextOpenMs),
          nextClose: new Date(nextCloseMs),
          lastSession: lastDay === null ? null : isoDate(lastDay),
          asOf: new Date(asOfMs),
        };
      },
    },
  } satisfies Fields;
}
