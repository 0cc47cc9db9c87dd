import type { Claim } from './claim.js';
import { isOf } from './evidence.js';
import type { Reading } from './judge.js';
import { HIDDEN } from './sentences.js';

/** Words between a signal and its label. */
const LINKING = 'is|reads|stands|remains|was|of|for|at|as|now|currently|today|still|a|an';
/** The label of a signal, where a sentence tells whose: not "buy and hold", nor an analyst's grade. */
const SIGNAL_LABEL = new RegExp(
  [
    String.raw`\b(?:(?:signal|label|overall rating|composite rating)\b(?:\s|${HIDDEN}|:|\b(?:${LINKING})\b)*`,
    String.raw`|(?:reads|is rated)\s+(?:as\s+)?(?:an?\s+)?)`,
    String.raw`["“]?\b(strong buy|strong sell|buy|sell|neutral)\b(?!-)(?! and hold)`,
  ].join(''),
  'giu',
);

/** The labels of signals that a sentence tells, each of its subject. */
export function labelClaims(
  rest: string,
  text: string,
  ownersAt: (claim: Pick<Claim, 'start' | 'end'>) => readonly string[],
  { evidence, isStrict }: Reading,
): readonly Claim[] {
  return Array.from(rest.matchAll(SIGNAL_LABEL)).flatMap((match): readonly Claim[] => {
    const [whole, label = ''] = match;
    const end = match.index + whole.length;
    const claim = { start: end - label.length, end };
    const owners = ownersAt(claim);
    const known = evidence.labels.filter(
      (fact) => isOf(fact, owners) && fact.value.toLowerCase() === label.toLowerCase(),
    );
    if (known.length > 0 && !isStrict) return [];
    return [
      {
        kind: 'label',
        text: text.slice(claim.start, end),
        ...claim,
        fault: known.length > 0 ? null : 'label',
        sources: known.map(({ source }) => source),
      },
    ];
  });
}
