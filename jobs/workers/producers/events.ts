import { newId, type RandomBytes } from '../../../access/secrets.js';
import { lastClosedSession, previousSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import type { NewEvent } from '../../../store/outbox.js';
import type { EventData } from '../../queue/event-data.js';
import type { EventType } from '../../queue/event-types.js';

/** A change older than so many sessions is history: it is taken note of, and not told. */
const CATCH_UP_SESSIONS = 10;

/** Who is told, when, and where ids come from. */
export interface Telling {
  /** Null reaches every account that subscribed. */
  readonly accountId: string | null;
  readonly at: Date;
  readonly random: RandomBytes;
}

export function eventOf<Type extends EventType>(type: Type, data: EventData<Type>, { accountId, at, random }: Telling): NewEvent {
  return { id: newId('evt', random), type, accountId, data, at };
}

/** The first instant whose changes are still told at `at`. */
export function newsSince(at: Date): Date {
  let day = lastClosedSession(at.getTime());
  for (let session = 1; session < CATCH_UP_SESSIONS; session += 1) day = previousSession(day);
  return closeOf(day);
}

/** The close of an epoch day. */
export function closeOf(day: number): Date {
  return new Date(sessionCloseUtcMs(day));
}

/** A price as events show it: 4 decimals. */
export function shownPrice(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}
