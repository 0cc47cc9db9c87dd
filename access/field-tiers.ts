import type { GraphQLField } from 'graphql';
import { ApiError, tierRequired } from './errors.js';
import { computedPlace } from './parameters/computed-place.js';
import type { DirectiveReader } from './parameters/directives.js';
import { isTier, reaches, type Tier } from './tiers.js';

type Arguments = Readonly<Record<string, unknown>>;

/** The tiers that a field requires, by `@tier`, `@batch` and `@screen`. */
export interface FieldTiers {
  readonly tier: Tier | null;
  readonly batch: { readonly over: string; readonly max: number; readonly manyAtLeast: Tier | null } | null;
  /** A list whose `placeOf` finds what makes it a screen; null if it never is one. */
  readonly screen: { readonly tier: Tier | null; readonly placeOf: ReturnType<typeof computedPlace> } | null;
}

function tierOf(value: unknown): Tier | null {
  const tier = typeof value === 'string' ? value.toLowerCase() : '';
  return isTier(tier) ? tier : null;
}

/** Reads the tiers of a field from its directives. */
export function fieldTiers(
  field: Pick<GraphQLField<unknown, unknown>, 'args' | 'astNode'>,
  read: DirectiveReader,
): FieldTiers {
  const [batch, screen] = [read('batch', field), read('screen', field)];
  return {
    tier: tierOf(read('tier', field)?.['atLeast']),
    batch:
      batch === undefined
        ? null
        : { over: String(batch['over']), max: Number(batch['max']), manyAtLeast: tierOf(batch['manyAtLeast']) },
    screen: screen === undefined ? null : { tier: tierOf(screen['atLeast']), placeOf: computedPlace(field.args, read) },
  };
}

/** Entries of a batch; 0 for a field that is none. */
export function batchSize({ batch }: FieldTiers, values: Arguments): number {
  const entries = batch === null ? undefined : values[batch.over];
  return Array.isArray(entries) ? entries.length : 0;
}

function below(tier: Tier, required: Tier | null, what: string, path?: readonly string[]): ApiError | null {
  if (required === null || reaches(tier, required)) return null;
  const { code, message, extra } = tierRequired(what, tier, required);
  return new ApiError(code, message, path === undefined ? extra : { ...extra, path });
}

/**
 * Why a caller of this tier may not read the field called `name` with these arguments; null if it may. Looks at their
 * presence alone, so that arguments which are not valid yet do for it: a tier is checked before parameters.
 */
export function tierRefusal(tiers: FieldTiers, tier: Tier, values: Arguments, name: string): ApiError | null {
  const own = below(tier, tiers.tier, name);
  if (own !== null) return own;
  const { batch, screen } = tiers;
  if (batch !== null && batchSize(tiers, values) > 1) {
    const many = below(tier, batch.manyAtLeast, `${name} with more than one entry`, [batch.over]);
    if (many !== null) return many;
  }
  const place = screen?.placeOf(values) ?? null;
  return screen === null || place === null ? null : below(tier, screen.tier, `${name} by computed values`, place);
}
