import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { httpSubgraph, type FetchLike } from './http-subgraph.js';
import { SharedQueries } from './shared-queries.js';

const source = 'query ($id: ID!) { p(id: $id) { n } }';
const request = { document: parse(source), source, variables: { id: '1' }, context: { who: 'ada' } };

function answering(body: unknown, status = 200) {
  const sent: Parameters<FetchLike>[] = [];
  const fetch: FetchLike = (...args) => {
    sent.push(args);
    return Promise.resolve({ status, json: () => Promise.resolve(body) });
  };
  const subgraph = httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', {
    fetch,
    headers: ({ who }) => ({ 'x-who': who }),
  });
  return { sent, execute: async () => subgraph.execute(request) };
}

describe('a remote subgraph', () => {
  it('receives operation and variables as JSON, with the headers of the context', async () => {
    const { sent, execute } = answering({ data: { p: { n: 1 } } });
    expect(await execute()).toEqual({ data: { p: { n: 1 } } });
    const [[url, init] = []] = sent;
    expect(url).toBe('http://p.test/graphql');
    expect(init?.headers).toMatchObject({ 'x-who': 'ada', 'content-type': 'application/json' });
    expect(JSON.parse(init?.body ?? '')).toEqual({ query: source, variables: { id: '1' } });
  });

  it('returns its errors with path and extensions, whatever the status', async () => {
    const { execute } = answering(
      {
        data: null,
        errors: [{ message: 'no', path: ['p', 0], extensions: { code: 'X' }, locations: [] }, { message: 7 }],
      },
      500,
    );
    expect(await execute()).toEqual({
      data: null,
      errors: [
        { message: 'no', path: ['p', 0], extensions: { code: 'X' } },
        { message: 'The subgraph returned an error without a message.' },
      ],
    });
  });

  it.each([['a page'], [{}], [null], [[]]])('rejects a body that is not a GraphQL response: %j', async (body) => {
    await expect(answering(body, 502).execute()).rejects.toThrow('Status 502');
  });

  it('passes a response’s extensions with the context, and fails if the callback throws', async () => {
    const fetch: FetchLike = () =>
      Promise.resolve({ status: 200, json: () => Promise.resolve({ data: { p: null }, extensions: { cost: 1 } }) });
    const heard: unknown[] = [];
    const onExtensions = (...received: unknown[]): void => void heard.push(received);
    await httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', { fetch, onExtensions }).execute(request);
    expect(heard).toEqual([[{ cost: 1 }, { who: 'ada' }]]);
    const refusing = httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', {
      fetch,
      onExtensions: () => {
        throw new Error('malformed');
      },
    });
    await expect(refusing.execute(request)).rejects.toThrow('malformed');
  });

  describe('with shared queries', () => {
    const mutation = parse('mutation { m }');

    /** A subgraph whose responses wait for `end`, and the bodies sent to it. */
    function waiting() {
      const sent: string[] = [];
      const release = new Map<number, () => void>();
      const fetch: FetchLike = async (_url, { body }) => {
        sent.push(body);
        const number = sent.length;
        await new Promise<void>((resolve) => release.set(number, resolve));
        return { status: 200, json: () => Promise.resolve({ data: { number } }) };
      };
      const subgraph = httpSubgraph<{ who: string }>('p', 'http://p.test/graphql', {
        fetch,
        headers: ({ who }) => ({ who }),
        shared: new SharedQueries(),
      });
      const ask = async (changes: Partial<typeof request> = {}) => subgraph.execute({ ...request, ...changes });
      /** Completes requests by their number, from 1. */
      const end = (...numbers: readonly number[]): void => numbers.forEach((number) => release.get(number)?.());
      return { sent, ask, end };
    }

    it('sends equal concurrent queries once and returns separate responses', async () => {
      const { sent, ask, end } = waiting();
      const both = [ask(), ask()];
      end(1);
      const [one, other] = await Promise.all(both);
      expect(sent).toHaveLength(1);
      expect([one, other]).toEqual([{ data: { number: 1 } }, { data: { number: 1 } }]);
      expect(one?.data).not.toBe(other?.data);
    });

    it.each<[string, Partial<typeof request>]>([
      ['other variables', { variables: { id: '2' } }],
      ['other headers', { context: { who: 'eve' } }],
      ['another document', { document: parse(`${source} `), source: `${source} ` }],
    ])('sends another request for %s, and after the first has completed', async (_what, changes) => {
      const { sent, ask, end } = waiting();
      const first = [ask(), ask(changes)];
      end(1, 2);
      await Promise.all(first);
      const later = ask();
      end(3);
      await later;
      expect(sent).toHaveLength(3);
    });

    it('never shares a mutation', async () => {
      const { sent, ask, end } = waiting();
      const both = [
        ask({ document: mutation, source: 'mutation { m }' }),
        ask({ document: mutation, source: 'mutation { m }' }),
      ];
      end(1, 2);
      await Promise.all(both);
      expect(sent).toHaveLength(2);
    });

    it('sends a new request after a mutation, although an equal query is in flight', async () => {
      const { ask, end } = waiting();
      const before = ask();
      const change = ask({ document: mutation, source: 'mutation { m }' });
      end(2);
      await change;
      const after = ask();
      end(1, 3);
      expect(await before).toEqual({ data: { number: 1 } });
      expect(await after).toEqual({ data: { number: 3 } });
    });
  });
});
