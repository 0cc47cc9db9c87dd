import { withoutShares } from './measures.js';

/** Words that do not tell what a figure is about, whatever the company. */
const GENERIC = new Set(
  `a about above across actual adjusted after again ahead all along already also although an and annual annually
  anticipate anticipated anticipates any approximate approximately are around as at average back balance based basis
  be because been before being below best better between both bps but by can capex cash change changes closer
  combined coming company comparable compared comparison compound consistent consolidated constant continue continued
  continues continuing conversion core cost costs could currency current currently decline declined declines
  declining decrease decreased decreases deliver delivered delivering diluted digit digits double down driven due
  during each earlier earnings ebit ebitda effective end ended entire eps estimate estimated estimates even excluding
  expansion expect expected expects expense expenses far financial first fiscal flat flow for forecasted forward
  fourth free from full fy gaap general generally going good great gross group grow growing grown growth guidance
  guided had half has have healthy high higher i if improve improved improvement improving in including income
  increase increased increases increasing incremental interest into is it its just key largely last later less level
  levels like line look looking low lower maintain maintaining major margin margins may mid midpoint million billion
  minus modest modestly more most moving much narrow negative net new next non non-gaap normal now of on one only
  operating operation operations or organic organically other our out outlook over overall part per percent
  percentage performance period plus point points positive possible previous previously price prior profit project
  projected q1 q2 q3 q4 quarter quarter's quarterly quarters range ranging rate ratio reflect reflecting reflects
  remain report reported reporting representing respective result resulted resulting results revenue revenues rise
  robust rose roughly s sales same savings second see seeing segment sequential sequentially share shares should
  significant significantly similar since single slightly so solid some spend spending still strong subject
  substantial target targeting targets tax teens term terms than that the their them then there these they think
  third this those three through throughout to top total toward turning two under underlying up upper us versus very
  was we were what which while will with within would year years yield grew represents represented came comes assumes
  assumed achieve achieved assumption assumptions benefit combination drive drives driving figures i'd metrics
  pleased saw scenario scenarios said well we're january february march april june july august september october
  november december`.split(/\s+/),
);
const WORD = /[\p{L}\p{N}][\p{L}\p{N}&'’]*/gu;
const SHORTEST_WORD = 2;
/** What figures measure: the words right before tell of what. */
const MEASURED = new Set(
  `revenue revenues sales margin margins expense expenses cost costs income earnings losses profit profits savings charges
  growth business businesses segment segments division divisions market markets brand brands volume volumes rate ebitda
  ebit eps`.split(/\s+/),
);
/** A part of the company, whichever: "other markets". */
const PART = /\b(?:markets?|brands?|segments?|divisions?|regions?|categor(?:y|ies)|geograph\w+)\b/i;
/** What the sentences before name: "They were under $20 million". */
const UNNAMED = /^(?:and |so |but )?(?:they|it|those|these|that|this)\b/i;
const SOME_PART = new Set(['(part)']);
/** How many words before a measure tell of what it is. */
const MODIFIERS = 4;
/** What follows a figure and still tells what it is about. */
const AFTER =
  /^[^,.;]{0,60}?\b(?:growth|increase|decrease|decline|declines|expansion)? ?in (?:the |our )?([^,.;]{1,50})/i;
/** A segment named at the start: "In residential, we …". */
const FRAME =
  /^(?:and |so |first, |second, |now )?(?:in|for|looking at|turning to|within|across) (?:the |our )?([^,]{2,60}),/i;
/** The same within a sentence: "…; and in residential, we expect". */
const FRAME_WITHIN = /[;:,] (?:and |so )?(?:in|for|within|across) (?:the |our )?([^,;:]{2,60}), we\b/gi;
/** A segment that is the sentence's subject: "Broadcast was up". */
const DOER =
  /^(?:and |so |our |the |in )*((?:[\p{L}&'’-]+ ){1,4})(?:was|were|grew|declined|increased|decreased|represented|rose|fell|is|are)\b/iu;
/** Where the words on the result begin. */
const SAYS =
  /\bwe (?:now |also |continue to |currently |do |would )*(?:expect|anticipate|estimate|project|see|target)\b/i;
const CLAUSES = / as |;|, (?:and|but|while|with) /;
/** How many characters before a figure tell what it is about, with and without such words. */
const FAR = 200;
const NEAR = 90;
/** How many after it. */
const REACH = 130;
/** Where words on reasons start. */
const REASON = /\b(?:with|driven|due|on|as|reflecting|up from|down from|from|compared|versus)\b.*$/i;
/** Sentences that must name a segment before it tells figures apart. */
const FEWEST_NAMED = 2;

function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(WORD)].map(([word]) => word.replace(/['’]s$/, ''));
}

/** "utilities" and "utility" are one. */
function stemOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || word.endsWith('ss')) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

function isTelling(word: string): boolean {
  return word.length >= SHORTEST_WORD && !GENERIC.has(word) && !MEASURED.has(word) && !/^\d/.test(word);
}

/** The words before measures, in frames and of doers: "licensing" of its revenue, "residential" in "In residential". */
function segmentsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const words = wordsOf(text);
  for (const [i, word] of words.entries()) {
    if (!MEASURED.has(word)) continue;
    for (let at = i - 1; at >= Math.max(0, i - MODIFIERS); at -= 1) {
      const before = words[at] ?? '';
      if (before !== 'and' && !isTelling(before)) break;
      if (before !== 'and') found.add(stemOf(before));
    }
  }
  for (const named of [FRAME.exec(text)?.[1], DOER.exec(text)?.[1], AFTER.exec(text)?.[1]?.replace(REASON, '')])
    for (const word of wordsOf(named ?? '')) if (isTelling(word)) found.add(stemOf(word));
  return found;
}

/** The words by which a company tells its results apart, as its calls use them; not those of its name. */
export class SegmentWords {
  readonly #counts = new Map<string, number>();
  readonly #names: ReadonlySet<string>;

  constructor(company: string) {
    this.#names = new Set(wordsOf(company));
  }

  /** Reads a sentence of a call. */
  read(text: string): void {
    for (const word of segmentsIn(text)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** What the figures at these places of a sentence are about: the words before each, and those after "growth in". */
  subjectsOf(text: string, places: readonly number[]): readonly ReadonlySet<string>[] {
    const sentence = withoutShares(text);
    const own = places.length === 0 ? new Set<string>() : segmentsIn(sentence);
    return places.map((at) => this.#subjectAt(sentence, at, own));
  }

  #subjectAt(sentence: string, at: number, own: ReadonlySet<string>): ReadonlySet<string> {
    const after = AFTER.exec(sentence.slice(at, at + REACH))?.[1]?.replace(REASON, '') ?? '';
    const parts = sentence.slice(0, at).split(SAYS);
    const near = (parts.at(-1) ?? '').slice(parts.length > 1 ? -FAR : -NEAR);
    const clauses = near.split(CLAUSES);
    const last = clauses.at(-1) ?? near;
    // A clause without a measure of its own goes on about the one before: "…, and represented 9% of sales".
    const clause = wordsOf(last).some((word) => MEASURED.has(word)) ? last : clauses.slice(-2).join(' ');
    const framed = [...sentence.slice(0, at).matchAll(FRAME_WITHIN)].at(-1)?.[1] ?? FRAME.exec(sentence)?.[1] ?? '';
    const subject = this.#tellingIn(`${framed} ${clause} ${after}`, own);
    return subject.size === 0 && (PART.test(clause) || UNNAMED.test(sentence)) ? SOME_PART : subject;
  }

  /** The words that tell results apart in this company's calls; those of `own`, which the sentence has, always do. */
  #tellingIn(near: string, own: ReadonlySet<string>): ReadonlySet<string> {
    const telling = wordsOf(near).filter((word) => isTelling(word) && !this.#names.has(word));
    const isSegment = (word: string): boolean => own.has(word) || (this.#counts.get(word) ?? 0) >= FEWEST_NAMED;
    return new Set(telling.map(stemOf).filter(isSegment));
  }
}

/** The words of a whole sentence that tell what it is about, without those of the company's name. */
export function contentOf(sentence: string, company: string): ReadonlySet<string> {
  const names = new Set(wordsOf(company));
  return new Set(wordsOf(sentence).filter((word) => isTelling(word) && !names.has(word)));
}

export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

/** How alike two subjects are, 0 to 1: shared words over those of the smaller; 1 if both are of the whole company. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 && other.size === 0) return 1;
  return one.size === 0 || other.size === 0 ? 0 : shared(one, other) / Math.min(one.size, other.size);
}
