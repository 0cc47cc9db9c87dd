import type { ScreenerInput } from '../../tools/screener.js';

export type Label = NonNullable<ScreenerInput['labels']>[number];

/** From the strongest to the weakest. */
export const ALL_LABELS: readonly Label[] = ['STRONG_BUY', 'BUY', 'NEUTRAL', 'SELL', 'STRONG_SELL'];

/** Words of labels; "buy" is also the stronger one. */
const LABELS: readonly (readonly [RegExp, readonly Label[]])[] = [
  [/\bstrong[- ]buys?\b/, ['STRONG_BUY']],
  [/\bstrong[- ]sells?\b/, ['STRONG_SELL']],
  [/(?<!strong[- ])\bbuys?\b/, ['STRONG_BUY', 'BUY']],
  [/(?<!strong[- ])\bsells?\b/, ['STRONG_SELL', 'SELL']],
  [/\b(?:neutral|holds?)\b/, ['NEUTRAL']],
];

/** The labels that words name. */
export const labelsNamed = (words: string): readonly Label[] =>
  LABELS.flatMap(([pattern, labels]) => (pattern.test(words) ? labels : []));

const SIDE = String.raw`(?:strong[- ])?(?:buys?|sells?)`;
const RATING = String.raw`(?:${SIDE}|neutral|holds?)\b`;
const JOINED = String.raw`(?:-? (?:and|or)|,(?: or)?|/) ?(?:an? |either |rated )?`;
const BEYOND = String.raw`(?: or (?:better|higher|above|stronger|worse|lower|below|weaker)\b)?`;
const listOf = (rating: string): string => String.raw`(?:either |an? )*${rating}(?:${JOINED}${RATING})*${BEYOND}`;
/** "Rated Buy or Strong Buy", "Buy- or Neutral-rated", "are also buys". */
const RATED = new RegExp(
  [
    String.raw`\b(?:rated|labell?ed|(?:ratings?|signals?|labels?)(?: of| is| are)?) (?:as )?${listOf(RATING)}`,
    String.raw`\b${listOf(RATING)}[- ](?:rated|signals?|ratings?|labels?)\b`,
    String.raw`\b(?:are|and) (?:also )?${listOf(String.raw`${SIDE}\b`)}`,
    String.raw`\b(?:strong[- ])?(?:buys?|sells?) (?=(?:and|but|that|while)\b)`,
    String.raw`\bstrong[- ](?:buys?|sells?)\b`,
    String.raw`\bneutral (?=(?:stocks|names|shares|equities)\b)`,
  ].join('|'),
  'g',
);

/** "Neutral or better" is also what is stronger than that. */
function withBeyond(words: string): readonly Label[] {
  const named = labelsNamed(words);
  const places = named.map((label) => ALL_LABELS.indexOf(label));
  if (/ or (?:better|higher|above|stronger)\b/.test(words)) return ALL_LABELS.slice(0, Math.max(...places) + 1);
  return / or (?:worse|lower|below|weaker)\b/.test(words) ? ALL_LABELS.slice(Math.min(...places)) : named;
}

/** The phrases of a question that name the labels it asks for. */
export const labelPhrases = (
  plain: string,
): readonly { readonly text: string; readonly start: number; readonly end: number }[] =>
  Array.from(plain.matchAll(RATED), ({ 0: text, index }) => ({ text, start: index, end: index + text.length }));

/** The labels that a question asks for, from the strongest; null if it asks for none. */
export function labelsIn(plain: string): readonly Label[] | null {
  const named = labelPhrases(plain).flatMap(({ text }) => withBeyond(text));
  return named.length === 0 ? null : ALL_LABELS.filter((label) => named.includes(label));
}
