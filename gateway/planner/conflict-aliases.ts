import { Kind, print, visit, type DocumentNode, type FieldNode } from 'graphql';
import type { DataKeys } from './data-keys.js';

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
 * Gives a response key an alias of its own per call (another field, other arguments). GraphQL lets types that exclude each
 * other use one key for several calls, but behind an interface object the native planner merges those types into one, where
 * such a conflict aborts the whole process.
 *
 * Keys that every object inherits always get an alias; so do other fields under the name of one that plans read by
 * themselves, such as a key.
 */
export function separateConflicts(document: DocumentNode, plannedNames: ReadonlySet<string>): ConflictAliases {
  const calls = findCalls(document, plannedNames);
  const callKeyOf = (field: FieldNode): string => calls.get(keyOf(field))?.get(callOf(field)) ?? keyOf(field);
  const dataKeys: DataKeys = { of: ([field]) => callKeyOf(field), canBe: (field, key) => callKeyOf(field) === key };
  const separated = visit(document, {
    [Kind.FIELD]: {
      leave(field) {
        const dataKey = callKeyOf(field);
        const { alias, ...plain } = field;
        if (alias?.value === dataKey && dataKey !== field.name.value) return undefined;
        // An alias that is the field's own name is another key to the planner.
        if (dataKey === field.name.value) return alias === undefined ? undefined : plain;
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
function findCalls(document: DocumentNode, plannedNames: ReadonlySet<string>): Map<string, Map<string, string>> {
  const callsByKey = new Map<string, Map<string, string>>();
  visit(document, {
    [Kind.FIELD](field) {
      const key = keyOf(field);
      const calls = callsByKey.get(key) ?? new Map<string, string>();
      callsByKey.set(key, calls);
      const call = callOf(field);
      if (calls.has(call)) return;
      const isFree = !INHERITED.has(key) && (key === field.name.value || !plannedNames.has(key)) && ![...calls.values()].includes(key);
      calls.set(call, isFree ? key : `_gw${calls.size}_${key}`);
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
