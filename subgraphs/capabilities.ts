import { Kind, type ConstDirectiveNode, type FieldDefinitionNode, type DefinitionNode } from 'graphql';
import { isTier, type Tier } from '../access/tiers.js';
import { SUBGRAPH_NAMES, subgraphDocument } from './sdl.js';

/** What a field requires and costs. */
export interface FieldCapability {
  /** `Type.field`. */
  readonly field: string;
  /** Lowest tier that may read it. */
  readonly tier: Tier;
  /** Lowest tier whose batch costs `units` together; null if the field is no batch. */
  readonly batchTier: Tier | null;
  /** Whether it requires a signed-in session. */
  readonly isSessionOnly: boolean;
  /** Units of the monthly quota that each resolution costs. */
  readonly units: number;
}

/** The directives that make a field one of the capabilities. */
const GATES = ['tier', 'session', 'metered', 'batch', 'pageBatch', 'screen'] as const;

type Types = ReadonlyMap<string, readonly FieldDefinitionNode[]>;

function directiveOf(field: FieldDefinitionNode | undefined, name: string): ConstDirectiveNode | undefined {
  return field?.directives?.find((directive) => directive.name.value === name);
}

function valueOf(directive: ConstDirectiveNode | undefined, name: string): string | null {
  const value = directive?.arguments?.find((each) => each.name.value === name)?.value;
  return value?.kind === Kind.ENUM || value?.kind === Kind.STRING ? value.value : null;
}

function tierOf(value: string | null, field: string): Tier | null {
  if (value === null) return null;
  const tier = value.toLowerCase();
  if (!isTier(tier)) throw new Error(`${field} has the unknown tier ${tier}.`);
  return tier;
}

/** The query field that resolves the events of a stream. */
function eventField(field: FieldDefinitionNode, types: Types): FieldDefinitionNode | undefined {
  const query = valueOf(directiveOf(field, 'live'), 'query');
  return query === null ? undefined : types.get('Query')?.find(({ name }) => name.value === query);
}

function capabilityOf(type: string, node: FieldDefinitionNode, types: Types): FieldCapability | null {
  const field = `${type}.${node.name.value}`;
  if (GATES.every((name) => directiveOf(node, name) === undefined)) return null;
  const batch = directiveOf(node, 'batch');
  const listed = directiveOf(node, 'pageBatch') ?? directiveOf(node, 'screen');
  const isCharged = [node, eventField(node, types)].some((each) => directiveOf(each, 'metered') !== undefined);
  return {
    field,
    tier: tierOf(valueOf(directiveOf(node, 'tier'), 'atLeast'), field) ?? 'free',
    batchTier: tierOf(valueOf(batch, 'manyAtLeast') ?? valueOf(listed, 'atLeast'), field),
    isSessionOnly: directiveOf(node, 'session') !== undefined,
    units: isCharged || batch !== undefined || listed !== undefined ? 1 : 0,
  };
}

/** The fields of each object type, those of its extensions too. */
function fieldsByType(definitions: readonly DefinitionNode[]): Types {
  const types = new Map<string, readonly FieldDefinitionNode[]>();
  for (const node of definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    types.set(node.name.value, [...(types.get(node.name.value) ?? []), ...(node.fields ?? [])]);
  }
  return types;
}

let capabilities: readonly FieldCapability[] | undefined;

/** All fields that require a tier or a session or cost units, sorted by name; read from the SDL once. */
export function fieldCapabilities(): readonly FieldCapability[] {
  capabilities ??= SUBGRAPH_NAMES.flatMap((subgraph) => {
    const { definitions } = subgraphDocument(subgraph);
    const types = fieldsByType(definitions);
    return [...types].flatMap(([type, fields]) => fields.flatMap((field) => capabilityOf(type, field, types) ?? []));
  }).sort((one, other) => (one.field < other.field ? -1 : 1));
  return capabilities;
}

/** The tier from which a page of this field (`Type.field`) is one batch. Throws if it is no batch. */
export function batchTierOf(field: string): Tier {
  const tier = fieldCapabilities().find((each) => each.field === field)?.batchTier ?? null;
  if (tier === null) throw new Error(`${field} is no batch.`);
  return tier;
}
