import type { StatementClaim, StatementReading } from './comparisons.js';
import { agreesWith } from './dates.js';
import { isOf } from './evidence.js';
import { PLAIN_WORDS, stemOf, stemsIn, WORDS_ABOUT_RESULTS } from './vocabulary.js';

/** Words that no measure, label or value of the facts has and that are no plain words: what they state is not known. */
export function wordClaims(
  reading: StatementReading,
  isOfResults: boolean,
  named: readonly StatementClaim[] = [],
): readonly StatementClaim[] {
  const { sentence, nameless, plain, evidence, numbers, dates, ownersAt } = reading;
  const isComputed = /\d\s?[/÷]\s?\$?\d[^=]*=/.test(sentence);
  const spans = [...numbers.map(({ quantity }) => quantity), ...dates, ...named];
  const isHidden = (start: number, end: number): boolean =>
    spans.some((span) => start >= span.start && end <= span.end);
  const values = evidence.labels.map((fact) => ({ fact, stems: stemsIn(fact.value.replace(/\s*\([^)]*\)/g, '')) }));
  const all = new Set(stemsIn(sentence));
  return Array.from(nameless.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’']*/gu)).flatMap(
    ({ index, 0: raw }): readonly StatementClaim[] => {
      const place = { start: index, end: index + raw.length };
      if (isHidden(place.start, place.end)) return [];
      const stem = stemOf(raw);
      // Digits that no check has read, other than those of a label.
      if (/\p{N}/u.test(raw) && !/^_+$/.test(plain.slice(place.start, place.end))) return [{ ...place, sources: null }];
      if (/^\p{N}+$/u.test(raw) || PLAIN_WORDS.has(stem) || evidence.words.has(stem)) return [];
      if (isOfResults && WORDS_ABOUT_RESULTS.has(stem)) return [];
      if (CHECKED_WORDS.test(raw)) return [];
      if (isComputed && stem === 'margin') return [];
      if (stem === 'year' && A_YEAR_BEFORE.test(sentence)) return [];
      const part = PART_OF_MONTH[raw.toLowerCase()];
      if (part !== undefined) return [{ ...place, sources: isInPart(part, place.end, reading) ? [] : null }];
      // A value of somebody's own, and all of it.
      const owners = ownersAt(place);
      const value = values.find(
        ({ fact, stems }) => isOf(fact, owners) && stems.includes(stem) && stems.every((each) => all.has(each)),
      );
      if (value === undefined) return [{ ...place, sources: null }];
      const isFactor = /^(?:bullish|bearish)$/i.test(raw);
      return [
        {
          ...place,
          sources:
            isFactor && !stemsIn(value.fact.label).some((word) => word.length > 3 && all.has(word))
              ? null
              : [value.fact.source],
        },
      ];
    },
  );
}
/** "A year before", which names no period of its own. */
const A_YEAR_BEFORE = /\b(?:a|one) year (?:before|earlier|ago)\b|\byear[- ](?:on|over)[- ]year\b/i;
/** Days that the beginning, the middle and the end of a month have. */
const PART_OF_MONTH: Readonly<Record<string, readonly [number, number]>> = {
  early: [1, 10],
  mid: [11, 20],
  late: [21, 31],
};

function isInPart(
  [first, last]: readonly [number, number],
  at: number,
  { dates, evidence, ownersAt }: StatementReading,
): boolean {
  const date = dates.find(({ start }) => start >= at && start <= at + 2);
  if (date === undefined) return false;
  return evidence.dates.some((fact) => {
    if (fact.kind !== 'date' || !isOf(fact, ownersAt(date)) || !agreesWith(date, fact.value)) return false;
    const day = Number(fact.value.slice(8));
    return day >= first && day <= last;
  });
}

/** Words that another check reads. */
const CHECKED_WORDS = new RegExp(
  `^(?:${[
    'above|higher|more|greater|larger|bigger|stronger|exceed(?:s|ed)?|beats?|tops?|leads?|ahead|faster|better|outperform(?:s|ed)?|outscores?|later',
    'below|lower|less|fewer|smaller|weaker|trails?|lags?|behind|under|slower|worse|underperform(?:s|ed)?|short|earlier|before',
    'same|equals?|identical|match(?:es)?|between|overbought|oversold|no|not|neither|nor|never|without',
    'highest|lowest|largest|biggest|smallest|strongest|weakest|best|worst|greatest|will|should|would|expected|due|likely|estimated|next|upcoming',
  ].join('|')})$`,
  'iu',
);
