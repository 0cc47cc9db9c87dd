import type { NumberFact } from '../facts/fact.js';
import type { StatementClaim, StatementReading } from './comparisons.js';
import { isOf, type Evidence } from './evidence.js';

const COUNTS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
/** "Of the three", "of all five": as many as are compared. */
const GROUP =
  /\b(?:of|among)\s(?:the|these|all|all\sthe)\s(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b(?!\s(?:factors?|components?))/iu;

/** How many a sentence compares; null if it does not say. */
function groupSize(sentence: string): number | null {
  const word = GROUP.exec(sentence)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const at = COUNTS.indexOf(word);
  return at >= 0 ? at + 2 : Number(word);
}

const HIGH = /^(?:highest|largest|biggest|greatest|most|best|strongest|top)$/i;
const LOW = /^(?:lowest|smallest|least|worst|weakest|fewest)$/i;

/** The same figure of all that its tool tells of, one of each. */
const peersOf = ({ tool, label, key }: NumberFact, { numbers }: Evidence): readonly NumberFact[] =>
  numbers.filter((other) => other.tool === tool && other.label === label && other.key === key);

/**
 * "Of the three, it has the lowest confidence": true if as many subjects have this figure and none is beyond it. Null
 * where the sentence names no group, or the figure is not of so many.
 */
export function extremeOfGroup(
  word: string,
  fact: NumberFact | null,
  { sentence, evidence, numbers }: StatementReading,
): boolean | null {
  const size = groupSize(sentence);
  // Of several that are named together, the ranking tells.
  const isOne = numbers.filter((told) => told.fact?.label === fact?.label).length === 1;
  if (size === null || fact === null || !isOne || (!HIGH.test(word) && !LOW.test(word))) return null;
  const peers = peersOf(fact, evidence);
  if (peers.length !== size || new Set(peers.map(({ subjects }) => subjects.join())).size !== size) return null;
  const sign = HIGH.test(word) ? 1 : -1;
  return peers.every((other) => (fact.value - other.value) * sign >= 0);
}

const LABEL = /\b(strong buy|strong sell|buy|sell|neutral)\b(?!\sand\shold)/iu;

/** Whose signal has a label, each once, of all whose signal is told. */
function withLabel(
  label: string,
  { labels }: Evidence,
): { readonly all: number; readonly subjects: readonly string[] } {
  const signals = labels.filter((fact) => fact.label === 'signal');
  const idsOf = (facts: typeof signals): readonly string[] => [
    ...new Set(facts.map(({ subjects }) => subjects.join())),
  ];
  return {
    all: idsOf(signals).length,
    subjects: idsOf(signals.filter(({ value }) => value.toLowerCase() === label.toLowerCase())),
  };
}

/** "Two of the five are rated Buy": as many as have the label. */
export function countsLabelled(
  quantity: { readonly value: number; readonly end: number },
  sentence: string,
  evidence: Evidence,
): boolean {
  const after = sentence.slice(quantity.end);
  const size = /^\sof\s/.test(after) ? groupSize(after) : null;
  const label = LABEL.exec(after)?.[1];
  if (size === null || label === undefined) return false;
  const { all, subjects } = withLabel(label, evidence);
  return all === size && subjects.length === quantity.value;
}

/** That nobody else has a label: "the only one of the three with a Sell signal". */
export function onlyClaims({ sentence, nameless, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(nameless.matchAll(/\b(?:the only|only one)\b/giu), ({ index, 0: raw }) => {
    const place = { start: index, end: index + raw.length };
    const label = LABEL.exec(sentence.slice(place.end))?.[1];
    const size = groupSize(sentence);
    const { all, subjects } = label === undefined ? { all: 0, subjects: [] } : withLabel(label, evidence);
    const owners = ownersAt(place);
    const own = evidence.labels.find((fact) => fact.label === 'signal' && owners.length > 0 && isOf(fact, owners));
    const isSo =
      (size === null || size === all) &&
      subjects.length === 1 &&
      own !== undefined &&
      own.value.toLowerCase() === label?.toLowerCase();
    return { ...place, sources: isSo ? [own.source] : null };
  });
}
