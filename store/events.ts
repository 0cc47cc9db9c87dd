import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from './tables.js';

/** Notification with one live event as JSON, sent to all processes on commit. */
export const LIVE_EVENTS = 'live_events';

/** A live event: identifies what changed; subscribers read the data themselves. */
export interface LiveEvent {
  /** As the stream's `@live(topic:)`. */
  readonly topic: string;
  /** The object that changed: the argument of the query that returns it. */
  readonly key: string;
  /** The account, if only that account may receive the event. */
  readonly accountId?: string | undefined;
  /** Version of the object; an event with the last delivered version is skipped. */
  readonly version?: string | undefined;
}

const EVENT = z.object({
  topic: z.string(),
  key: z.string(),
  accountId: z.string().optional(),
  version: z.string().optional(),
});

/** Sends `event` to all processes; inside a transaction, only when it commits. */
export async function publishEvent(db: Kysely<Tables>, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${LIVE_EVENTS}, ${JSON.stringify(event)})`.execute(db);
}

/** Parses a notification. Throws if another version of the program sent something else. */
export function parseEvent(payload: string): LiveEvent {
  return EVENT.parse(JSON.parse(payload));
}
