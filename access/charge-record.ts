import { z } from 'zod';
import { noteVersion } from '../store/table-versions.js';
import type { RequestContext } from './request-context.js';

/** Key of a remote subgraph's record in the `extensions` of its response. */
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
  /** Absent in the records of servers that have no transcripts. */
  transcriptsCharged: z.number().int().default(0),
  transcriptMonth: z.string().nullable().default(null),
  /** Units by field, which the other process has noted in the account's history. */
  fields: z.record(z.string(), z.number()).default({}),
  /** What happened to batches whose units our gateway decides about. */
  batches: z
    .record(
      z.string(),
      z.object({
        units: z.number().int(),
        field: z.string(),
        isServed: z.boolean(),
        hasFailedField: z.boolean(),
        hasEntry: z.boolean(),
        hasFailedEntry: z.boolean(),
      }),
    )
    .default({}),
});

/** The data that a request read and the units it cost in another process. */
export type ChargeRecord = z.infer<typeof RECORD>;

export function recordOf(context: RequestContext): ChargeRecord {
  const { dataSources, versions, unitsCharged, month, transcriptsCharged, transcriptMonth } = context;
  return {
    dataSources: [...dataSources],
    versions: Object.fromEntries(versions),
    unitsCharged,
    month,
    transcriptsCharged,
    transcriptMonth,
    fields: Object.fromEntries(context.cost.fields),
    batches: context.batchOutcomes.toRecord(),
  };
}

/** Reads the record from a response's `extensions`, if there is one. Throws if it is malformed. */
export function readRecord(extensions: Readonly<Record<string, unknown>>): ChargeRecord | undefined {
  const record = extensions[RECORD_EXTENSION];
  return record === undefined ? undefined : RECORD.parse(record);
}

/**
 * Applies a record to its request, as if the resolvers had run here. Responses arrive in any order, so the month with
 * the higher usage wins.
 */
export function enterRecord(
  context: RequestContext,
  { dataSources, versions, unitsCharged, month, transcriptsCharged, transcriptMonth, fields, batches }: ChargeRecord,
): void {
  for (const source of dataSources) context.dataSources.add(source);
  for (const [name, version] of Object.entries(versions)) noteVersion(context.versions, name, version);
  context.unitsCharged += unitsCharged;
  context.enterFields(new Map(Object.entries(fields)));
  for (const [batch, outcome] of Object.entries(batches)) context.batchOutcomes.merge(batch, outcome);
  context.transcriptsCharged += transcriptsCharged;
  context.transcriptMonth = transcriptMonth ?? context.transcriptMonth;
  if (month === null) return;
  const known = context.month;
  if (known === null || known.month < month.month || (known.month === month.month && known.used < month.used))
    context.month = month;
}
