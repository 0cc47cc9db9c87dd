import { RATINGS } from './sentiment-lexicon.js';
import type { Item, Term } from './sentiment-terms.js';

const STOPS = new Set(['.', ';', ':', '!', '?']);
const PREPOSITIONS = new Set(['by', 'to', 'at', 'on', 'for', 'with', 'from', 'in', 'of', 'during', 'as', 'while', 'since', 'and', 'but', 'when', 'through', 'into', ',', '(', ')']);
const RATING_WORDS = new Set(RATINGS.split(', '));
const AUXILIARIES = new Set(['is', 'are', 'was', 'were', 'has', 'have', 'did', 'does', 'do', 'will', 'would']);
const LINKS = new Set(['in', 'of']);

/** How far back a subject may stand, and how far ahead an object. */
const SUBJECT_REACH = 24;
const OBJECT_REACH = 6;
const DEAL_REACH = 7;
const NEGATION_REACH = 4;
const ASIDE_REACH = 4;
const RIGHT_REACH = 14;
/** A move that concerns nothing we know. */
const BARE_WEIGHT = 0.4;
const BARE_WITH_PERCENT = 1;
const NEGATED = -0.8;
const LOSS_TONE = -1;
const TURN_TONE = 1.5;
const COMPARISON = 1;
const DEAL_TONE = 1;
const SUBORDINATE_SHARE = 0.4;
/** Weak words neither make nor undo a label, however many. */
const WEAK_LIMIT = 0.4;

/** The findings of one text: how good or bad what each rule found is, added up. */
export class Reader {
  private readonly used: Uint8Array;

  constructor(private readonly items: readonly Item[]) {
    this.used = new Uint8Array(items.length);
  }

  sum(): number {
    let [sum, weak, share, isLeading] = [0, 0, 1, false];
    const add = (value: number): void => {
      if (Math.abs(value) <= 0.5) weak += value * share;
      else sum += value * share;
    };
    for (const [i, { term, token }] of this.items.entries()) {
      if (STOPS.has(token.text) || (isLeading && token.text === ',')) share = 1;
      if (term === null) continue;
      if (term.isSubordinate === true) {
        share = SUBORDINATE_SHARE;
        isLeading = i === 0 || STOPS.has(this.text(i - 1));
      }
      add(this.finding(i, term));
    }
    share = 1;
    for (let i = 0; i < this.items.length; i += 1) {
      if (this.used[i] === 1) continue;
      const { measure, tone } = this.items[i]?.term ?? {};
      if (measure !== undefined && tone === undefined && measure.polarity === -1 && measure.weight > 1 && !this.isAside(i)) add(this.negated(i, LOSS_TONE));
      else if (tone !== undefined && measure !== undefined && !this.isAside(i)) add(this.negated(i, this.isGrowthIn(i) ? 1 : tone));
    }
    return sum + Math.max(-WEAK_LIMIT, Math.min(WEAK_LIMIT, weak));
  }

  private finding(i: number, term: Term): number {
    if (term.isTurn === true) {
      const turn = this.turn(i);
      if (turn !== 0) return this.negated(i, turn);
    }
    if (term.closing !== undefined) {
      const deal = term.closing * this.deal(i);
      if (deal !== 0) return this.negated(i, deal);
    }
    if (term.isComparer === true) return this.comparison(i);
    if (term.move !== undefined) {
      const value = this.move(i, term.move);
      if (value !== null) return this.negated(i, stronger(value, term.tone));
      if (term.tone === undefined) return this.negated(i, this.bareMove(i, term.move));
    }
    return term.tone !== undefined && term.measure === undefined ? this.negated(i, term.tone) : 0;
  }

  private isGrowthIn(i: number): boolean {
    return this.text(i) === 'growth' && (this.text(i + 1) === 'in' || [1, 2, 3, 4].some((k) => this.items[i - k]?.token.unit === 'percent'));
  }

  private deal(i: number): number {
    for (let k = i - DEAL_REACH; k <= i + DEAL_REACH; k += 1) {
      if (this.items[k]?.term?.isDeal !== true || this.used[k] === 1) continue;
      this.used[k] = 1;
      return DEAL_TONE;
    }
    return 0;
  }

  private text(i: number): string {
    return this.items[i]?.token.text ?? '.';
  }

  private measureAt(i: number): { polarity: 1 | -1; weight: number } | undefined {
    return this.items[i]?.term?.measure;
  }

  private negated(i: number, value: number): number {
    for (let k = i - 1; k >= Math.max(0, i - NEGATION_REACH); k -= 1) {
      if (STOPS.has(this.text(k))) break;
      if (this.items[k]?.term?.isNegator === true && this.text(k + 1) !== 'only') return value * NEGATED;
    }
    const isDenied = AUXILIARIES.has(this.text(i + 1)) && this.items[i + 2]?.term?.isNegator === true;
    return isDenied ? value * NEGATED : value;
  }

  /** Whether a measure only qualifies another one or is the earlier value. */
  private isAside(i: number): boolean {
    for (let k = i - 1; k >= Math.max(0, i - ASIDE_REACH); k -= 1) {
      const { term, token } = this.items[k] ?? {};
      if (token === undefined || STOPS.has(token.text) || token.unit !== null || term?.move !== undefined) return false;
      if (term?.isAside === true || term?.isComparer === true) return true;
    }
    return false;
  }

  private bareMove(i: number, { direction, place }: NonNullable<Term['move']>): number {
    if (this.hasPercentAfter(i) && place !== 'object') return direction * BARE_WITH_PERCENT;
    if (place === 'transitive' && this.isRatingAhead(i)) return direction;
    return place === 'intransitive' ? direction * BARE_WEIGHT : 0;
  }

  /** "cuts Acme to sell" */
  private isRatingAhead(i: number): boolean {
    for (let k = i + 1; k <= i + OBJECT_REACH; k += 1) {
      const next = this.text(k + 2);
      if (this.text(k) === 'to' && RATING_WORDS.has(this.text(k + 1)) && (STOPS.has(next) || next === ',' || next === 'from')) return true;
    }
    return false;
  }

  private move(i: number, { direction, place }: NonNullable<Term['move']>): number | null {
    const at = this.moved(i, place);
    const measure = at === null ? undefined : this.measureAt(at);
    if (at === null || measure === undefined) return null;
    this.used[at] = 1;
    // "a loss, down from a profit"
    const other = this.items[i + 1]?.term?.isComparer === true ? this.right(i + 1) : null;
    if (other !== null && other !== measure.polarity) return measure.polarity * measure.weight;
    return direction * measure.polarity * measure.weight;
  }

  private hasPercentAfter(i: number): boolean {
    return [1, 2, 3].some((k) => this.items[i + k]?.token.unit === 'percent');
  }

  private moved(i: number, place: NonNullable<Term['move']>['place']): number | null {
    const ahead = place === 'intransitive' ? null : this.ahead(i + 1);
    if (ahead !== null || place === 'object') return ahead;
    const linked = LINKS.has(this.text(i + 1)) ? this.ahead(i + 2) : null;
    return linked ?? this.behind(i);
  }

  private ahead(from: number): number | null {
    for (let k = from; k < from + OBJECT_REACH; k += 1) {
      const item = this.items[k];
      if (item === undefined || STOPS.has(item.token.text)) return null;
      if (item.term?.measure !== undefined) return k;
      if (item.term?.isComparer === true || PREPOSITIONS.has(item.token.text) || item.token.unit === 'amount' || item.token.unit === 'percent') return null;
    }
    return null;
  }

  private behind(i: number): number | null {
    let best: number | null = null;
    for (let k = i - 1; k >= Math.max(0, i - SUBJECT_REACH); k -= 1) {
      const term = this.items[k]?.term;
      if (STOPS.has(this.text(k)) || (best !== null && (term?.move !== undefined || term?.isSubordinate === true))) return best;
      if (term?.measure === undefined || this.isAside(k)) continue;
      if (best === null || term.measure.weight > (this.measureAt(best)?.weight ?? 0)) best = k;
    }
    return best;
  }

  /** "swung to a loss", "returned to profit". */
  private turn(i: number): number {
    if (this.text(i + 1) !== 'to' && this.text(i + 1) !== 'into') return 0;
    for (let k = i + 2; k < i + 2 + OBJECT_REACH; k += 1) {
      const measure = this.measureAt(k);
      if (measure === undefined) {
        if (this.items[k]?.token.unit !== null || STOPS.has(this.text(k))) return 0;
        continue;
      }
      if (measure.weight < 1.5) return 0;
      this.used[k] = 1;
      return measure.polarity * TURN_TONE;
    }
    return 0;
  }

  /** "profit was 5 million compared to 6 million", "a loss of 3 million versus a profit of 2 million". */
  private comparison(i: number): number {
    const at = this.compared(i);
    if (at === null) return 0;
    const measure = this.measureAt(at);
    if (measure === undefined) return 0;
    const rightMeasure = this.right(i);
    const rightPolarity = rightMeasure ?? measure.polarity;
    const weight = COMPARISON * measure.weight;
    if (rightPolarity !== measure.polarity) {
      this.used[at] = 1;
      return measure.polarity * weight;
    }
    const pair = this.amounts(at, i);
    if (pair === null) return 0;
    this.used[at] = 1;
    return Math.sign(pair[0] - pair[1]) * measure.polarity * weight;
  }

  /** The measure that a comparison is about, unless a move has said its direction already. */
  private compared(i: number): number | null {
    for (let k = i - 1; k >= Math.max(0, i - SUBJECT_REACH); k -= 1) {
      const { term, token } = this.items[k] ?? {};
      if (token === undefined || STOPS.has(token.text) || term?.move !== undefined || term?.isComparer === true) return null;
      if (term?.measure !== undefined && !this.isAside(k)) return k;
    }
    return null;
  }

  private right(i: number): 1 | -1 | null {
    for (let k = i + 1; k <= i + ASIDE_REACH; k += 1) {
      const measure = this.measureAt(k);
      if (measure !== undefined && measure.weight > 1) return measure.polarity;
    }
    return null;
  }

  private amounts(at: number, comparer: number): [number, number] | null {
    for (let k = comparer + 1; k <= comparer + RIGHT_REACH; k += 1) {
      const right = this.items[k]?.token;
      if (right === undefined || STOPS.has(right.text)) return null;
      if (right.unit === null || isYear(right.unit, right.value)) continue;
      for (let l = comparer - 1; l >= Math.max(0, at - ASIDE_REACH); l -= 1) {
        const left = this.items[l]?.token;
        if (left?.unit === right.unit) return [this.signedValue(l), this.signedValue(k)];
      }
      return null;
    }
    return null;
  }

  private signedValue(i: number): number {
    const value = this.items[i]?.token.value ?? Number.NaN;
    const isNegative = [i - 1, i - 2].some((k) => this.text(k) === 'negative' || this.text(k) === 'minus');
    return isNegative ? -value : value;
  }
}

const isYear = (unit: string, value: number): boolean => unit === 'plain' && Number.isInteger(value);

/** A word that is good or bad by itself says at least that much, unless what it moves turns it round. */
const stronger = (value: number, tone: number | undefined): number =>
  tone !== undefined && tone * value > 0 && Math.abs(tone) > Math.abs(value) ? tone : value;
