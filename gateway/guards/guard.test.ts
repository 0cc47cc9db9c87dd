import { describe, expect, it } from '@jest/globals';
import { getOperationAST, parse } from 'graphql';
import { ApiError } from '../../access/errors.js';
import type { OperationLimits, Tier } from '../../access/tiers.js';
import type { Variables } from './amount.js';
import { createGuard } from './guard.js';

const SMALL: OperationLimits = { tokens: 60, aliases: 2, directives: 2, rootFields: 3, fields: 20, depth: 4, cost: 30 };
const LIMITS: Readonly<Record<Tier, OperationLimits>> = {
  free: SMALL,
  starter: SMALL,
  pro: SMALL,
  institutional: { ...SMALL, depth: 5, cost: 60 },
};
const SDL = `
  type Query { a: Item b: Item c: Item d: Item list(n: Int! = 5): [Item!] @listSize(slicingArguments: ["n"]) }
  type Item { x: Int self: Item }
`;

const guard = createGuard({ supergraphSdl: SDL, limits: LIMITS });

function measured(source: string, name?: string) {
  const document = parse(source);
  const node = getOperationAST(document, name);
  if (!node) throw new Error('The document has no such operation.');
  return guard.measure(document, node);
}

const admitted = (source: string, tier: Tier = 'free', variables: Variables = {}, name?: string) =>
  guard.admit(measured(source, name), variables, tier);

function guarded(source: string, tier: Tier = 'free', variables: Variables = {}): unknown {
  try {
    return admitted(source, tier, variables);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, status: error.status, ...error.extra };
  }
}

describe('the guard', () => {
  it.each([
    [
      'fields',
      `{ a { ...F ...F ...F ...F } } fragment F on Item { ...G ...G } fragment G on Item { x self { x } }`,
      { code: 'operation_too_large', param: 'fields', limit: 20, actual: 37 },
    ],
    [
      'root fields',
      '{ a { x } b { x } c { x } d { x } }',
      { code: 'operation_too_large', param: 'rootFields', limit: 3, actual: 4 },
    ],
    [
      'aliases',
      '{ p: a { x } q: a { x } r: a { x } }',
      { code: 'operation_too_large', param: 'aliases', limit: 2, actual: 3 },
    ],
    [
      'directives',
      '{ a @skip(if: false) @include(if: true) @skip(if: false) { x } }',
      { code: 'operation_too_large', param: 'directives', limit: 2, actual: 3 },
    ],
    [
      'depth',
      '{ a { self { self { self { x } } } } }',
      { code: 'operation_too_deep', param: 'depth', limit: 4, actual: 5 },
    ],
    ['cost', '{ list(n: 31) { x } }', { code: 'operation_too_complex', param: 'cost', limit: 30, actual: 31 }],
  ])('rejects too many %s with the limit and the actual value', (_measure, source, refusal) => {
    expect(guarded(source)).toMatchObject(refusal);
  });

  it('applies each tier’s limits', () => {
    const deep = '{ a { self { self { self { x } } } } }';
    expect(guarded(deep, 'pro')).toMatchObject({ code: 'operation_too_deep' });
    expect(guarded(deep, 'institutional')).toEqual({ requested: 4, limit: 60, nodes: 4 });
  });

  it('admits an operation exactly at the limit', () => {
    expect(guarded('{ list(n: 30) { x } }')).toEqual({ requested: 30, limit: 30, nodes: 30 });
  });

  it('computes the cost of a document from the variables of each request', () => {
    const known = measured('query ($n: Int!) { list(n: $n) { x } }');
    const admit = (n: number) => guard.admit(known, { n }, 'free');
    expect(admit(7)?.requested).toBe(7);
    expect(() => admit(1_000)).toThrow(
      'The operation has 1000 points; the free tier allows 30. ' +
        'Request shorter lists or fewer fields, or choose a higher tier.',
    );
    expect(admit(12)?.requested).toBe(12);
  });

  it('leaves invalid documents to validation', () => {
    expect(guarded('{ ...A } fragment A on Query { ...A }')).toBeNull();
  });

  it('measures each operation of a document', () => {
    const source = 'query A { a { x } } query B { list(n: 9) { x } }';
    expect(admitted(source, 'free', {}, 'B')?.requested).toBe(9);
    expect(admitted(source, 'free', {}, 'A')?.requested).toBe(1);
  });

  it('rejects unparsed documents with the limit of the tier', () => {
    expect(guard.refuse('tokens', 'free')).toMatchObject({
      code: 'operation_too_large',
      status: 400,
      extra: { param: 'tokens', limit: 60 },
    });
    expect(guard.refuse('depth', 'institutional')).toMatchObject({
      code: 'operation_too_deep',
      extra: { param: 'depth', limit: 5 },
    });
  });
});
