import type { RequestContext } from '../../access/request-context.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList, type ListCursors } from '../connections.js';
import type { PrivateMarkFilter, QueryPrivateMarksArgs } from '../generated/types.js';
import type { Services } from '../services.js';
import { companyBySlug } from './companies.js';
import type { Fields } from './generated/resolver-types.js';
import { sharedBoard, type BoardCompany, type MarkNode } from './marks-board.js';

function matching(
  marks: readonly MarkNode[],
  { confidence, basis, updatedSince }: PrivateMarkFilter,
): readonly MarkNode[] {
  return marks.filter(
    (mark) =>
      (!confidence || mark.confidence === confidence) &&
      (!basis || mark.basis === basis) &&
      (!updatedSince || mark.updatedOn >= updatedSince),
  );
}

function statusOf(company: BoardCompany | undefined): 'LISTED' | 'ACQUIRED' | 'MARKED' | 'NO_VALUATION' {
  if (company?.ipoStatus === 'listed') return 'LISTED';
  if (company?.ipoStatus === 'acquired') return 'ACQUIRED';
  return (company?.mark ?? null) === null ? 'NO_VALUATION' : 'MARKED';
}

function noteSources({ dataSources }: RequestContext, marks: readonly MarkNode[]): void {
  const lists = new Set(marks.map(({ sources }) => sources));
  for (const sources of lists) for (const source of sources) dataSources.add(source);
}

function cursorsFor({ confidence, basis, updatedSince }: PrivateMarkFilter): ListCursors {
  return cursorsOf('Query.privateMarks', confidence, basis, updatedSince);
}

export const MARKS_CHECKS: AskingChecks = {
  async 'Query.privateMarks'({ filter, after }: QueryPrivateMarksArgs) {
    listPlace(cursorsFor(filter ?? {}), after);
  },
};

export function createFields(services: Services) {
  const board = sharedBoard(services);
  const company = companyBySlug(services);
  return {
    Query: {
      async privateMarks(_root, { first, after, filter }, context) {
        const cursors = cursorsFor(filter ?? {});
        const { marks } = await board(context);
        const page = pageOfList(matching(marks, filter ?? {}), { first, after }, cursors, (mark) => mark);
        noteSources(context, page.nodes);
        return page;
      },
    },
    PrivateCompany: {
      async mark({ slug }, _args, context) {
        const mark = (await board(context)).companies.get(slug)?.mark ?? null;
        if (mark !== null) noteSources(context, [mark]);
        return mark;
      },
      markStatus: async ({ slug }, _args, context) => statusOf((await board(context)).companies.get(slug)),
    },
    PrivateMark: {
      company: ({ slug }, _args, context) => company(slug, context),
    },
  } satisfies Fields;
}
