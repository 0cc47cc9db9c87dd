import type { AnswerSource } from '../answers.js';
import type { Line } from '../composer/line.js';
import type { Fact } from '../facts/fact.js';
import type { Claim } from '../grounding/grounding.js';
import type { Grounds } from '../grounding/grounds.js';
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
const numbersOf = (claims: readonly Claim[]): number =>
  claims.filter(({ kind }) => kind === 'number' || kind === 'date').length;

/** The sources of a sentence that the facts support: those that it cites if they do, otherwise those whose facts do. */
function sourcesOf({ sources }: Line, claims: readonly Claim[]): readonly AnswerSource[] {
  const told = claims.filter(({ sources: of }) => of.length > 0);
  const isCited = ({ sources: of }: Claim): boolean =>
    of.some((one) => sources.some((cited) => sameSource(one, cited)));
  if (told.length === 0 || (sources.length > 0 && told.every(isCited))) return sources;
  const found: AnswerSource[] = [];
  for (const claim of told) {
    const own = claim.sources.find((one) => sources.some((cited) => sameSource(one, cited))) ?? claim.sources[0];
    if (own !== undefined && !found.some((one) => sameSource(one, own))) found.push(own);
  }
  return found;
}

const outsideOf = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap((fact) => (fact.kind === 'text' && fact.isUntrusted ? [fact.value] : []));

/**
 * Leaves out what no fact supports, what has no source, what may not be shown, and what strangers wrote unless it is
 * quoted.
 * `outside` are texts of strangers beside those of the facts.
 */
export function reviewText(
  { headline, paragraphs }: ModelText,
  grounds: Grounds,
  outside: readonly string[],
): Reviewed {
  const { facts, subjects, strict } = grounds;
  const names = new Set(subjects.flatMap((subject) => subject.names.map((name) => name.toLowerCase())));
  const isRecited = reciting([...outside, ...outsideOf(facts)]);
  const faults: string[] = [];
  let [kept, removedNumbers] = [0, 0];
  const passed = (line: Line, context: string, fallback: readonly AnswerSource[]): Line | null => {
    const claims = strict(line.text, context).flatMap(({ claims: of }) => of);
    const isShown = isShowable(line.text, names) && !isRecited(line.text);
    const own = isFaulty(claims) ? [] : sourcesOf(line, claims);
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
  return {
    headline: head,
    paragraphs: detail.filter((lines) => lines.length > 0),
    faults,
    sentences,
    kept,
    removedNumbers,
  };
}
