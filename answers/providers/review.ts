import type { AnswerSource } from '../answers.js';
import type { Line } from '../composer/line.js';
import type { Fact, Subject } from '../facts/fact.js';
import { groundingCheck, type Claim, type GroundingCheck } from '../grounding/grounding.js';
import type { Grounds } from '../grounding/grounds.js';
import type { NameFinder } from '../grounding/subject-mentions.js';
import { isShowable, reciting, type ModelText } from './read-text.js';

/** A model's text with only those sentences that may be told. */
export interface Reviewed {
  readonly headline: Line | null;
  readonly paragraphs: readonly (readonly Line[])[];
  /** Sentences that were left out, except those that may not even be repeated to the model. */
  readonly faults: readonly string[];
  readonly sentences: number;
  readonly kept: number;
  /** Numbers and dates of the sentences that were left out. */
  readonly removedNumbers: number;
}

const sameSource = (one: AnswerSource, other: AnswerSource): boolean =>
  one.ref === other.ref && one.title === other.title && one.asOf === other.asOf;

const isFaulty = (claims: readonly Claim[]): boolean => claims.some(({ fault }) => fault !== null);
const numbersOf = (claims: readonly Claim[]): number => claims.filter(({ kind }) => kind === 'number' || kind === 'date').length;

function groupsOf(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.source.ref, fact.source.title, fact.source.asOf]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [fact]);
    else known.push(fact);
  }
  return [...groups.values()];
}

/** Judges sentences by the facts that the tools told. */
class Judge {
  readonly #facts: readonly Fact[];
  readonly #subjects: readonly Subject[];
  readonly #groups: readonly (readonly Fact[])[];
  readonly #known: NameFinder;
  readonly #check: GroundingCheck;
  readonly #byCited = new Map<string, GroundingCheck>();
  readonly #byGroup = new Map<readonly Fact[], GroundingCheck>();

  constructor({ facts, subjects, known, check }: Grounds) {
    this.#known = known;
    this.#facts = facts;
    this.#subjects = subjects;
    this.#groups = groupsOf(facts);
    this.#check = check;
  }

  claims(text: string, before: string): readonly Claim[] {
    return this.#check(text, before).flatMap(({ claims }) => claims);
  }

  /** By these facts alone; the check is prepared once for each `key`. */
  #checkBy<Key>(known: Map<Key, GroundingCheck>, key: Key, facts: readonly Fact[]): GroundingCheck {
    const check = known.get(key) ?? groundingCheck(facts, this.#subjects, this.#known);
    known.set(key, check);
    return check;
  }

  /** The sources of a sentence that the facts support: those that it cites if they do, otherwise those whose facts do. */
  sources({ text, sources }: Line, context: string, count: number): readonly AnswerSource[] {
    if (count === 0) return sources;
    const cited = this.#facts.filter((fact) => sources.some((source) => sameSource(source, fact.source)));
    // Of all facts it is known that they support it.
    const claimsBy = (check: GroundingCheck): readonly Claim[] => check(text, context).flatMap(({ claims }) => claims);
    const citedKey = JSON.stringify(sources);
    const isSupported = cited.length === this.#facts.length || !isFaulty(claimsBy(this.#checkBy(this.#byCited, citedKey, cited)));
    if (sources.length > 0 && isSupported) return sources;
    const open = new Set(Array.from({ length: count }, (_, i) => i));
    const found: AnswerSource[] = [];
    for (const group of this.#groups) {
      const [first] = group;
      const claims = claimsBy(this.#checkBy(this.#byGroup, group, group));
      const supported = claims.flatMap(({ fault }, i) => (fault === null && open.has(i) ? [i] : []));
      if (first === undefined || supported.length === 0) continue;
      found.push(first.source);
      for (const i of supported) open.delete(i);
    }
    return found.length > 0 ? found : sources;
  }
}

const outsideOf = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap((fact) => (fact.kind === 'text' && fact.isUntrusted ? [fact.value] : []));

/**
 * Leaves out what no fact supports, what has no source, what may not be shown, and what strangers wrote unless it is quoted.
 * `outside` are texts of strangers beside those of the facts.
 */
export function reviewText({ headline, paragraphs }: ModelText, grounds: Grounds, outside: readonly string[]): Reviewed {
  const { facts, subjects } = grounds;
  const judge = new Judge(grounds);
  const names = new Set(subjects.flatMap((subject) => subject.names.map((name) => name.toLowerCase())));
  const isRecited = reciting([...outside, ...outsideOf(facts)]);
  const faults: string[] = [];
  let [kept, removedNumbers] = [0, 0];
  const passed = (line: Line, context: string, fallback: readonly AnswerSource[]): Line | null => {
    const claims = judge.claims(line.text, context);
    const isShown = isShowable(line.text, names) && !isRecited(line.text);
    const own = isFaulty(claims) ? [] : judge.sources(line, context, claims.length);
    const sources = own.length === 0 && claims.length === 0 ? fallback : own;
    if (isShown && sources.length > 0) {
      kept += 1;
      return { text: line.text, sources };
    }
    removedNumbers += numbersOf(claims);
    if (isShown) faults.push(line.text);
    return null;
  };
  const detail = paragraphs.map((lines) => lines.flatMap((line) => passed(line, headline.text, []) ?? []));
  const [first] = detail.flat();
  const head = headline.text === '' ? null : passed(headline, '', first?.sources ?? []);
  const sentences = paragraphs.flat().length + (headline.text === '' ? 0 : 1);
  return { headline: head, paragraphs: detail.filter((lines) => lines.length > 0), faults, sentences, kept, removedNumbers };
}
