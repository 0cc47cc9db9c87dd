import type { RequestContext } from '../../access/request-context.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList, type ListCursors } from '../connections.js';
import type { PrivateMarkFilter, QueryPrivateMarksArgs } from '../generated/types.js';
import type { MarkRecordStatus } from '../../store/mark-records.js';
import { asOfInstant } from '../as-of.js';
import type { Services } from '../services.js';
import { companyBySlug } from './companies.js';
import type { Fields } from './generated/resolver-types.js';
import { boardStatus, sharedBoard, type MarkNode } from './marks-board.js';
import { marksOnRecord, recordedMark } from './marks-on-record.js';

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

const STATUSES = {
  marked: 'MARKED',
  no_valuation: 'NO_VALUATION',
  listed: 'LISTED',
  acquired: 'ACQUIRED',
} as const satisfies Readonly<Record<MarkRecordStatus, string>>;

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
  const onRecord = marksOnRecord(services);
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
      async mark(company, args, context) {
        const instantMs = asOfInstant(args, context);
        const mark =
          instantMs === null
            ? ((await board(context)).companies.get(company.slug)?.mark ?? null)
            : recordedMark(await onRecord(company, { instantMs }, context));
        if (mark !== null) noteSources(context, [mark]);
        return mark;
      },
      async markStatus(company, args, context) {
        const instantMs = asOfInstant(args, context);
        if (instantMs !== null) return STATUSES[(await onRecord(company, { instantMs }, context)).status];
        const known = (await board(context)).companies.get(company.slug);
        return STATUSES[known === undefined ? 'no_valuation' : boardStatus(known)];
      },
    },
    PrivateMark: {
      company: ({ slug }, _args, context) => company(slug, context),
    },
  } satisfies Fields;
}
