import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** How long a deprecated part must stay before it may be removed. */
export const KEPT_MONTHS = 6;

/** A field, argument, input field or enum value. */
interface Part {
  readonly path: string;
  /** Undefined if it is not deprecated. */
  readonly reason: string | undefined;
  /** Name of its type; null for an enum value. */
  readonly typeName: string | null;
}

function partsOf(type: GraphQLNamedType): readonly Part[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, deprecationReason }) => ({
      path: `${type.name}.${name}`,
      reason: deprecationReason ?? undefined,
      typeName: null,
    }));
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => ({
      path: `${type.name}.${field.name}`,
      reason: field.deprecationReason ?? undefined,
      typeName: getNamedType(field.type).name,
    }));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const path = `${type.name}.${field.name}`;
    const own: Part = { path, reason: field.deprecationReason ?? undefined, typeName: getNamedType(field.type).name };
    return [
      own,
      ...field.args.map((argument) => ({
        path: `${path}.${argument.name}`,
        reason: argument.deprecationReason ?? undefined,
        typeName: getNamedType(argument.type).name,
      })),
    ];
  });
}

function allParts(schema: GraphQLSchema): readonly Part[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap(partsOf);
}

/** The day in `since YYYY-MM-DD`, as epoch milliseconds; null if the reason has none. */
function sinceMs(reason: string): number | null {
  const ms = Date.parse(/\bsince (\d{4}-\d{2}-\d{2})\b/.exec(reason)?.[1] ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** Whether the part was deprecated long enough ago to be removed. */
function isOver({ reason }: Part, nowMs: number): boolean {
  const since = reason === undefined ? null : sinceMs(reason);
  if (since === null) return false;
  const end = new Date(since);
  return nowMs >= end.setUTCMonth(end.getUTCMonth() + KEPT_MONTHS);
}

/**
 * Whether the released element at `path` may be removed: it was deprecated for at least six months, or it is a type and
 * all its uses were.
 */
export function mayBeRemoved(released: GraphQLSchema, path: string, nowMs: number): boolean {
  const parts = allParts(released);
  const part = parts.find((candidate) => candidate.path === path);
  if (part !== undefined) return isOver(part, nowMs);
  const uses = parts.filter(({ typeName }) => typeName === path);
  return uses.length > 0 && uses.every((use) => isOver(use, nowMs));
}

/** Deprecations whose reason has no date. */
export function undatedDeprecations(schema: GraphQLSchema): readonly string[] {
  return allParts(schema)
    .filter(({ reason }) => reason !== undefined && sinceMs(reason) === null)
    .map(({ path }) => path);
}
