import { describe, expect, it } from '@jest/globals';
import { documentCompiler } from './compiled/compile-document.js';
import { compareOperations, shareOf } from './fixtures/compare-operations.js';
import type { FederateOptions } from './fixtures/federate.js';
import { harbourGraph } from './fixtures/harbour-graph.js';
import { libraryGraph } from './fixtures/library-graph.js';
import { marketGraph } from './fixtures/market-graph.js';
import type { When, WorldGraph } from './fixtures/world.js';

type OpenWorld = (when: When, options: FederateOptions<unknown>) => WorldGraph;
type Effects = { readonly effects: string[] };

/** The order of mutations' effects is compared too. */
const sidesOf = ({ gateway, merged }: WorldGraph) => ({
  gateway,
  merged,
  newContext: (): Effects => ({ effects: [] }),
  effectsOf: ({ effects }: Effects) => effects,
});

/** Operations and documents get generated code at once, or never during the test. */
const GENERATED: FederateOptions<unknown> = { prepare: documentCompiler(0), hotAfter: 0 };
const COMPILED: FederateOptions<unknown> = { prepare: documentCompiler(Infinity), hotAfter: Infinity };

/** Each with its first seed. */
const WORLDS: Readonly<Record<string, readonly [OpenWorld, number]>> = {
  library: [libraryGraph, 1],
  harbour: [harbourGraph, 7000],
  market: [marketGraph, 9000],
};

const VARIATIONS: readonly (readonly [When, string, FederateOptions<unknown>])[] = [
  ['at once', 'graphql-js', {}],
  ['later', 'graphql-js', { hotAfter: Infinity }],
  ['at once', 'compiled documents', COMPILED],
  ['later', 'generated code', GENERATED],
  ['mixed', 'generated code', GENERATED],
];

const CASES = Object.entries(WORLDS).flatMap(([world, [open, firstSeed]]) =>
  VARIATIONS.map(([when, runner, options], index) => ({
    world,
    when,
    runner,
    ...shareOf(0.06, firstSeed + index),
    open: () => open(when, { partialUnions: 'answering', ...options }),
  })),
);

describe('the gateway compared with graphql-js on one schema of the same world', () => {
  it.each(CASES)(
    'gives the same data, error places and order of effects in the world $world where resolvers answer $when to $runner, for $operations random operations of seed $seed',
    async ({ seed, operations, open }) => {
      const world = open();
      const { withErrors, mutations, withoutPlan, isAlone } = await compareOperations(sidesOf(world), {
        seed,
        operations,
      });
      if (isAlone) return;
      expect(withErrors).toBeGreaterThan(operations / 10);
      expect(mutations).toBeGreaterThan(operations / 20);
      expect(withoutPlan).toBe(0);
    },
    shareOf(0.06, 0).timeoutMs,
  );
});
