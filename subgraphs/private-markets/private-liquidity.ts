import { privateLiquidity } from '../../engines/private-liquidity.js';
import { sortedTapes, tapeOf } from '../../engines/secondary-tape.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList } from '../connections.js';
import type { QueryPrivateLiquidityArgs } from '../generated/types.js';
import type { Services } from '../services.js';
import { endOf, statusOn } from './company-status.js';
import type { Fields } from './generated/resolver-types.js';
import { sharedBoard } from './marks-board.js';

const CURSORS = cursorsOf('Query.privateLiquidity');

export const LIQUIDITY_CHECKS: AskingChecks = {
  async 'Query.privateLiquidity'({ after }: QueryPrivateLiquidityArgs) {
    listPlace(CURSORS, after);
  },
};

export function createFields(services: Services) {
  const board = sharedBoard(services);
  return {
    Query: {
      async privateLiquidity(_root, { first, after }, context) {
        const { companies } = await board(context);
        const tapes = [...companies.values()].flatMap((company) => {
          const tape = tapeOf(company.events, {});
          return tape === null ? [] : [{ ...company, ...tape }];
        });
        const rows = sortedTapes(tapes, 'fresh').flatMap(({ slug, name, source, ipoStatus, events }) => {
          const liquidity = privateLiquidity(events, endOf(ipoStatus), context.today);
          return liquidity.marks.length === 0 ? [] : [{ id: slug, slug, name, source, ipoStatus, ...liquidity }];
        });
        const page = pageOfList(rows, { first, after }, CURSORS, (row) => row);
        for (const { source } of page.nodes) context.dataSources.add(source);
        return page;
      },
    },
    PrivateCompany: {
      async liquidity(company, _args, context) {
        const { slug, name } = company;
        const events = (await board(context)).companies.get(slug)?.events ?? [];
        const ipoStatus = statusOn(company, context.today);
        return { slug, name, ipoStatus, ...privateLiquidity(events, endOf(ipoStatus), context.today) };
      },
    },
  } satisfies Fields;
}
