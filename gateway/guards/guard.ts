import { getOperationAST, GraphQLError, parse, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ApiError, type ErrorCode } from '../../access/errors.js';
import type { OperationCost } from '../../access/request-context.js';
import { OPERATION_LIMITS, TIERS, type OperationLimits, type Tier } from '../../access/tiers.js';
import { valueOf, type Variables } from './amount.js';
import { createCostIndex } from './cost-index.js';
import { measureOperation, type OperationMeasure } from './operation-cost.js';
import { structureOf, type Structure } from './structure.js';

/** An operation as a client sent it. */
export interface GuardedOperation {
  readonly source: string;
  readonly operationName: string | undefined;
  readonly variables: Variables;
  readonly tier: Tier;
}

export interface Guard {
  /**
   * Measures an operation before it is validated or planned. Answers null for what cannot be measured because it is not
   * valid: validation says what is wrong with it. Throws `operation_too_large`, `operation_too_deep`, `operation_too_complex`
   * or `invalid_parameter`.
   */
  admit(operation: GuardedOperation): OperationCost | null;
}

export interface GuardOptions {
  readonly supergraphSdl: string;
  readonly limits?: Readonly<Record<Tier, OperationLimits>>;
  /** Bytes that the measures of documents may hold, with their texts. Default 4 MiB. */
  readonly cacheBytes?: number;
}

/** What a measure holds beside its text, taken generously. */
const MEASURE_BYTES = 1_000;

/** Most objects that are worth counting: a GraphQL `Int`. */
const MOST_NODES = 2_147_483_647;

interface Check {
  readonly measure: keyof OperationLimits;
  readonly code: ErrorCode;
  readonly counted: string;
  readonly remedy: string;
}

/** In the order in which they are told; the first that fails is answered. */
const CHECKS = {
  tokens: { measure: 'tokens', code: 'operation_too_large', counted: 'lexical tokens', remedy: 'Split it' },
  fields: { measure: 'fields', code: 'operation_too_large', counted: 'fields with every fragment opened', remedy: 'Split it' },
  rootFields: { measure: 'rootFields', code: 'operation_too_large', counted: 'fields at the root', remedy: 'Split it, or use a batch field such as securities' },
  aliases: { measure: 'aliases', code: 'operation_too_large', counted: 'aliases', remedy: 'Split it, or use a batch field such as securities' },
  directives: { measure: 'directives', code: 'operation_too_large', counted: 'directives', remedy: 'Split it' },
  depth: { measure: 'depth', code: 'operation_too_deep', counted: 'levels of fields', remedy: 'Ask for the inner part by itself' },
  cost: { measure: 'cost', code: 'operation_too_complex', counted: 'points', remedy: 'Ask for shorter lists or fewer fields' },
} as const satisfies Readonly<Record<keyof OperationLimits, Check>>;

const STRUCTURE_CHECKS: readonly (Check & { readonly measure: Exclude<keyof OperationLimits, 'cost'> })[] = [CHECKS.tokens, CHECKS.fields, CHECKS.rootFields, CHECKS.aliases, CHECKS.directives, CHECKS.depth];

/** What is known of a document and the operation chosen in it. */
interface Measured {
  readonly structure: Structure;
  /** Null where there is nothing valid to measure. */
  readonly measure: OperationMeasure | null;
}

type Reading = Measured | { readonly refusal: 'tokens' | 'depth' } | { readonly error: ApiError } | { readonly isUnreadable: true };

function refusal({ measure, code, counted, remedy }: Check, tier: Tier, limit: number, actual: number | undefined): ApiError {
  const has = actual === undefined ? 'more' : String(actual);
  const message = `The operation has ${has} ${counted}; the ${tier} tier allows ${limit}. ${remedy}${tier === TIERS.at(-1) ? '.' : ', or choose a higher tier.'}`;
  return new ApiError(code, message, { param: measure, limit, ...(actual === undefined ? {} : { actual }) });
}

/** Parses and measures a document; what is wrong with it is part of what is read, so that it is kept too. */
function createReader(supergraphSdl: string, limits: Readonly<Record<Tier, OperationLimits>>) {
  const index = createCostIndex(parse(supergraphSdl, { noLocation: true }));
  const maxLexicalTokens = mostTokens(limits);
  const measured = (document: DocumentNode, operationName: string | undefined): Reading => {
    const structure = structureOf(document);
    const operation = getOperationAST(document, operationName);
    const isMeasurable = operation !== null && operation !== undefined && !structure.isCyclic && TIERS.some((tier) => fits(structure, limits[tier]));
    return { structure, measure: isMeasurable ? measureOperation(index, document, operation) : null };
  };
  return (source: string, operationName: string | undefined): Reading => {
    try {
      return measured(parse(source, { noLocation: true, maxLexicalTokens }), operationName);
    } catch (error) {
      if (error instanceof ApiError) return { error };
      // Parser and walks recurse as deep as the operation nests.
      if (error instanceof RangeError) return { refusal: 'depth' };
      if (error instanceof GraphQLError) return /more tha[tn] \d+ tokens/.test(error.message) ? { refusal: 'tokens' } : { isUnreadable: true };
      throw error;
    }
  };
}

/** Reads each document once, as long as it is kept. */
function remembering(read: ReturnType<typeof createReader>, maxSize: number): typeof read {
  // A measure's formulas grow with the document's text, so that the text stands for both.
  const known = new LRUCache<string, Reading>({ maxSize, sizeCalculation: (_reading, key) => MEASURE_BYTES + 4 * key.length });
  return (source, operationName) => {
    const key = `${operationName ?? ''}\n${source}`;
    let reading = known.get(key);
    if (reading === undefined) {
      reading = read(source, operationName);
      known.set(key, reading);
    }
    return reading;
  };
}

/** Guards the operations that clients write; stored ones are ours and pass by. */
export function createGuard({ supergraphSdl, limits = OPERATION_LIMITS, cacheBytes = 4_194_304 }: GuardOptions): Guard {
  const read = remembering(createReader(supergraphSdl, limits), cacheBytes);
  return {
    admit({ source, operationName, variables, tier }) {
      const reading = read(source, operationName);
      if ('isUnreadable' in reading) return null;
      if ('error' in reading) throw reading.error;
      if ('refusal' in reading) throw refusal(CHECKS[reading.refusal], tier, limits[tier][reading.refusal], undefined);
      const { structure, measure } = reading;
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
  };
}

function fits(structure: Structure, limits: OperationLimits): boolean {
  return STRUCTURE_CHECKS.every(({ measure }) => structure[measure] <= limits[measure]);
}

/** Tokens beyond which no tier's operation is parsed. */
export function mostTokens(limits: Readonly<Record<Tier, OperationLimits>> = OPERATION_LIMITS): number {
  return Math.max(...TIERS.map((tier) => limits[tier].tokens));
}
