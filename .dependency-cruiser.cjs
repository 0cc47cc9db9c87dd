/** The house's arrows: which room may import which (docs/architecture.md). Tests and benches may import everything. */
const MAY_IMPORT = {
  engines: [],
  store: [],
  outbound: [],
  sources: ['store', 'outbound'],
  access: ['store'],
  subgraphs: ['engines', 'store', 'access', 'jobs/queue', 'sources', 'outbound'],
  gateway: ['access', 'subgraphs/sdl'],
  'rest-compat': ['gateway', 'access'],
  jobs: ['store', 'access', 'outbound', 'engines', 'sources'],
};

const ROOMS = [...Object.keys(MAY_IMPORT), 'bin', 'test', 'bench'];
const TESTS = '(\\.test\\.ts$|/test-[a-z]+\\.ts$|/fixtures/)';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: `(${TESTS}|^bin/|^schema/|generated/)` }, to: {} },
    { name: 'not-to-dev-dependencies', severity: 'error', from: { pathNot: `(${TESTS}|^bench/|^bin/codegen/|^bin/schema-)` }, to: { dependencyTypes: ['npm-dev'] } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'planner-below-execution', severity: 'error', comment: 'Plans are made without knowing how they are executed.', from: { path: '^gateway/planner/', pathNot: TESTS }, to: { path: '^gateway/execution/' } },
    ...Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
      name: `${room}-imports`,
      severity: 'error',
      comment: `${room}/ may import ${allowed.length === 0 ? 'itself alone' : allowed.join(', ')}.`,
      from: { path: `^${room}/`, pathNot: TESTS },
      to: { path: `^(${ROOMS.filter((other) => other !== room).join('|')})/`, pathNot: allowed.length === 0 ? '^$' : `^(${allowed.join('|')})(/|\\.)` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'], extensions: ['.ts', '.js', '.mjs', '.json'] },
  },
};
