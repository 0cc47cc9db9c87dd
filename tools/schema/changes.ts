import { ChangeType, CriticalityLevel, diff, type Change, type TypeOfChangeType } from '@graphql-inspector/core';
import { DirectiveLocation, type GraphQLSchema } from 'graphql';
import { KEPT_MONTHS, mayBeRemoved, undatedDeprecations } from './deprecation.js';
import { gateChanges } from './gate-changes.js';

export interface SchemaChange {
  readonly level: 'breaking' | 'dangerous' | 'safe';
  readonly message: string;
  /** Why a breaking change is allowed; undefined if it is not, and for non-breaking changes. */
  readonly excuse?: string;
}

const LEVELS: Readonly<Record<CriticalityLevel, SchemaChange['level']>> = {
  [CriticalityLevel.Breaking]: 'breaking',
  [CriticalityLevel.Dangerous]: 'dangerous',
  [CriticalityLevel.NonBreaking]: 'safe',
};

const REMOVALS: readonly string[] = [
  ChangeType.FieldRemoved,
  ChangeType.EnumValueRemoved,
  ChangeType.InputFieldRemoved,
  ChangeType.FieldArgumentRemoved,
  ChangeType.TypeRemoved,
];

const EXECUTABLE: readonly string[] = [
  DirectiveLocation.QUERY,
  DirectiveLocation.MUTATION,
  DirectiveLocation.SUBSCRIPTION,
  DirectiveLocation.FIELD,
  DirectiveLocation.FRAGMENT_DEFINITION,
  DirectiveLocation.FRAGMENT_SPREAD,
  DirectiveLocation.INLINE_FRAGMENT,
  DirectiveLocation.VARIABLE_DEFINITION,
];

/** Descriptions and schema directives, which do not affect clients; gate directives are compared separately. */
function isNote({ type, path }: Change<TypeOfChangeType>, released: GraphQLSchema): boolean {
  if (type.includes('_DESCRIPTION_')) return true;
  if (!type.startsWith('DIRECTIVE_')) return false;
  const name = path?.split('.')[0]?.replace('@', '') ?? '';
  return released.getDirective(name)?.locations.some((location) => EXECUTABLE.includes(location)) !== true;
}

/** All changes of the public schema since the release, worst first. */
async function schemaChanges(
  released: GraphQLSchema,
  current: GraphQLSchema,
  nowMs: number,
): Promise<readonly SchemaChange[]> {
  const changes: readonly Change<TypeOfChangeType>[] = await diff(released, current);
  const ofTypes = changes
    .filter((change) => !isNote(change, released))
    .map(({ criticality, message, type, path }): SchemaChange => {
      const isExcused = REMOVALS.includes(type) && path !== undefined && mayBeRemoved(released, path, nowMs);
      return {
        level: LEVELS[criticality.level],
        message,
        ...(isExcused ? { excuse: `deprecated for at least ${KEPT_MONTHS} months` } : {}),
      };
    });
  const ofGates = gateChanges(released, current).map(({ message, isBreaking }): SchemaChange => ({
    level: isBreaking ? 'breaking' : 'safe',
    message,
  }));
  const order: readonly SchemaChange['level'][] = ['breaking', 'dangerous', 'safe'];
  return [...ofTypes, ...ofGates].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

export interface SchemaVerdict {
  readonly changes: readonly SchemaChange[];
  /** What prevents a release, one sentence each; empty if the schema may be released. */
  readonly problems: readonly string[];
}

/** Checks the public schema against the last release, by the policy in docs/schema-changes.md. */
export async function judgeSchema(
  released: GraphQLSchema,
  current: GraphQLSchema,
  nowMs: number,
): Promise<SchemaVerdict> {
  const changes = await schemaChanges(released, current, nowMs);
  const broken = changes
    .filter(({ level, excuse }) => level === 'breaking' && excuse === undefined)
    .map(({ message }) => `${message}.`);
  const undated = undatedDeprecations(current).map(
    (path) => `The reason of @deprecated on '${path}' does not say "since YYYY-MM-DD".`,
  );
  return { changes, problems: [...broken, ...undated] };
}
