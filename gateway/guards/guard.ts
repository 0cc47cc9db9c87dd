import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { supergraphDocument } from '../supergraph-document.js';
import type { ApiError } from '../../access/errors.js';
import type { OperationCost } from '../../access/request-context.js';
import { OPERATION_LIMITS, TIERS, type OperationLimits, type Tier } from '../../access/tiers.js';
import { valueOf, type Variables } from './amount.js';
import { createCostIndex } from './cost-index.js';
import { introspectionSize, MOST_INTROSPECTED, type IntrospectionSize } from './introspection-size.js';
import {
  aliasError,
  CHECKS,
  introspectionError,
  STRUCTURE_CHECKS,
  limitError,
  structureError,
} from './limit-errors.js';
import { measureOperation, type OperationMeasure } from './operation-cost.js';
import { structureOf, type Structure } from './structure.js';

/** Measurements of an operation, taken before validation. */
export interface Measured {
  readonly structure: Structure;
  /** Null if the document is not valid enough to be measured. */
  readonly measure: OperationMeasure | null;
  /** Null without introspection. */
  readonly introspection: IntrospectionSize | null;
}

/** Why a document was not parsed and measured. */
export type UnmeasuredReason = 'tokens' | 'depth';

export interface Guard {
  /**
   * Measures an operation of a parsed document. Throws `invalid_parameter`, or a `RangeError` if it nests too deeply.
   */
  measure(document: DocumentNode, operation: OperationDefinitionNode): Measured;
  /**
   * Admits a measured operation. Returns null if it could not be measured because it is invalid; validation reports the
   * errors. Throws `operation_too_large`, `operation_too_deep` or `operation_too_complex`.
   */
  admit(measured: Measured, variables: Variables, tier: Tier): OperationCost | null;
  /** The error for a document that was not parsed because it has too many tokens or nests too deeply. */
  refuse(reason: UnmeasuredReason, tier: Tier): ApiError;
}

export interface GuardOptions {
  readonly supergraphSdl: string;
  readonly limits?: Readonly<Record<Tier, OperationLimits>>;
  /** The schema that introspection answers from; without it, introspection is not measured. */
  readonly introspectedSchema?: () => GraphQLSchema;
}

/** Upper bound for the number of objects: the largest GraphQL `Int`. */
const MOST_NODES = 2_147_483_647;

/** Guards client-written operations; the stored operations of REST are not measured. */
export function createGuard({ supergraphSdl, limits = OPERATION_LIMITS, introspectedSchema }: GuardOptions): Guard {
  const index = createCostIndex(supergraphDocument(supergraphSdl));
  return {
    measure(document, operation) {
      const structure = structureOf(document);
      const isMeasurable = !structure.isCyclic && TIERS.some((tier) => fits(structure, limits[tier]));
      if (!isMeasurable) return { structure, measure: null, introspection: null };
      return {
        structure,
        measure: measureOperation(index, document, operation),
        introspection:
          introspectedSchema !== undefined && structure.introspects
            ? introspectionSize(introspectedSchema, document, operation)
            : null,
      };
    },
    admit({ structure, measure, introspection }, variables, tier) {
      const tooLarge = structureError(structure, tier, limits[tier]) ?? aliasError(structure);
      if (tooLarge !== null) throw tooLarge;
      if (measure === null) return null;
      const requested = Math.min(valueOf(measure.cost, variables), Number.MAX_SAFE_INTEGER);
      const limit = limits[tier].cost;
      if (requested > limit) throw limitError(CHECKS.cost, tier, limit, requested);
      if (introspection !== null && introspection(variables, MOST_INTROSPECTED) > MOST_INTROSPECTED)
        throw introspectionError(MOST_INTROSPECTED);
      return { requested, limit, nodes: Math.min(valueOf(measure.nodes, variables), MOST_NODES) };
    },
    refuse: (reason, tier) => limitError(CHECKS[reason], tier, limits[tier][reason]),
  };
}

function fits(structure: Structure, limits: OperationLimits): boolean {
  return STRUCTURE_CHECKS.every(({ measure }) => structure[measure] <= limits[measure]);
}
