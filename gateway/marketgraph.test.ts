import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compose } from './fixtures/federate.js';
import { createGateway } from './gateway.js';
import type { Subgraph, SubgraphResponse } from './execution/subgraph.js';

const NAMES = ['equities', 'research', 'private-markets', 'ai', 'account'];
const sdl = (name: string): string => readFileSync(path.resolve('schema', `${name}.graphql`), 'utf8');

/** The project's own graph, with subgraphs that answer from a script. */
function marketgraph(answers: Readonly<Record<string, SubgraphResponse>>) {
  const sent: Record<string, Readonly<Record<string, unknown>>> = {};
  const subgraphs = NAMES.map((name): Subgraph<undefined> => ({
    name,
    execute({ variables }) {
      sent[name] = variables;
      return answers[name] ?? {};
    },
  }));
  const supergraphSdl = compose(Object.fromEntries(NAMES.map((name) => [name, sdl('directives') + sdl(name)])));
  return { gateway: createGateway({ supergraphSdl, subgraphs }), sent };
}

describe('the composed graph of this project', () => {
  it('keeps the directives of the contract on public fields and hides what is inaccessible', () => {
    const { publicSchema } = marketgraph({}).gateway;
    const signal = publicSchema.getQueryType()?.getFields()['signal'];
    expect(signal?.astNode?.directives?.map(({ name }) => name.value)).toEqual(['tier', 'metered']);
    expect(publicSchema.getType('Security')).toHaveProperty('name', 'Security');
    expect(JSON.stringify(publicSchema.getType('Security')?.astNode)).not.toContain('isCoveredByBatch');
  });

  it('tells the research subgraph whether a batch covers a security, and never tells the client', async () => {
    const security = { __typename: 'Security', symbol: 'BRK.B', isCoveredByBatch: true };
    const { gateway, sent } = marketgraph({
      equities: { data: { securities: [{ ...security }, null] }, errors: [{ message: 'Unknown.', path: ['securities', 1], extensions: { code: 'TICKER_NOT_FOUND' } }] },
      research: { data: { _entities: [{ gapStats: { gapCount: 3 } }] } },
    });
    const prepared = gateway.prepare('query ($symbols: [Ticker!]!) { securities(symbols: $symbols) { symbol gapStats { gapCount } } }');
    if ('errors' in prepared) throw prepared.errors[0];
    const answer = await gateway.execute(prepared, { symbols: ['BRK-B', 'NOPE'] }, undefined);
    expect(JSON.parse(JSON.stringify(answer))).toEqual({
      data: { securities: [{ symbol: 'BRK.B', gapStats: { gapCount: 3 } }, null] },
      errors: [{ message: 'Unknown.', path: ['securities', 1], extensions: { code: 'TICKER_NOT_FOUND' } }],
    });
    expect(sent['research']).toEqual({ representations: [security] });
  });
});
