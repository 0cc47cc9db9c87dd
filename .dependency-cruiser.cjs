/**
 * Allowed imports between modules (docs/architecture.md). Tests and benches may import all modules; all may import
 * `calendar` and `telemetry`.
 */
const MAY_IMPORT = {
  calendar: [],
  telemetry: [],
  engines: [],
  store: [],
  outbound: [],
  sources: ['store', 'outbound', 'engines'],
  access: ['store'],
  answers: ['engines', 'access', 'outbound'],
  surfaces: ['store', 'access', 'outbound', 'engines'],
  subgraphs: ['engines', 'store', 'access', 'jobs/queue', 'sources', 'outbound', 'answers', 'surfaces'],
  gateway: ['access', 'subgraphs/sdl'],
  http: ['gateway', 'access'],
  'rest-compat': ['http', 'gateway', 'access'],
  mcp: ['rest-compat', 'http', 'access'],
  openbb: ['rest-compat', 'http', 'access', 'outbound/parse-url'],
  jobs: ['store', 'access', 'outbound', 'engines', 'sources', 'answers', 'surfaces'],
  client: [],
  console: ['client', 'gateway/guards'],
  bin: [
    'store',
    'access',
    'outbound',
    'engines',
    'sources',
    'answers',
    'surfaces',
    'subgraphs',
    'gateway',
    'http',
    'rest-compat',
    'mcp',
    'openbb',
    'jobs',
  ],
};

const MODULES = [...Object.keys(MAY_IMPORT), 'tools', 'test', 'bench'];
const SUBGRAPHS = 'account|admin|ai|equities|private-markets|research';
const TESTS = '(\\.test\\.ts$|/fixtures/)';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: `(${TESTS}|^bin/|^tools/|^schema/|^console/main|generated/)` },
      to: {},
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      comment: 'Those of console/ are in its bundle, those of client/nodes.ts only types.',
      from: { pathNot: `(${TESTS}|^test/|^bench/|^tools/|^console/|^client/)` },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'fixtures-only-in-tests',
      severity: 'error',
      from: { pathNot: `(${TESTS}|^test/|^bench/)` },
      to: { path: '/fixtures/' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'redis-clients-in-one-place',
      severity: 'error',
      comment: 'Clients of Redis are made by access/redis-servers.ts, so that each works with Sentinel and Cluster.',
      from: { pathNot: `(^access/redis-servers\\.ts$|${TESTS}|^test/|^bench/)` },
      to: { path: '(^|/)ioredis(/|$)' },
    },
    {
      name: 'planner-below-execution',
      severity: 'error',
      comment: 'The planner must not depend on the execution.',
      from: { path: '^gateway/planner/', pathNot: TESTS },
      to: { path: '^gateway/execution/' },
    },
    {
      name: 'subgraphs-apart',
      severity: 'error',
      comment: 'Subgraphs run as separate services: what several of them use is beside their folders.',
      from: { path: `^subgraphs/(${SUBGRAPHS})/`, pathNot: TESTS },
      to: { path: `^subgraphs/(${SUBGRAPHS})/`, pathNot: '^subgraphs/$1/' },
    },
    ...Object.entries(MAY_IMPORT).map(([module, allowed]) => ({
      name: `${module}-imports`,
      severity: 'error',
      comment: `${module}/ may import ${allowed.length === 0 ? 'no other module' : allowed.join(', ')}.`,
      from: { path: `^${module}/`, pathNot: TESTS },
      to: {
        path: `^(${MODULES.filter((other) => other !== module && other !== 'calendar' && other !== 'telemetry').join('|')})/`,
        pathNot: allowed.length === 0 ? '^$' : `^(${allowed.join('|')})(/|\\.)`,
      },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
