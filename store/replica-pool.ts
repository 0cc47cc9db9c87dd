import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Replica } from './replica.js';

const READS = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with)\b/i;
/** What a statement that begins as a read may do all the same. */
const ACTS =
  /\b(?:insert|update|delete|merge|truncate|for (?:no key )?(?:update|share)|for key share|nextval|setval|set_config|pg_notify|pg_\w*advisory\w*)\b/i;

/** Whether a statement only reads. Not all such statements are recognised. */
export function isRead(text: string): boolean {
  return READS.test(text) && !ACTS.test(text);
}

/**
 * Connections whose reads of these tables go to the replica where it has all their changes; everything else,
 * transactions as a whole and what fails there go to the primary.
 */
export function replicaFirst(primary: PostgresPool, replica: Replica, tables: readonly string[]): PostgresPool {
  const open = (): PostgresPoolClient => {
    let held: PostgresPoolClient | undefined;
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (held === undefined && isRead(text)) {
        const result = await replica.read(tables, text, values)?.catch(() => undefined);
        if (result !== undefined) return result;
      }
      held ??= await primary.connect();
      return held.query(text, values);
    };
    return { query, release: () => held?.release() } as PostgresPoolClient;
  };
  return { connect: () => Promise.resolve(open()), end: () => Promise.resolve() };
}
