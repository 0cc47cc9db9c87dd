import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { httpSubgraph, type FetchLike } from './http-subgraph.js';

const source = 'query ($id: ID!) { p(id: $id) { n } }';
const request = { document: parse(source), source, variables: { id: '1' }, context: { who: 'ada' } };

function answering(body: unknown, status = 200) {
  const sent: Parameters<FetchLike>[] = [];
  const fetch: FetchLike = (...args) => {
    sent.push(args);
    return Promise.resolve({ status, json: () => Promise.resolve(body) });
  };
  const subgraph = httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', { fetch, headers: ({ who }) => ({ 'x-who': who }) });
  return { sent, execute: async () => subgraph.execute(request) };
}

describe('a subgraph over HTTP', () => {
  it('gets operation and variables as JSON, with the headers of the context', async () => {
    const { sent, execute } = answering({ data: { p: { n: 1 } } });
    expect(await execute()).toEqual({ data: { p: { n: 1 } } });
    const [[url, init] = []] = sent;
    expect(url).toBe('http://p.test/graphql');
    expect(init?.headers).toMatchObject({ 'x-who': 'ada', 'content-type': 'application/json' });
    expect(JSON.parse(init?.body ?? '')).toEqual({ query: source, variables: { id: '1' } });
  });

  it('gives its errors with path and extensions, whatever the status', async () => {
    const { execute } = answering({ data: null, errors: [{ message: 'no', path: ['p', 0], extensions: { code: 'X' }, locations: [] }, { message: 7 }] }, 500);
    expect(await execute()).toEqual({ data: null, errors: [{ message: 'no', path: ['p', 0], extensions: { code: 'X' } }, { message: 'An error without a message.' }] });
  });

  it.each([['a page'], [{}], [null], [[]]])('rejects a body that is no answer: %j', async (body) => {
    await expect(answering(body, 502).execute()).rejects.toThrow('Status 502');
  });

  it('hands the extensions of an answer over with the context, and fails where they are not accepted', async () => {
    const fetch: FetchLike = () => Promise.resolve({ status: 200, json: () => Promise.resolve({ data: { p: null }, extensions: { cost: 1 } }) });
    const heard: unknown[] = [];
    await httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', { fetch, onExtensions: (...told) => void heard.push(told) }).execute(request);
    expect(heard).toEqual([[{ cost: 1 }, { who: 'ada' }]]);
    const refusing = httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', { fetch, onExtensions: () => { throw new Error('malformed'); } });
    await expect(refusing.execute(request)).rejects.toThrow('malformed');
  });
});
