import { z } from 'zod';
import { noteVersion } from '../store/table-versions.js';
import type { RequestContext } from './request-context.js';

/** Where a subgraph that runs alone puts its record, in `extensions` of its answer. */
export const RECORD_EXTENSION = 'marketgraph';

const RECORD = z.object({
  dataSources: z.array(z.string()),
  versions: z.record(z.string(), z.number()),
  unitsCharged: z.number().int(),
  month: z
    .object({
      month: z.string(),
      used: z.number(),
      limit: z.number().nullable(),
      remaining: z.number().nullable(),
      resetsAtMs: z.number(),
    })
    .nullable(),
});

/** What a request left behind in another process: which data its answer rests on and what it cost. */
export type ChargeRecord = z.infer<typeof RECORD>;

export function recordOf({ dataSources, versions, unitsCharged, month }: RequestContext): ChargeRecord {
  return { dataSources: [...dataSources], versions: Object.fromEntries(versions), unitsCharged, month };
}

/** Reads a record out of an answer's `extensions`; undefined where there is none. Throws where it is malformed. */
export function readRecord(extensions: Readonly<Record<string, unknown>>): ChargeRecord | undefined {
  const record = extensions[RECORD_EXTENSION];
  return record === undefined ? undefined : RECORD.parse(record);
}

/**
 * Enters a record into the request that caused it, as if its resolvers had run here. Of two months the one with more used
 * stands: answers of one request arrive in any order.
 */
export function enterRecord(context: RequestContext, { dataSources, versions, unitsCharged, month }: ChargeRecord): void {
  for (const source of dataSources) context.dataSources.add(source);
  for (const [name, version] of Object.entries(versions)) noteVersion(context.versions, name, version);
  context.unitsCharged += unitsCharged;
  if (month === null) return;
  const known = context.month;
  if (known === null || known.month < month.month || (known.month === month.month && known.used < month.used)) context.month = month;
}
