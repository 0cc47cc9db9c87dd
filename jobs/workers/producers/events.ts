import { newId, type RandomBytes } from '../../../access/secrets.js';
import { lastClosedSession, previousSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import type { NewEvent } from '../../../store/outbox.js';
import type { EventData } from '../../queue/event-data.js';
import type { EventType } from '../../queue/event-types.js';

/** A change older than this many sessions updates the state but emits no event. */
const CATCH_UP_SESSIONS = 10;

/** Receiver, time and id source of an event. */
export interface Telling {
  /** Null for all subscribed accounts. */
  readonly accountId: string | null;
  readonly at: Date;
  readonly random: RandomBytes;
}

export function eventOf<Type extends EventType>(
  type: Type,
  data: EventData<Type>,
  { accountId, at, random }: Telling,
): NewEvent {
  return { id: newId('evt', random), type, accountId, data, at };
}

/** The earliest instant whose changes are still emitted at `at`. */
export function newsSince(at: Date): Date {
  let day = lastClosedSession(at.getTime());
  for (let session = 1; session < CATCH_UP_SESSIONS; session += 1) day = previousSession(day);
  return closeOf(day);
}

/** The close of an epoch day. */
export function closeOf(day: number): Date {
  return new Date(sessionCloseUtcMs(day));
}
