import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isObjectType } from 'graphql';
import { compose } from './fixtures/federate.js';
import { createGateway } from './gateway.js';
import type { Subgraph, SubgraphResponse } from './execution/subgraph.js';

const NAMES = ['equities', 'research', 'private-markets', 'ai', 'account'];
const sdl = (name: string): string => readFileSync(path.resolve('schema', `${name}.graphql`), 'utf8');

/** The project's own graph, with subgraphs that answer from a script. */
function marketgraph(answers: Readonly<Record<string, SubgraphResponse>>) {
  const sent: Record<string, Readonly<Record<string, unknown>>> = {};
  const asked: string[] = [];
  const subgraphs = NAMES.map((name): Subgraph<undefined> => ({
    name,
    execute({ variables }) {
      sent[name] = variables;
      asked.push(name);
      return answers[name] ?? {};
    },
  }));
  const supergraphSdl = compose(Object.fromEntries(NAMES.map((name) => [name, sdl('directives') + sdl(name)])));
  return { gateway: createGateway({ supergraphSdl, subgraphs }), sent, asked };
}

describe('the composed graph of this project', () => {
  it('keeps the directives of the contract on public fields and hides what is inaccessible', () => {
    const { publicSchema } = marketgraph({}).gateway;
    const security = publicSchema.getType('Security');
    const signal = isObjectType(security) ? security.getFields()['signal'] : undefined;
    expect(signal?.astNode?.directives?.map(({ name }) => name.value)).toEqual(['tier', 'metered']);
    expect(isObjectType(security) && Object.keys(security.getFields())).not.toContain('batch');
  });

  it('tells the research subgraph which batch covers a security, and never tells the client', async () => {
    const security = { __typename: 'Security', ticker: 'BRK.B', batch: 'charged' };
    const { gateway, sent } = marketgraph({
      equities: {
        data: { securitiesByTicker: [{ ...security }, null] },
        errors: [{ message: 'Unknown.', path: ['securitiesByTicker', 1], extensions: { code: 'TICKER_NOT_FOUND' } }],
      },
      research: { data: { _entities: [{ gapStats: { gapCount: 3 } }] } },
    });
    const prepared = gateway.prepare(
      'query ($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker gapStats { gapCount } } }',
    );
    if ('errors' in prepared) throw prepared.errors[0];
    const answer = await gateway.execute(prepared, { tickers: ['BRK-B', 'NOPE'] }, undefined);
    expect(JSON.parse(JSON.stringify(answer))).toEqual({
      data: { securitiesByTicker: [{ ticker: 'BRK.B', gapStats: { gapCount: 3 } }, null] },
      errors: [{ message: 'Unknown.', path: ['securitiesByTicker', 1], extensions: { code: 'TICKER_NOT_FOUND' } }],
    });
    expect(sent['research']).toEqual({ representations: [security] });
  });

  it.each([
    ['{ security(ticker: "AAPL") { ticker seasonality { monthCount } } }', ['research']],
    ['{ security(ticker: "AAPL") { gapStats { gapCount } dca { invested } } }', ['research']],
    ['{ security(ticker: "AAPL") { ticker signal { compositeScore } } }', ['equities']],
    [
      '{ a: security(ticker: "AAPL") { name } b: security(ticker: "AAPL") { gapStats { gapCount } } }',
      ['equities', 'research'],
    ],
    ['{ security(ticker: "AAPL") { name signal { label } gapStats { gapCount } } }', ['equities', 'research']],
  ])(
    'takes a root that several subgraphs share from the one that resolves all that is selected below it: %s',
    async (query, expected) => {
      const security = {
        __typename: 'Security',
        ticker: 'AAPL',
        batch: '',
        name: 'Apple',
        signal: null,
        gapStats: null,
        dca: null,
        seasonality: null,
      };
      const { gateway, asked } = marketgraph({
        equities: { data: { security, a: security } },
        research: { data: { security, b: security, _entities: [security] } },
      });
      const prepared = gateway.prepare(query);
      if ('errors' in prepared) throw prepared.errors[0];
      await gateway.execute(prepared, {}, undefined);
      expect(asked.sort()).toEqual(expected);
    },
  );
});
