import { describe, it } from '@jest/globals';
import { documentCompiler } from '../../gateway/compiled/compile-document.js';
import type { LocalSubgraphOptions } from '../../gateway/execution/local-subgraph.js';
import { expectCase } from './suite.js';
import { composeParts, composePartsByApollo, federate, run, type Part } from '../../gateway/fixtures/federate.js';
import type { GatewayOptions } from '../../gateway/gateway.js';
import { ALL_SUITES } from './all-suites.js';

interface Way {
  readonly compose: (parts: Readonly<Record<string, Part>>) => string;
  readonly options: LocalSubgraphOptions<unknown> & Pick<GatewayOptions<unknown>, 'hotAfter'>;
}

const WAYS: Readonly<Record<string, Way>> = {
  'composed by Apollo, run by graphql-js': { compose: composePartsByApollo, options: { hotAfter: 20 } },
  'composed by The Guild, compiled, executed often': {
    compose: composeParts,
    options: { prepare: documentCompiler(0), hotAfter: 0 },
  },
};

describe.each(ALL_SUITES.map((suite) => [suite.name, suite] as const))('%s', (_name, { parts, cases, onlyBy }) => {
  describe.each(Object.entries(WAYS))('%s', (_way, { compose, options }) => {
    it.each(Object.entries(cases))('%s', async (_guarantee, audited) => {
      const subgraphs = parts();
      const supergraphSdl = onlyBy === 'Apollo' ? composePartsByApollo(subgraphs) : compose(subgraphs);
      const { gateway, seen } = federate(subgraphs, { ...options, supergraphSdl });
      const answer = await run(gateway, audited.source, audited.variables);
      expectCase(
        audited,
        answer,
        seen.map(({ subgraph }) => subgraph),
      );
    });
  });
});
