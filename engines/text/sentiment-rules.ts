import { bracketed, comparison } from './sentiment-comparisons.js';
import { bareMove, move, turn } from './sentiment-moves.js';
import { Reading, SUBJECT_REACH } from './sentiment-reading.js';
import type { Item, Term } from './sentiment-terms.js';

const AUXILIARIES = new Set(['is', 'are', 'was', 'were', 'has', 'have', 'did', 'does', 'do', 'will', 'would']);

const BEEN = new Set(['was', 'were', 'been']);

const NEGATION_REACH = 4;
const DEAL_REACH = 7;
const EARLIER = new Set(['same', 'corresponding', 'comparable', 'comparison', 'previous', 'prior', 'preceding']);
const FUNDING_REACH = 20;
/** A denial says less than the opposite. */
const NEGATED = -0.8;
const LOSS_TONE = -1;
const DEAL_TONE = 1;
const GROWTH_TONE = 1;
/** What a clause with "while" or "although" says beside the main one. */
const SUBORDINATE_SHARE = 0.4;
/** What stands before "but" counts half. */
const CONCEDED_SHARE = 0.5;
/** Findings up to here are weak. */
const WEAK = 0.5;
/** Weak findings neither make nor undo a label, however many. */
const WEAK_LIMIT = 0.4;

function negated(reading: Reading, i: number, value: number): number {
  for (let k = i - 1; k >= Math.max(0, i - NEGATION_REACH) && !reading.isSentenceEnd(k); k -= 1) {
    if (reading.term(k).isNegator === true && reading.text(k + 1) !== 'only') return value * NEGATED;
  }
  const isDenied = AUXILIARIES.has(reading.text(i + 1)) && reading.term(i + 2).isNegator === true;
  return isDenied ? value * NEGATED : value;
}

/** "signed an agreement on a loan": who borrows or rents has no new business by it. */
function isFunding(reading: Reading, i: number): boolean {
  for (let k = i + 1; k <= i + FUNDING_REACH && !reading.isSentenceEnd(k); k += 1)
    if (reading.term(k).isFunding === true) return true;
  return false;
}

/** "signed a contract", "an order was received", "loses a contract". */
function deal(reading: Reading, i: number): number {
  if (isFunding(reading, i)) return 0;
  const isPassive = BEEN.has(reading.text(i - 1));
  for (let k = i - (isPassive ? SUBJECT_REACH : DEAL_REACH); k <= i + DEAL_REACH; k += 1) {
    // "to order a ship" is a deed of its own.
    if (reading.term(k).isDeal !== true || reading.isUsed(k) || reading.text(k - 1) === 'to') continue;
    reading.use(k);
    return DEAL_TONE;
  }
  return 0;
}

/** "growth in sales", "sales growth", "5% growth". */
const isGrowth = (reading: Reading, i: number): boolean =>
  reading.text(i) === 'growth' &&
  (reading.text(i + 1) === 'in' ||
    (reading.measure(i - 1)?.polarity === 1 && !reading.isUsed(i - 1)) ||
    [1, 2, 3, 4].some((k) => reading.items[i - k]?.token.unit === 'percent'));

/** A word that is good or bad by itself says at least that much, unless what it moves turns it round. */
const stronger = (value: number, tone: number | undefined): number =>
  tone !== undefined && tone * value > 0 && Math.abs(tone) > Math.abs(value) ? tone : value;

/** Findings of what was feared, and not as much: "losses widened less than feared". */
const LESS = new Set(['less', 'slower', 'smaller']);
const THOUGHT = new Set(['feared', 'expected', 'anticipated', 'forecast', 'estimated', 'thought']);
const LESS_SHARE = -0.7;
function isLessThanThought(reading: Reading, i: number): boolean {
  if (!LESS.has(reading.text(i + 1))) return false;
  // "less than" may be one item.
  const than = reading.text(i + 2) === 'than' ? i + 3 : i + 2;
  return THOUGHT.has(reading.text(than));
}

/** "settles a lawsuit for $2 billion": what ends has its price. */
function hasPrice(reading: Reading, i: number): boolean {
  if (!reading.text(i).startsWith('settl')) return false;
  for (let k = i + 1; k <= i + DEAL_REACH && !reading.isSentenceEnd(k); k += 1)
    if (reading.text(k) === 'for' && [k + 1, k + 2].some((at) => reading.items[at]?.token.unit === 'amount'))
      return true;
  return false;
}

/** A weak word after "very" or "most" is a plain one. */
const toneOf = (reading: Reading, i: number, { tone = 0 }: Term): number =>
  Math.abs(tone) === WEAK && reading.term(i - 1).isIntensifier === true ? Math.sign(tone) : tone;

/** What the first rule that applies to a term finds. */
function finding(reading: Reading, i: number, term: Term): number {
  const turned = term.isTurn === true ? turn(reading, i) : 0;
  if (turned !== 0) return turned;
  const closed = term.closing === undefined ? 0 : term.closing * deal(reading, i);
  if (closed !== 0) return closed;
  if (term.isComparer === true) return comparison(reading, i);
  if (term.move !== undefined) {
    const value = move(reading, i, term.move);
    // Who loses a lawsuit has lost, and has not one lawsuit less.
    if (value !== null && value > 0 && term.closing === -1 && term.tone !== undefined) return term.tone;
    if (value !== null && value > 0 && hasPrice(reading, i)) return 0;
    if (value !== null && isLessThanThought(reading, i)) return value * LESS_SHARE;
    if (value !== null) return stronger(value, term.tone);
    if (term.tone === undefined) return bareMove(reading, i, term.move);
  }
  return term.measure === undefined ? toneOf(reading, i, term) : 0;
}

/** "Net loss in the same period in 2024 was": a value to compare with. */
const isOfEarlierPeriod = (reading: Reading, i: number): boolean =>
  [1, 2].some((k) => reading.text(i + k) === 'the' && EARLIER.has(reading.text(i + k + 1)));

/** What a measure says that nothing moves and nothing is compared with. */
function standing(reading: Reading, i: number, { measure, tone }: Term): number {
  if (measure === undefined || reading.isUsed(i) || reading.isAside(i)) return 0;
  if (tone !== undefined) return isGrowth(reading, i) ? GROWTH_TONE : tone;
  return measure.polarity === -1 && measure.weight > 1 && !isOfEarlierPeriod(reading, i) ? LOSS_TONE : 0;
}

/** Adds up what the rules find: above 0 good, below 0 bad. */
export function sumOfFindings(items: readonly Item[]): number {
  const reading = new Reading(items);
  let [sum, weak, share, isLeading, before] = [0, 0, 1, false, 0];
  const add = (i: number, found: number, part: number): void => {
    if (found === 0) return;
    const value = negated(reading, i, found);
    if (Math.abs(value) <= WEAK) weak += value * part;
    else sum += value * part;
  };
  for (const [i, { term, token }] of items.entries()) {
    if (reading.isSentenceEnd(i)) before = sum;
    // "Sales fell, but profit rose": the second part is the point.
    if (token.text === 'but' && items[i + 1]?.token.text !== 'also') sum = before + (sum - before) * CONCEDED_SHARE;
    if (reading.isSentenceEnd(i) || (isLeading && token.text === ',')) share = 1;
    if (token.text === '(') add(i, bracketed(reading, i), share);
    if (term === null) continue;
    if (term.isSubordinate === true) {
      share = SUBORDINATE_SHARE;
      isLeading = i === 0 || reading.isSentenceEnd(i - 1);
    }
    add(i, finding(reading, i, term), share);
  }
  for (const [i, { term }] of items.entries()) if (term !== null) add(i, standing(reading, i, term), 1);
  return sum + Math.max(-WEAK_LIMIT, Math.min(WEAK_LIMIT, weak));
}
