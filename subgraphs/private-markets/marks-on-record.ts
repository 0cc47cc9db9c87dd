import { ApiError } from '../../access/errors.js';
import { MARKS_VERSION } from '../../engines/private-marks/constants.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { ComputedMark, MarkOnRecord, MarkRecord } from '../../store/mark-records.js';
import { beforeFirst } from '../as-of.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { boardStatus, sharedBoard, type BoardCompany, type MarkNode } from './marks-board.js';

interface Slug {
  readonly slug: string;
}

/** An instant, epoch milliseconds. */
interface AsOfInstant {
  readonly instantMs: number;
}

/** Longer than the record is written: what was known before then can be read by now. */
const LONGEST_WRITE_MS = 600_000;

function missing(slug: string, firstKnownAt: Date | null): Error {
  if (firstKnownAt !== null) return beforeFirst(`the first mark on record of ${slug}`, firstKnownAt.getTime());
  const message = `No mark of ${slug} is on record: only companies with a known valuation or secondary event are recorded.`;
  return new ApiError('insufficient_data', `${message} Leave asOf out for its mark now.`);
}

/**
 * What was on record of companies as of instants: one query of the record for a batch. For instants of the last
 * minutes, it waits for a writer that has begun, whose marks were known then and cannot be read yet.
 */
export function marksOnRecord({ store }: Pick<Services, 'store'>) {
  return objectLoader<MarkRecord, Slug, AsOfInstant>(
    async (queries: readonly FieldQuery<Slug, AsOfInstant>[], context) => {
      const isRecent = queries.some(({ params }) => !context.hasPassed(params.instantMs + LONGEST_WRITE_MS));
      const { markRecords } = store.reading(context.versions);
      const asked = queries.map(({ obj, params }) => ({ slug: obj.slug, at: new Date(params.instantMs) }));
      const found: readonly (MarkOnRecord | undefined)[] = await markRecords.asOf(asked, isRecent);
      return queries.map(
        ({ obj }, place) => found[place]?.record ?? missing(obj.slug, found[place]?.firstKnownAt ?? null),
      );
    },
    ({ slug }) => slug,
  );
}

/** The mark of a record; null where its status says why there is none. Its id is that of the record. */
export function recordedMark({ slug, knownAt, mark, sources }: MarkRecord): MarkNode | null {
  if (mark === null) return null;
  const content = mark as unknown as Omit<MarkNode, 'id' | 'slug' | 'sources' | 'knownAt'>;
  return { ...content, id: `privateMark:${slug}:${knownAt.getTime()}`, slug, sources, knownAt };
}

function computedMark(company: BoardCompany): ComputedMark {
  const { slug, mark } = company;
  const written = { slug, methodVersion: MARKS_VERSION, status: boardStatus(company) };
  if (mark === null) return { ...written, mark: null, sources: [company.source] };
  const { id: _id, slug: _slug, sources, ...content } = mark;
  return { ...written, mark: content, sources };
}

/** A function that returns the marks of all companies at an instant, epoch milliseconds, as they are recorded. */
export function marksToRecord(services: Services): (nowMs: number) => Promise<readonly ComputedMark[]> {
  const board = sharedBoard(services);
  return async (nowMs) => {
    const { companies } = await board({ today: newYorkTime(nowMs).day, versions: new Map() });
    return [...companies.values()].map(computedMark);
  };
}
