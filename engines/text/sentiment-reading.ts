import type { Item, Term } from './sentiment-terms.js';

type Measure = NonNullable<Term['measure']>;

const SENTENCE_ENDS = new Set(['.', ';', ':', '!', '?']);
/** What a noun phrase does not contain. */
const PHRASE_ENDS = new Set([
  'by',
  'to',
  'at',
  'on',
  'for',
  'with',
  'from',
  'in',
  'of',
  'during',
  'as',
  'while',
  'since',
  'and',
  'but',
  'when',
  'through',
  'into',
  ',',
  '(',
  ')',
]);

/** After "of": the noun phrase goes on to what the parts are of. */
const PART_OF = new Set(['its', 'their', 'his', 'her', 'our']);

/** How many items back a subject may stand. */
export const SUBJECT_REACH = 24;
/** How many items ahead an object may stand. */
export const OBJECT_REACH = 6;
/** How far before a measure the word stands that puts it aside. */
export const ASIDE_REACH = 4;

/** The items of a text, and which of them a rule has used. */
export class Reading {
  readonly items: readonly Item[];
  private readonly used: Uint8Array;

  constructor(items: readonly Item[]) {
    this.items = items;
    this.used = new Uint8Array(items.length);
  }

  use(i: number): void {
    this.used[i] = 1;
  }

  isUsed(i: number): boolean {
    return this.used[i] === 1;
  }

  /** The words of an item; outside the text, the end of a sentence. */
  text(i: number): string {
    return this.items[i]?.token.text ?? '.';
  }

  term(i: number): Term {
    return this.items[i]?.term ?? {};
  }

  measure(i: number): Measure | undefined {
    return this.items[i]?.term?.measure;
  }

  isSentenceEnd(i: number): boolean {
    return SENTENCE_ENDS.has(this.text(i));
  }

  isPhraseEnd(i: number): boolean {
    const unit = this.items[i]?.token.unit;
    return PHRASE_ENDS.has(this.text(i)) || this.term(i).isComparer === true || unit === 'amount' || unit === 'percent';
  }

  /** Whether a measure only qualifies another one or is the earlier value: "excluding costs", "from a loss". */
  isAside(i: number): boolean {
    for (let k = i - 1; k >= Math.max(0, i - ASIDE_REACH); k -= 1) {
      const { isAside, isComparer, move } = this.term(k);
      if (this.isSentenceEnd(k) || this.items[k]?.token.unit !== null || move !== undefined) return false;
      if (isAside === true || isComparer === true) return true;
    }
    return false;
  }

  /** The item that the noun phrase from here on is about. */
  ahead(from: number, accepts: (term: Term) => boolean): number | null {
    for (let k = from; k < from + OBJECT_REACH && !this.isSentenceEnd(k); k += 1) {
      if (accepts(this.term(k))) return k;
      // "two of its stores"
      const isPart = k > from && this.text(k) === 'of' && PART_OF.has(this.text(k + 1));
      if (!isPart && this.isPhraseEnd(k)) return null;
    }
    return null;
  }

  /** The measure that is the subject of the verb at i: the weightiest before it, back to another verb's clause. */
  subject(i: number): number | null {
    let best: number | null = null;
    for (let k = i - 1; k >= Math.max(0, i - SUBJECT_REACH) && !this.isSentenceEnd(k); k -= 1) {
      const { measure, move, isSubordinate } = this.term(k);
      if (best !== null && (move !== undefined || isSubordinate === true)) return best;
      if (measure === undefined || this.isAside(k)) continue;
      if (best === null || measure.weight > (this.measure(best)?.weight ?? 0)) best = k;
    }
    return best;
  }

  /** What can be opened or closed, nearest before the passive verb at i. */
  subjectSite(i: number): number | null {
    for (let k = i - 1; k >= Math.max(0, i - OBJECT_REACH) && !this.isSentenceEnd(k); k -= 1)
      if (this.term(k).isSite === true) return k;
    return null;
  }
}
