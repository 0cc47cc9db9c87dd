import type { ArticleText } from '../news-sentiment.js';
import type { Money } from './money.js';
import { parsed } from './sentence-content.js';
import { plainMarks, sentencesOf } from './sentences.js';

/** "…bringing its total funding to", "…total raised to date is". */
const TOTAL_BEFORE =
  /\b(?:total|overall|cumulative|aggregate)\s+(?:(?:amount|capital|equity|external|venture|seed)\s+)*(?:funding|raised|capital|financing|investment|raise)\b(?:\s+(?:raised|to date|so far|now|since \w+))*\s+(?:to|of|at|is|stands at|reaches|exceeds|now|tops)\s+(?:now\s+)?(?:more than|over|about|around|nearly|almost|approximately|some|at least)?\s*$/i;
const SUM_BEFORE =
  /\b(?:bring|tak|lift|push)(?:s|es|ing)\s+(?:its|the|their|the company's)\s+total\s+to\s+(?:\w+\s+){0,2}$/i;
/** "…has raised $300 million to date", "… in total funding". */
const RAISED_BEFORE =
  /\b(?:has|have)\s+(?:now\s+|so far\s+)?raised\s+(?:a total of\s+)?(?:(?:more than|over|about|around|nearly|almost|approximately|some|at least)\s+)?$/i;
const TOTAL_AFTER =
  /^\s*(?:in (?:total |equity |venture )*(?:funding |financing |capital )?)?(?:to date|in total|so far|overall|in total funding|total funding)\b/i;
/** What was raised before, or by others. */
const NOT_ALL =
  /\b(?:previous(?:ly)?|prior|before (?:this|the)|earlier|had|investors?|backers?|rivals?|competitors?)\b[^.;]{0,60}$/i;
const MOST_SENTENCES = 4;

function isTotal({ at, end }: Money, text: string): boolean {
  const before = text.slice(Math.max(0, at - 110), at);
  if (NOT_ALL.test(before)) return false;
  if (TOTAL_BEFORE.test(before) || SUM_BEFORE.test(before)) return true;
  return RAISED_BEFORE.test(before) && TOTAL_AFTER.test(text.slice(end, end + 60));
}

function usdOf({ value, currency, usd, isMaximum }: Money): number | null {
  if (isMaximum) return null;
  return currency === 'USD' ? value : usd;
}

/**
 * Money raised in all rounds, US dollars, where an article states it ("bringing its total funding to $300 million");
 * null otherwise. Never a sum. A total below `roundUsd`, that of the round it is told with, is read wrongly and left
 * out.
 */
export function statedTotalUsd({ title, summary }: ArticleText, roundUsd: number | null): number | null {
  const told = [title, ...(summary === null ? [] : [summary])];
  for (const sentence of told.flatMap((text) => sentencesOf(plainMarks(text)).slice(0, MOST_SENTENCES))) {
    const { text, amounts } = parsed(sentence);
    for (const amount of amounts) {
      const usd = isTotal(amount, text) ? usdOf(amount) : null;
      if (usd !== null && usd >= (roundUsd ?? 0)) return usd;
    }
  }
  return null;
}
