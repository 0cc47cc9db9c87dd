import { ApiError } from '../../access/errors.js';
import { sortedTapes, tapeOf } from '../../engines/secondary-tape.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList, type ListCursors } from '../connections.js';
import type { QuerySecondaryTapeArgs } from '../generated/types.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import { sharedBoard } from './marks-board.js';

function nothingObserved(name: string): string {
  const list = 'GET /private-companies/secondary-tape and secondaryTape list the companies that have one';
  return `No such event in the trade of ${name}'s shares is known; ${list}.`;
}

type TapeArgs = Pick<QuerySecondaryTapeArgs, 'filter'> & { readonly orderBy?: string | undefined };

function cursorsFor({ filter, orderBy }: TapeArgs): ListCursors {
  return cursorsOf('Query.secondaryTape', filter?.kind, filter?.confidence, filter?.updatedSince, orderBy);
}

export const TAPE_CHECKS: AskingChecks = {
  async 'Query.secondaryTape'({ filter, orderBy, after }: QuerySecondaryTapeArgs) {
    listPlace(cursorsFor({ filter, orderBy }), after);
  },
};

export function createFields(services: Services) {
  const board = sharedBoard(services);
  return {
    Query: {
      async secondaryTape(_root, { first, after, filter, orderBy }, context) {
        const { kind, confidence, updatedSince } = filter ?? {};
        const cursors = cursorsFor({ filter, orderBy });
        const { companies } = await board(context);
        const tapes = [...companies.values()].flatMap(({ slug, name, source, ipoStatus, events }) => {
          const tape = tapeOf(events, { kind, confidence, updatedSince });
          return tape === null ? [] : [{ id: slug, slug, name, source, ipoStatus, ...tape }];
        });
        const rows = sortedTapes(tapes, orderBy);
        const page = pageOfList(rows, { first, after }, cursors, (row) => row);
        for (const { source } of page.nodes) context.dataSources.add(source);
        return page;
      },
    },
    PrivateCompany: {
      async secondaryTape({ slug, name }, { kind, confidence }, context) {
        const { events = [], ipoStatus = null } = (await board(context)).companies.get(slug) ?? {};
        const tape = tapeOf(events, { kind, confidence });
        if (tape === null) throw new ApiError('not_found', nothingObserved(name), { param: 'slug' });
        return { slug, name, ipoStatus, ...tape };
      },
    },
  } satisfies Fields;
}
