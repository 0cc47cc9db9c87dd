import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { supergraphDocument } from '../supergraph-document.js';
import { ApiError, type ErrorCode } from '../../access/errors.js';
import type { OperationCost } from '../../access/request-context.js';
import { OPERATION_LIMITS, TIERS, type OperationLimits, type Tier } from '../../access/tiers.js';
import { valueOf, type Variables } from './amount.js';
import { createCostIndex } from './cost-index.js';
import { measureOperation, type OperationMeasure } from './operation-cost.js';
import { structureOf, type Structure } from './structure.js';

/** Measurements of an operation, taken before validation. */
export interface Measured {
  readonly structure: Structure;
  /** Null if the document is not valid enough to be measured. */
  readonly measure: OperationMeasure | null;
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
}

/** Upper bound for the number of objects: the largest GraphQL `Int`. */
const MOST_NODES = 2_147_483_647;

interface Check {
  readonly measure: keyof OperationLimits;
  readonly code: ErrorCode;
  readonly counted: string;
  readonly remedy: string;
}

/** In the order in which they are checked; the first failure is reported. */
const CHECKS = {
  tokens: { measure: 'tokens', code: 'operation_too_large', counted: 'lexical tokens', remedy: 'Split it' },
  fields: {
    measure: 'fields', code: 'operation_too_large', counted: 'fields, with every fragment expanded',
    remedy: 'Split it',
  },
  rootFields: {
    measure: 'rootFields', code: 'operation_too_large', counted: 'fields at the root',
    remedy: 'Split it, or use a batch field such as securitiesByTicker',
  },
  aliases: {
    measure: 'aliases', code: 'operation_too_large', counted: 'aliases',
    remedy: 'Split it, or use a batch field such as securitiesByTicker',
  },
  directives: { measure: 'directives', code: 'operation_too_large', counted: 'directives', remedy: 'Split it' },
  depth: {
    measure: 'depth', code: 'operation_too_deep', counted: 'levels of fields',
    remedy: 'Request the inner fields separately',
  },
  cost: {
    measure: 'cost', code: 'operation_too_complex', counted: 'points',
    remedy: 'Request shorter lists or fewer fields',
  },
} as const satisfies Readonly<Record<keyof OperationLimits, Check>>;

const STRUCTURE_CHECKS: readonly (Check & { readonly measure: Exclude<keyof OperationLimits, 'cost'> })[] = [
  CHECKS.tokens, CHECKS.fields, CHECKS.rootFields, CHECKS.aliases, CHECKS.directives, CHECKS.depth,
];

function refusal({ measure, code, counted, remedy }: Check, tier: Tier, limit: number, actual?: number): ApiError {
  const count = actual === undefined ? `more than ${limit}` : String(actual);
  const upgrade = tier === TIERS.at(-1) ? '' : ', or choose a higher tier';
  const message = `The operation has ${count} ${counted}; the ${tier} tier allows ${limit}. ${remedy}${upgrade}.`;
  return new ApiError(code, message, { param: measure, limit, ...(actual === undefined ? {} : { actual }) });
}

/** Guards client-written operations; the stored operations of REST are not measured. */
export function createGuard({ supergraphSdl, limits = OPERATION_LIMITS }: GuardOptions): Guard {
  const index = createCostIndex(supergraphDocument(supergraphSdl));
  return {
    measure(document, operation) {
      const structure = structureOf(document);
      const isMeasurable = !structure.isCyclic && TIERS.some((tier) => fits(structure, limits[tier]));
      return { structure, measure: isMeasurable ? measureOperation(index, document, operation) : null };
    },
    admit({ structure, measure }, variables, tier) {
      for (const check of STRUCTURE_CHECKS) {
        const actual = structure[check.measure];
        if (actual > limits[tier][check.measure]) throw refusal(check, tier, limits[tier][check.measure], actual);
      }
      if (measure === null) return null;
      const requested = Math.min(valueOf(measure.cost, variables), Number.MAX_SAFE_INTEGER);
      const limit = limits[tier].cost;
      if (requested > limit) throw refusal(CHECKS.cost, tier, limit, requested);
      return { requested, limit, nodes: Math.min(valueOf(measure.nodes, variables), MOST_NODES) };
    },
    refuse: (reason, tier) => refusal(CHECKS[reason], tier, limits[tier][reason], undefined),
  };
}

function fits(structure: Structure, limits: OperationLimits): boolean {
  return STRUCTURE_CHECKS.every(({ measure }) => structure[measure] <= limits[measure]);
}

/** The most tokens that any tier allows; documents with more are not parsed. */
export function mostTokens(limits: Readonly<Record<Tier, OperationLimits>> = OPERATION_LIMITS): number {
  return Math.max(...TIERS.map((tier) => limits[tier].tokens));
}
