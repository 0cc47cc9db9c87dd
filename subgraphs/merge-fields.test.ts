import { describe, expect, it } from '@jest/globals';
import { mergeFields, type FieldsOf } from './merge-fields.js';
import type { Services } from './services.js';

interface Resolvers {
  readonly Query: { readonly card: () => string; readonly deck: () => string };
  readonly Card: { readonly title: () => string };
}

const services = {} as Services;
const cards = () =>
  ({ Query: { card: () => 'a card' }, Card: { title: () => 'a title' } }) satisfies FieldsOf<Resolvers>;
const decks = () => ({ Query: { deck: () => 'a deck' } }) satisfies FieldsOf<Resolvers>;

describe('the fields of several files', () => {
  it('are one map of resolvers', () => {
    const merged: Resolvers = mergeFields({ cards, decks }, services);
    expect([merged.Query.card(), merged.Query.deck(), merged.Card.title()]).toEqual(['a card', 'a deck', 'a title']);
  });

  // The type checker reads this file too: a line that compiles where an error is expected fails it.
  it('do not compile if a field has no resolver, or a resolver no field', () => {
    // @ts-expect-error Query.deck is in no file.
    const merged: Resolvers = mergeFields({ cards }, services);
    // @ts-expect-error The resolvers have no Query.pack.
    const packs = () => ({ Query: { pack: () => 'a pack' } }) satisfies FieldsOf<Resolvers>;
    expect([merged, packs()]).toHaveLength(2);
  });

  it('are refused if two files resolve the same field', () => {
    expect(() => mergeFields({ cards, others: cards }, services)).toThrow('Two files resolve Query.card.');
  });
});
