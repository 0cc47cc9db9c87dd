import { isoDate } from '../../../calendar/days.js';
import { nextSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import type { Observe } from './observation.js';

/** The feed is dark once this many sessions have closed after the newest recorded one. */
const DARK_AFTER_SESSIONS = 2;

/** Observes whether composites are still being recorded. */
export const observeFeed: Observe = async ({ store }, { now }) => {
  const recorded = await store.composites.lastRecordedAt();
  if (recorded === null) return [];
  let missed = recorded.day;
  for (let session = 0; session < DARK_AFTER_SESSIONS; session += 1) missed = nextSession(missed);
  const day = isoDate(recorded.day);
  const reading =
    sessionCloseUtcMs(missed) <= now.getTime()
      ? { value: 'dark', text: `The edge feed went dark: no composites have been recorded since those of ${day}.` }
      : { value: 'live', text: `The edge feed is live: the composites of ${day} are recorded.` };
  return [{ key: 'feed', asOf: now, ...reading }];
};
