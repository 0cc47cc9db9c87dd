import type { TranscriptRole } from '../../store/transcripts.js';

/** Someone's words, and whether they were said before the questions. */
export interface Speech {
  readonly speaker: string;
  readonly text: string;
  readonly isRemark: boolean;
}

const OPERATOR = /^(?:operator|moderator|conference operator|unknown operator)$/i;
const ANALYST = /\banalyst\b/i;
const COMPANY_ROLE =
  /\b(?:chief|president|officer|chairman|director|treasurer|vice president|investor relations|founder|head of|counsel|C[EFOT]O)\b/i;

/**
 * The role of each speaker: by the list of participants (`Name--Title`), else management are those who speak before the
 * questions, and the role of others is unknown.
 */
export function rolesOf(
  speeches: readonly Speech[],
  participants: readonly string[],
): ReadonlyMap<string, TranscriptRole> {
  const titles = new Map(
    participants.map((participant) => {
      const [name = '', ...title] = participant.split(/\s*--\s*/);
      return [name.trim(), title.join(', ')] as const;
    }),
  );
  const remarks = new Set(speeches.filter(({ isRemark }) => isRemark).map(({ speaker }) => speaker));
  const roleOf = (speaker: string): TranscriptRole => {
    const title = titles.get(speaker);
    if (OPERATOR.test(speaker)) return 'operator';
    if (title !== undefined && ANALYST.test(title)) return 'analyst';
    return remarks.has(speaker) || (title !== undefined && COMPANY_ROLE.test(title)) ? 'management' : 'unknown';
  };
  return new Map(speeches.map(({ speaker }) => [speaker, roleOf(speaker)]));
}
