import { Kind, print, visit, type DocumentNode, type FieldNode, type GraphQLSchema } from 'graphql';
import { createFieldCollector } from '../execution/field-collector.js';
import type { DataKeys } from './data-keys.js';
import { findTypeConflicts } from './type-conflicts.js';
import { writeByType } from './written-by-type.js';

const PREFIX = /^(_gwr?\d+_)+/;

/** What every object has beside its own: fetched data would seem to hold these before it does. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** True for a name of the form this file makes up. */
export function isConflictAlias(alias: string): boolean {
  return PREFIX.test(alias);
}

export interface ConflictAliases {
  readonly document: DocumentNode;
  readonly dataKeys: DataKeys;
}

/**
 * Gives a response key an alias of its own per call (another field, other arguments), and per selection where types
 * that exclude each other select different things below it.
 *
 * GraphQL allows such keys. But behind an interface object the planner merges those types into one, where a conflict
 * aborts the whole process from native code; and entities below such a key are asked for everything that any of the
 * types selects, so that a null which one type asked for would take what another did.
 *
 * Keys that are `taken` by plans, and those that every object inherits, always get an alias.
 */
export function separateConflicts(document: DocumentNode, schema: GraphQLSchema, takenByPlans: ReadonlySet<string>): ConflictAliases {
  const taken = new Set([...takenByPlans, ...INHERITED]);
  const calls = findCalls(document, taken);
  const collect = createFieldCollector(schema, document);
  const callKeyOf = (field: FieldNode): string => calls.get(keyOf(field))?.get(callOf(field)) ?? keyOf(field);
  const conflicts = findTypeConflicts(document, schema, collect, callKeyOf, (key, index) => `_gw${(calls.get(key)?.size ?? 1) + index}_${key}`);
  if (conflicts !== undefined) {
    return { document: writeByType(document, schema, collect, conflicts), dataKeys: conflicts };
  }
  const dataKeys: DataKeys = { of: ([field]) => callKeyOf(field), canBe: (field, key) => callKeyOf(field) === key };
  if (![...calls].some(([key, known]) => known.size > 1 || taken.has(key))) return { document, dataKeys };
  const separated = visit(document, {
    [Kind.FIELD]: {
      leave(field) {
        const dataKey = callKeyOf(field);
        if (dataKey === field.name.value) return undefined;
        return { ...field, alias: { kind: Kind.NAME, value: dataKey } };
      },
    },
  });
  return { document: separated, dataKeys };
}

/** The client's key behind a made-up alias; any other key as it is. */
export function clientKeyOf(dataKey: string): string {
  return dataKey.replace(PREFIX, '');
}

/** For each response key of the document its calls, each with the alias it gets. */
function findCalls(document: DocumentNode, taken: ReadonlySet<string>): Map<string, Map<string, string>> {
  const callsByKey = new Map<string, Map<string, string>>();
  visit(document, {
    [Kind.FIELD](field) {
      const key = keyOf(field);
      const calls = callsByKey.get(key) ?? new Map<string, string>();
      callsByKey.set(key, calls);
      const call = callOf(field);
      if (!calls.has(call)) calls.set(call, calls.size === 0 && !taken.has(key) ? key : `_gw${calls.size}_${key}`);
    },
  });
  return callsByKey;
}

function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

function callOf(field: FieldNode): string {
  const args = (field.arguments ?? []).map(print).sort();
  return args.length === 0 ? field.name.value : `${field.name.value}(${args.join(',')})`;
}
