import { describe, expect, it } from '@jest/globals';
import { buildSchema, type DocumentNode } from 'graphql';
import { documentsOf } from './documents.js';

const schema = buildSchema('type Query { a: Int } type Mutation { b: Int } type Subscription { c: Int }');

function counted() {
  const prepared: DocumentNode[] = [];
  const read = documentsOf(schema, (_schema, document) => {
    prepared.push(document);
    return () => ({ data: {} });
  });
  return { read, prepared };
}

describe('documents of a subgraph', () => {
  it('are prepared once per text', () => {
    const { read, prepared } = counted();
    expect(read('{ a }')).toBe(read('{ a }'));
    expect(read('{ nothing }')).toBe(read('{ nothing }'));
    expect(prepared).toHaveLength(1);
  });

  it('are evicted, least recently used first, beyond the cache size', () => {
    const { read, prepared } = counted();
    const first = read('{ a }');
    for (let at = 0; at < 25; at += 1) read(`{ nothing } # ${at}${' '.repeat(20_000)}`);
    expect(read('{ a }')).not.toBe(first);
    expect(prepared).toHaveLength(2);
  });

  it('distinguish subscriptions from other operations, also among several', () => {
    const { read } = counted();
    const document = read('query A { a } subscription C { c } mutation B { b }');
    if ('errors' in document) throw document.errors[0];
    expect(['A', 'B', 'C', 'D', undefined].map((name) => document.subscription(name)?.node.name?.value)).toEqual([
      undefined,
      undefined,
      'C',
      undefined,
      undefined,
    ]);
  });
});
