import { expect, it } from '@jest/globals';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ENDPOINTS, requestOf } from './endpoints.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const PAGED = ENDPOINTS.filter(
  ({ capability }) =>
    capability.parameters.some(({ argument }) => argument === 'after') &&
    capability.route.operation !== 'community-post',
);

// The list below one object is tested with an object (integration/community.test.ts).
it('every list that can grow takes a cursor', () => {
  expect(PAGED.map(({ name }) => name).sort()).toEqual([
    'GET /community (view=arena)',
    'GET /community (view=events)',
    'GET /community (view=leaderboard)',
    'GET /community (view=members)',
    'GET /community (view=posts)',
    'GET /investors/fit',
    'GET /investors/list',
    'GET /line (view=inbox)',
    'GET /line (view=search)',
    'GET /line (view=sent)',
    'GET /news',
    'GET /private-companies/ipo-readiness',
    'GET /private-companies/liquidity',
    'GET /private-companies/list',
    'GET /private-companies/marks',
    'GET /private-companies/news',
    'GET /private-companies/secondary-tape',
    'GET /private-companies/stake-map',
    'GET /private-companies/stake-map (slug)',
    'GET /private-companies/stake-map (view=holders)',
    'GET /runs',
    'GET /startup-news',
  ]);
});

// A cursor that no list made, one of a list's form, and one that is too long.
const WRONG = ['garbage', Buffer.from('3:["xxxxxxxx","1","2"]').toString('base64url'), 'x'.repeat(5_000)];

it.each(PAGED)('a cursor that is not of the list is refused in the words of REST: $name', async (endpoint) => {
  const { path, call } = requestOf(endpoint, { limit: 1 });
  for (const cursor of WRONG) {
    const answer = await server.call(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, { ...call, key });
    expect([answer.status, read(answer, 'error'), read(answer, 'param')]).toEqual([400, 'invalid_parameter', 'cursor']);
    const message = String(read(answer, 'message'));
    expect(message).toMatch(/^cursor /);
    expect(message).not.toMatch(/\bafter\b|endCursor|\bfirst: /);
  }
  const page = await server.call(path, { ...call, key });
  const next: unknown = read(page, 'next_cursor');
  if (typeof next === 'string')
    expect((await server.call(`${path}&cursor=${next}`, { ...call, key })).status).toBe(200);
});

it('a cursor is refused in the words of GraphQL where GraphQL is asked', async () => {
  const answer = await server.graphql(key, '{ security(ticker: "AAPL") { news(after: "garbage") { totalCount } } }');
  expect(read(answer, 'errors', 0, 'extensions', 'param')).toBe('after');
  expect(read(answer, 'errors', 0, 'message')).toMatch(/^after is not a cursor of this list; pass the endCursor /);
});
