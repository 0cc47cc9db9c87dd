import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key: pro } = await server.newKey('pro', { perMinute: 1_000 });
const { key: free } = await server.newKey('free', { perMinute: 1_000 });

const QUERY =
  'query ($search: String!) { privateMarketNames(search: $search) { kind slug name tagline isApproximate } }';
const ask = (search: string, key = pro): Promise<Answer> => server.graphql(key, QUERY, { search });

interface Name {
  readonly kind: string;
  readonly slug: string;
  readonly name: string;
  readonly isApproximate: boolean;
}
const namesOf = async (search: string): Promise<readonly Name[]> =>
  read(await ask(search), 'data', 'privateMarketNames') as readonly Name[];

describe('names of private companies and investors', () => {
  it.each([
    ['stripe', 'COMPANY', 'stripe'],
    ['OpenA', 'COMPANY', 'openai'],
    ['sequoia', 'INVESTOR', 'sequoia-capital'],
  ])('%s finds a %s first', async (search, kind, slug) => {
    const [first] = await namesOf(search);
    expect(first).toMatchObject({ kind, slug, isApproximate: false });
  });

  it('are found for a nearly right spelling, and said to be so', async () => {
    expect(await namesOf('sequioa')).toContainEqual(
      expect.objectContaining({ slug: 'sequoia-capital', isApproximate: true }),
    );
  });

  it('have nothing of what merely tells about a company', async () => {
    expect((await namesOf('assistant')).filter(({ isApproximate }) => !isApproximate)).toEqual([]);
  });

  it('cost no unit', async () => {
    expect(read(await ask('stripe'), 'extensions', 'limits', 'units')).toBe(0);
  });

  it('are not told below Pro', async () => {
    const answer = await ask('stripe', free);
    expect(read(answer, 'data', 'privateMarketNames')).toBeNull();
    expect(read(answer, 'errors', 0, 'extensions', 'code')).toBe('TIER_REQUIRED');
  });
});

describe('an unknown slug', () => {
  const rest = (path: string): Promise<Answer> => server.call(`/api/v1${path}`, { key: pro });

  it.each([
    ['/private-companies/strpe', 'No private company has the slug strpe; did you mean stripe?'],
    ['/private-companies/open-ai', 'No private company has the slug open-ai; did you mean openai?'],
    [
      '/private-companies/stake-map?slug=databriks',
      'No private company has the slug databriks; did you mean databricks?',
    ],
    [
      '/private-companies/qqzzvv',
      'No private company has the slug qqzzvv; GET /private-companies/list and privateCompanies list them.',
    ],
    [
      '/private-companies/x',
      'No private company has the slug x; GET /private-companies/list and privateCompanies list them.',
    ],
    ['/investors/strpe', 'No investor has the slug strpe; GET /investors/list and investors list them.'],
    ['/investors/qqzzvv', 'No investor has the slug qqzzvv; GET /investors/list and investors list them.'],
  ])('%s is answered with near ones, or with where all are listed', async (path, message) => {
    const answer = await rest(path);
    expect([answer.status, read(answer, 'error'), read(answer, 'message')]).toEqual([404, 'not_found', message]);
  });

  it.each(['privateCompany', 'investor'])('of no characters is refused by %s', async (field) => {
    const answer = await server.graphql(pro, `{ ${field}(slug: "") { slug } }`);
    expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({ code: 'INVALID_PARAMETER', param: 'slug' });
  });

  it('names the investor that a short form of the name stands for first', async () => {
    const answer = await rest('/investors/sequoia');
    expect(read(answer, 'message')).toMatch(/^No investor has the slug sequoia; did you mean sequoia-capital\b/);
  });
});
