import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { judgeSchema } from './changes.js';

const NOW_MS = Date.UTC(2026, 6, 2);
const CONTRACT = `
  directive @tier(atLeast: Tier!) on FIELD_DEFINITION
  directive @metered on FIELD_DEFINITION
  directive @batch(over: String!, max: Int!, manyAtLeast: Tier) on FIELD_DEFINITION
  directive @pageBatch(atLeast: Tier!) on FIELD_DEFINITION
  directive @screen(atLeast: Tier!) on FIELD_DEFINITION
  directive @computed on INPUT_FIELD_DEFINITION | ENUM_VALUE
  directive @session on FIELD_DEFINITION
  directive @range(min: Float!, max: Float!) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  directive @length(max: Int!) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  directive @wire(value: String!) on ENUM_VALUE | FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  directive @graphOnly on FIELD_DEFINITION | ARGUMENT_DEFINITION
  enum Tier { FREE PRO }
`;

async function judge(
  released: string,
  current: string,
): Promise<{ readonly changes: readonly string[]; readonly problems: readonly string[] }> {
  const { changes, problems } = await judgeSchema(
    buildSchema(CONTRACT + released),
    buildSchema(CONTRACT + current),
    NOW_MS,
  );
  return { changes: changes.map(({ level, message }) => `${level}: ${message}`), problems };
}

describe('a schema change', () => {
  it('is not reported between schemas that differ only in descriptions', async () => {
    expect(await judge('type Query { a: Int }', '"Everything." type Query { "A." a: Int }')).toEqual({
      changes: [],
      problems: [],
    });
  });

  it.each([
    ['a new field', 'type Query { a: Int }', 'type Query { a: Int b: Int @tier(atLeast: PRO) @metered }'],
    ['a new type', 'type Query { a: Int }', 'type Query { a: Int b: B } type B { c: Int }'],
    ['a new optional argument', 'type Query { a: Int }', 'type Query { a(b: Int): Int }'],
    [
      'a name in REST for a value that REST never had',
      'type Query { a: Int m: E @graphOnly } enum E { X }',
      'type Query { a: Int m: E } enum E { X @wire(value: "y") }',
    ],
    ['a new enum value', 'type Query { a: E } enum E { X }', 'type Query { a: E } enum E { X Y }'],
    ['a field that is never null any more', 'type Query { a: Int }', 'type Query { a: Int! }'],
    [
      'a deprecation with its date',
      'type Query { a: Int }',
      'type Query { a: Int @deprecated(reason: "Use b, since 2026-07-01.") }',
    ],
  ])('passes if it only adds: %s', async (_name, released, current) => {
    const { changes, problems } = await judge(released, current);
    expect(problems).toEqual([]);
    expect(changes.filter((change) => !change.startsWith('breaking'))).toHaveLength(changes.length);
    expect(changes).not.toHaveLength(0);
  });

  it.each([
    ['a removed field', 'type Query { a: Int b: Int }', 'type Query { a: Int }', "'b' was removed"],
    ['a removed argument', 'type Query { a(b: Int): Int }', 'type Query { a: Int }', "'b: Int' was removed"],
    ['a removed type', 'type Query { a: Int b: B } type B { c: Int }', 'type Query { a: Int }', "'B' was removed"],
    [
      'a removed enum value',
      'type Query { a: E } enum E { X Y }',
      'type Query { a: E } enum E { X }',
      "'Y' was removed",
    ],
    [
      'another type of field',
      'type Query { a: Int }',
      'type Query { a: String }',
      "changed type from 'Int' to 'String'",
    ],
    [
      'a field that may be null now',
      'type Query { a: Int! }',
      'type Query { a: Int }',
      "changed type from 'Int!' to 'Int'",
    ],
    ['a new required argument', 'type Query { a: Int }', 'type Query { a(b: Int!): Int }', "'b: Int!'"],
    [
      'a field deprecated for less than six months',
      'type Query { a: Int b: Int @deprecated(reason: "Use a, since 2026-01-03.") }',
      'type Query { a: Int }',
      "'b' (deprecated) was removed",
    ],
    [
      'a field deprecated without a date',
      'type Query { a: Int b: Int @deprecated(reason: "Use a.") }',
      'type Query { a: Int }',
      "'b' (deprecated) was removed",
    ],
    [
      'a higher tier',
      'type Query { a: Int @tier(atLeast: FREE) }',
      'type Query { a: Int @tier(atLeast: PRO) }',
      'from @tier(atLeast: FREE) to @tier(atLeast: PRO)',
    ],
    [
      'a tier where there was none',
      'type Query { a: Int }',
      'type Query { a: Int @tier(atLeast: FREE) }',
      'from nothing to @tier(atLeast: FREE)',
    ],
    ['a price', 'type Query { a: Int }', 'type Query { a: Int @metered }', 'from nothing to @metered'],
    [
      'a narrower range',
      'type Query { a(n: Int @range(min: 1, max: 10)): Int }',
      'type Query { a(n: Int @range(min: 1, max: 9)): Int }',
      'max: 9',
    ],
    [
      'a shorter text',
      'type Query { a(n: String): Int }',
      'type Query { a(n: String @length(max: 9)): Int }',
      '@length(max: 9)',
    ],
    [
      'a smaller batch',
      'type Query { a(n: [Int!]): Int @batch(over: "n", max: 9) }',
      'type Query { a(n: [Int!]): Int @batch(over: "n", max: 8) }',
      'max: 8',
    ],
    [
      'a page that is no batch any more',
      'type Query { a: Int @pageBatch(atLeast: PRO) }',
      'type Query { a: Int }',
      'from @pageBatch(atLeast: PRO) to nothing',
    ],
    [
      'a screen of a higher tier',
      'type Query { a: Int @screen(atLeast: FREE) }',
      'type Query { a: Int @screen(atLeast: PRO) }',
      'from @screen(atLeast: FREE) to @screen(atLeast: PRO)',
    ],
    [
      'a condition that makes a list a screen',
      'type Query { a(f: F): Int } input F { x: Int }',
      'type Query { a(f: F): Int } input F { x: Int @computed }',
      "'F.x' changed from nothing to @computed",
    ],
    ['a session', 'type Query { a: Int }', 'type Query { a: Int @session }', 'from nothing to @session'],
    [
      'another name in REST',
      'type Query { a: Int @wire(value: "n") }',
      'type Query { a: Int @wire(value: "count") }',
      'from @wire(value: n) to @wire(value: count)',
    ],
    [
      'an enum value with another name in REST',
      'type Query { a: E } enum E { X }',
      'type Query { a: E } enum E { X @wire(value: "y") }',
      "'E.X' changed from nothing to @wire(value: y)",
    ],
    [
      'a field that REST loses',
      'type Query { a: Int }',
      'type Query { a: Int @graphOnly }',
      'from nothing to @graphOnly',
    ],
  ])('is refused if it breaks clients: %s', async (_name, released, current, reason) => {
    const { changes, problems } = await judge(released, current);
    expect(problems.join('\n')).toContain(reason);
    expect(changes[0]).toMatch(/^breaking: /);
  });

  it.each([
    [
      'a field',
      'type Query { a: Int b: Int @deprecated(reason: "Use a, since 2026-01-02.") }',
      'type Query { a: Int }',
    ],
    [
      'an enum value',
      'type Query { a: E } enum E { X Y @deprecated(reason: "Use X, since 2026-01-02.") }',
      'type Query { a: E } enum E { X }',
    ],
    [
      'an argument',
      'type Query { a(b: Int @deprecated(reason: "Has no effect, since 2025-01-02.")): Int }',
      'type Query { a: Int }',
    ],
    [
      'a type whose every use was deprecated',
      'type Query { a: Int b: B @deprecated(reason: "Use a, since 2026-01-02.") } type B { c: Int }',
      'type Query { a: Int }',
    ],
  ])('passes if the removed part was deprecated for six months: %s', async (_name, released, current) => {
    const { changes, problems } = await judge(released, current);
    expect(problems).toEqual([]);
    expect(changes[0]).toContain('removed');
  });

  it.each([
    ['a lower tier', 'type Query { a: Int @tier(atLeast: PRO) }', 'type Query { a: Int @tier(atLeast: FREE) }'],
    ['a price that fell away', 'type Query { a: Int @metered }', 'type Query { a: Int }'],
    ['a field that REST gains', 'type Query { a: Int @graphOnly }', 'type Query { a: Int }'],
    [
      'a wider range',
      'type Query { a(n: Int @range(min: 1, max: 10)): Int }',
      'type Query { a(n: Int @range(min: 0, max: 11)): Int }',
    ],
  ])('passes if it accepts more: %s', async (_name, released, current) => {
    const { changes, problems } = await judge(released, current);
    expect([changes.map((change) => change.split(':')[0]), problems]).toEqual([['safe'], []]);
  });

  it('is refused if a deprecation has no date', async () => {
    const { problems } = await judge(
      'type Query { a: Int b: Int }',
      'type Query { a: Int b: Int @deprecated(reason: "Use a.") }',
    );
    expect(problems).toEqual([expect.stringContaining("'Query.b'")]);
  });
});
