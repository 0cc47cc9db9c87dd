import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from './tables.js';

/** Carries one live event as JSON to every process, with the commit that it is published in. */
export const LIVE_EVENTS = 'live_events';

/** Something happened that streams may tell of: its name and no more, since who follows it reads the rest. */
export interface LiveEvent {
  /** As the stream's `@live(topic:)`. */
  readonly topic: string;
  /** What it happened to: the argument of the query that shows it. */
  readonly key: string;
  /** Whose it is, where only that account may hear of it. */
  readonly accountId?: string | undefined;
  /** What the thing has become, in brief: an event with the version that was told last tells nothing new. */
  readonly version?: string | undefined;
}

const EVENT = z.object({ topic: z.string(), key: z.string(), accountId: z.string().optional(), version: z.string().optional() });

/** Tells every process of `event`; inside a transaction, with its commit and never without it. */
export async function publishEvent(db: Kysely<Tables>, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${LIVE_EVENTS}, ${JSON.stringify(event)})`.execute(db);
}

/** The event of a notification. Throws where another version of the program sent something else. */
export function parseEvent(payload: string): LiveEvent {
  return EVENT.parse(JSON.parse(payload));
}
