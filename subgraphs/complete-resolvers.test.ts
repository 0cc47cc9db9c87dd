import { describe, expect, it } from '@jest/globals';
import type { CompleteResolvers } from './complete-resolvers.js';

type Field<Result, Parent> = (parent: Parent) => Result | Promise<Result>;
interface CardParent {
  readonly id: string;
  readonly madeMs: number;
}
interface Parents {
  readonly Query: Record<PropertyKey, never>;
  readonly Card: CardParent;
  readonly Plain: { readonly name: string };
}
interface Fields {
  readonly Query: { readonly card?: Field<CardParent | null, Parents['Query']> };
  readonly Card: {
    readonly __resolveReference?: Field<CardParent | null, { readonly id: string }>;
    readonly id?: Field<string, CardParent>;
    readonly madeMs?: Field<Date, CardParent>;
    readonly title?: Field<string | null, CardParent>;
  };
  readonly Plain: { readonly name?: Field<string, Parents['Plain']> };
}
type Map = CompleteResolvers<Fields, Parents>;

const Query = { card: () => null };
const Card = { __resolveReference: () => null, madeMs: () => new Date(0), title: () => null };

// The type checker reads this file too: a line that compiles where an error is expected fails it.
describe('a map of resolvers', () => {
  it('compiles without resolvers for properties of parents', () => {
    const map: Map = { Query, Card };
    expect(Object.keys(map)).toEqual(['Query', 'Card']);
  });

  it('does not compile without a root field, a reference, or a field missing or differently typed in parents', () => {
    // @ts-expect-error Query.card is missing.
    const noRoot: Map = { Query: {}, Card };
    // @ts-expect-error All of Card is missing.
    const noType: Map = { Query };
    // @ts-expect-error Card.__resolveReference is missing.
    const noReference: Map = { Query, Card: { madeMs: Card.madeMs, title: Card.title } };
    // @ts-expect-error Card.title is missing: the parent has none.
    const noField: Map = { Query, Card: { __resolveReference: Card.__resolveReference, madeMs: Card.madeMs } };
    // @ts-expect-error Card.madeMs is missing: the parent has a number, not a Date.
    const otherType: Map = { Query, Card: { __resolveReference: Card.__resolveReference, title: Card.title } };
    expect([noRoot, noType, noReference, noField, otherType]).toHaveLength(5);
  });
});
