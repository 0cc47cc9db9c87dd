import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { sourceLink } from '../../console/parts/source-link.js';
import { ROUTES } from '../../rest-compat/routes/index.js';

const TOOLS = new URL('../../answers/tools/', import.meta.url);
const texts = readdirSync(TOOLS)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, TOOLS), 'utf8'));
/** What the tools pass to a function, once each. */
const passedTo = (call: RegExp): readonly string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(call)].map(([, passed = '']) => passed))),
];
const PATHS = passedTo(/restPath\(\s*['`]([^'`]+)['`]/g).map((path) => path.replace(/\$\{[^}]+\}/, ':slug'));
const FIELDS = passedTo(/graphqlRef\('(\w+)'\)/g);

it.each(PATHS)('%s, which an answer may cite, is an endpoint and opens a page that exists', (path) => {
  expect(ROUTES.map((route) => route.path)).toContain(path);
  const ref = `/api/v1${path.replace(':slug', 'stripe')}?ticker=AAPL&slug=stripe`;
  expect(sourceLink({ ref, title: 'A source' })).toMatch(/^\/console/);
});

it.each(FIELDS)('the field %s, which an answer may cite, opens a page', (field) => {
  expect(sourceLink({ ref: `/graphql#${field}`, title: 'Daily prices of AAPL' })).toMatch(/^\/console/);
});

it('reads the paths and fields of the tools', () => {
  expect([PATHS.length >= 30, FIELDS.length >= 7]).toEqual([true, true]);
});
