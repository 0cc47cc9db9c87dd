import { Kind, parse, type ConstDirectiveNode, type FieldDefinitionNode } from 'graphql';
import { isTier, type Tier } from '../access/tiers.js';
import { SUBGRAPH_NAMES, subgraphSdl } from './sdl.js';

/** What a field requires and costs. */
export interface FieldCapability {
  /** `Type.field`. */
  readonly field: string;
  /** Lowest tier that may read it; of a batch, that may pass more than one entry. */
  readonly tier: Tier;
  /** Units of the monthly quota that each resolution costs. */
  readonly units: number;
}

function argument(directive: ConstDirectiveNode | undefined, name: string): string | null {
  const value = directive?.arguments?.find((each) => each.name.value === name)?.value;
  return value?.kind === Kind.ENUM ? value.value : null;
}

function capabilityOf(type: string, { name, directives = [] }: FieldDefinitionNode): FieldCapability | null {
  const find = (wanted: string): ConstDirectiveNode | undefined => directives.find((directive) => directive.name.value === wanted);
  const [tier, metered, batch] = [find('tier'), find('metered'), find('batch')];
  if (tier === undefined && metered === undefined && batch === undefined) return null;
  const required = (argument(batch, 'manyAtLeast') ?? argument(tier, 'atLeast') ?? 'FREE').toLowerCase();
  if (!isTier(required)) throw new Error(`${type}.${name.value} has the unknown tier ${required}.`);
  return { field: `${type}.${name.value}`, tier: required, units: metered === undefined && batch === undefined ? 0 : 1 };
}

let capabilities: readonly FieldCapability[] | undefined;

/** All fields that require a tier or cost units, sorted by name; read from the SDL once. */
export function fieldCapabilities(): readonly FieldCapability[] {
  capabilities ??= SUBGRAPH_NAMES.flatMap((subgraph) =>
    parse(subgraphSdl(subgraph), { noLocation: true }).definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION ? (node.fields ?? []).flatMap((field) => capabilityOf(node.name.value, field) ?? []) : [],
    ),
  ).sort((one, other) => (one.field < other.field ? -1 : 1));
  return capabilities;
}
