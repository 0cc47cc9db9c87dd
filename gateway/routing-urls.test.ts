import { describe, expect, it } from '@jest/globals';
import { composeSupergraph } from './compose.js';
import { routingUrls } from './routing-urls.js';

describe('the routing URLs of a supergraph', () => {
  it('are those that its subgraphs were composed with, by subgraph name', () => {
    const sdl = composeSupergraph([
      { name: 'first-part', sdl: 'type Query { a: Int }', url: 'http://a.test/graphql' },
      { name: 'second', sdl: 'type Query { b: Int }', url: 'http://b.test/' },
    ]);
    expect([...routingUrls(sdl)].sort()).toEqual([
      ['first-part', 'http://a.test/graphql'],
      ['second', 'http://b.test/'],
    ]);
  });

  it('cannot be read from other SDL, which gives a clear error', () => {
    expect(() => routingUrls('type Query { a: Int }')).toThrow('not a federation 2 supergraph');
    expect(() => routingUrls('type Query {')).toThrow(/not valid GraphQL SDL: .* in line 1/);
    expect(() => routingUrls('enum join__Graph { A @join__graph(name: "a") }')).toThrow(
      'join__Graph value A has no url',
    );
  });
});
