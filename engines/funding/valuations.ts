import type { Money } from './money.js';

/** What an amount is, besides money raised. */
export type MoneyRole = 'raised' | 'valuation' | 'pre-money' | 'total' | 'target';

const VALUATION_AFTER = /^\+?\s*(?:[\w-]+\s+){0,2}?(?:valuation|post-money|pre-money|market (?:value|cap))/i;
const PRE_MONEY = /^\+?\s*(?:\S+\s+){0,2}?["']?pre-money/i;
const VALUATION_BEFORE =
  /\b(?:valu(?:es?|ed|ing)|valuations?|worth|value)\b(?:\s+(?!in\b|on\b|of new\b|round\b|funding\b)[\w'.-]+){0,6}?\s*$/i;
const VALUATION_LINK =
  /\b(?:at|of|to|above|over|than|around|about|near|nearly|approximately|exceeding|past|beyond|worth|from)\s+(?:an?\s+|some\s+|up to\s+)?$/i;
const TOTAL_BEFORE =
  /\b(?:total (?:funding|raised|capital|amount|seed capital|investment|financing|equity)\b[^,;.]{0,40}|bring(?:s|ing)? (?:its|the|their|to)\b[^,;.]{0,50}|previous(?:ly)?[^,;]{0,24}|add(?:s|ed)? to (?:the|its|their) [^,;]{0,20})$/i;
const TOTAL_AFTER =
  /^\s*(?:in (?:total )?(?:\w+ )?(?:funding |financing )?)?(?:to date|in total|so far|overall|its total|total funding)\b/i;
const TARGET_BEFORE =
  /\b(?:out of (?:a|its|the) (?:planned|total|target(?:ed)?)|target(?:s|ed|ing)? (?:of|a\b.*))\s*$/i;
const INCLUDING = /\b(?:including|includes?|of which)\b[^;]{0,80}$/i;

/** What each amount of a sentence is. */
export function roleOf(money: Money, text: string): MoneyRole {
  const before = text.slice(Math.max(0, money.at - 90), money.at);
  const after = text.slice(money.end, money.end + 60);
  if (PRE_MONEY.test(after)) return 'pre-money';
  if (VALUATION_AFTER.test(after)) return 'valuation';
  if (VALUATION_BEFORE.test(before) && VALUATION_LINK.test(before)) return 'valuation';
  if (TARGET_BEFORE.test(before)) return 'target';
  if (TOTAL_BEFORE.test(before) || TOTAL_AFTER.test(after) || INCLUDING.test(before)) return 'total';
  return 'raised';
}
