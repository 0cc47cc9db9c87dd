import { ApiError, type ErrorCode } from '../../access/errors.js';
import { OPERATION_LIMITS, TIERS, type OperationLimits, type Tier } from '../../access/tiers.js';
import type { Structure } from './structure.js';

interface Check {
  readonly measure: keyof OperationLimits;
  readonly code: ErrorCode;
  readonly counted: string;
  readonly remedy: string;
}

/** In the order in which they are checked; the first failure is reported. */
export const CHECKS = {
  tokens: { measure: 'tokens', code: 'operation_too_large', counted: 'lexical tokens', remedy: 'Split it' },
  fields: {
    measure: 'fields',
    code: 'operation_too_large',
    counted: 'fields, with every fragment expanded',
    remedy: 'Split it',
  },
  rootFields: {
    measure: 'rootFields',
    code: 'operation_too_large',
    counted: 'fields at the root',
    remedy: 'Split it, or use a batch field such as securitiesByTicker',
  },
  aliases: {
    measure: 'aliases',
    code: 'operation_too_large',
    counted: 'aliases',
    remedy: 'Split it, or use a batch field such as securitiesByTicker',
  },
  directives: { measure: 'directives', code: 'operation_too_large', counted: 'directives', remedy: 'Split it' },
  depth: {
    measure: 'depth',
    code: 'operation_too_deep',
    counted: 'levels of fields',
    remedy: 'Request the inner fields separately',
  },
  cost: {
    measure: 'cost',
    code: 'operation_too_complex',
    counted: 'points',
    remedy: 'Request shorter lists or fewer fields',
  },
} as const satisfies Readonly<Record<keyof OperationLimits, Check>>;

export const STRUCTURE_CHECKS: readonly (Check & { readonly measure: Exclude<keyof OperationLimits, 'cost'> })[] = [
  CHECKS.tokens,
  CHECKS.fields,
  CHECKS.rootFields,
  CHECKS.aliases,
  CHECKS.directives,
  CHECKS.depth,
];

/** The error for an operation above a limit of its tier; without `actual` for one that was not parsed to its end. */
export function limitError(
  { measure, code, counted, remedy }: Check,
  tier: Tier,
  limit: number,
  actual?: number,
): ApiError {
  const count = actual === undefined ? `more than ${limit}` : String(actual);
  const upgrade = tier === TIERS.at(-1) ? '' : ', or choose a higher tier';
  const message = `The operation has ${count} ${counted}; the ${tier} tier allows ${limit}. ${remedy}${upgrade}.`;
  return new ApiError(code, message, { param: measure, limit, ...(actual === undefined ? {} : { actual }) });
}

/** Of every tier; programs that write aliases need far fewer. */
const LONGEST_ALIAS = 128;

/** The error for an alias that is too long; null if there is none. */
export function aliasError({ longestAlias }: Structure): ApiError | null {
  if (longestAlias <= LONGEST_ALIAS) return null;
  const message = `The operation has an alias of ${longestAlias} characters; the most is ${LONGEST_ALIAS}. Shorten it.`;
  const extra = { param: 'aliasLength', limit: LONGEST_ALIAS, actual: longestAlias };
  return new ApiError('operation_too_large', message, extra);
}

/** The error for introspection with a larger answer than any tier may ask for. */
export function introspectionError(limit: number): ApiError {
  const message =
    `The introspection answers with more than ${limit} characters. ` +
    'Select each list of __schema once, with fewer fields, or a single type by __type(name:).';
  return new ApiError('operation_too_complex', message, { param: 'introspection', limit });
}

/** The error for the first limit that the structure of a document exceeds; null if it exceeds none. */
export function structureError(
  structure: Structure,
  tier: Tier,
  limits: OperationLimits = OPERATION_LIMITS[tier],
): ApiError | null {
  const check = STRUCTURE_CHECKS.find(({ measure }) => structure[measure] > limits[measure]);
  return check === undefined ? null : limitError(check, tier, limits[check.measure], structure[check.measure]);
}

/** The most tokens that any tier allows; documents with more are not parsed. */
export function mostTokens(limits: Readonly<Record<Tier, OperationLimits>> = OPERATION_LIMITS): number {
  return Math.max(...TIERS.map((tier) => limits[tier].tokens));
}
