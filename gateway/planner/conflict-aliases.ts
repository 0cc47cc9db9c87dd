import { Kind, print, visit, type DocumentNode, type FieldNode } from 'graphql';

const PREFIX = /^_gw\d+_/;

/** True for a name of the form this file makes up. */
export function isConflictAlias(alias: string): boolean {
  return PREFIX.test(alias);
}

/** The key under which a field's value stands in the fetched data. */
export type DataKeyOf = (field: FieldNode) => string;

export interface ConflictAliases {
  readonly document: DocumentNode;
  readonly dataKeyOf: DataKeyOf;
}

/**
 * Gives every response key that stands for two different calls (another field, other arguments) an alias of its own per call.
 *
 * GraphQL allows such keys on types that exclude each other. Behind an interface object the planner merges those types
 * into one, and a conflict there aborts the whole process from native code; subgraphs would also refuse to merge the fields.
 */
export function separateConflicts(document: DocumentNode): ConflictAliases {
  const callsByKey = new Map<string, Map<string, string>>();
  const found = { hasConflicts: false };
  const dataKeyOf: DataKeyOf = (field) => {
    const key = field.alias?.value ?? field.name.value;
    return callsByKey.get(key)?.get(callOf(field)) ?? key;
  };
  visit(document, {
    [Kind.FIELD](field) {
      const key = field.alias?.value ?? field.name.value;
      const calls = callsByKey.get(key) ?? new Map<string, string>();
      callsByKey.set(key, calls);
      const call = callOf(field);
      if (calls.has(call)) return;
      if (calls.size > 0) found.hasConflicts = true;
      calls.set(call, calls.size === 0 ? key : `_gw${calls.size}_${key}`);
    },
  });
  if (!found.hasConflicts) return { document, dataKeyOf: (field) => field.alias?.value ?? field.name.value };
  const separated = visit(document, {
    [Kind.FIELD]: {
      leave(field) {
        const dataKey = dataKeyOf(field);
        if (dataKey === field.name.value) return undefined;
        return { ...field, alias: { kind: Kind.NAME, value: dataKey } };
      },
    },
  });
  return { document: separated, dataKeyOf };
}

/** The client's key behind a made-up alias; any other key as it is. */
export function clientKeyOf(dataKey: string): string {
  return dataKey.replace(PREFIX, '');
}

function callOf(field: FieldNode): string {
  const args = (field.arguments ?? []).map(print).sort();
  return args.length === 0 ? field.name.value : `${field.name.value}(${args.join(',')})`;
}
