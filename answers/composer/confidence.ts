import type { Found } from './found.js';
import type { Reading, Section } from './intent.js';
import type { Question } from './question.js';

/** No answer is certain. */
const HIGHEST = 0.95;
/** Share that is left of coverage when all readings contradict each other. */
const LEAST_AGREEMENT = 0.5;
/** A name that was guessed, and data that has aged. */
const GUESSED = 0.85;
const STALE = 0.7;
/** A name of the question under which nothing is stored. */
const UNKNOWN = 0.7;

/** How far readings agree: 1 if all say the same, 0 if as many say up as down; 1 without two that say either. */
function agreementOf(readings: readonly Reading[]): number {
  const telling = readings.filter(({ sign }) => sign !== 0);
  if (telling.length < 2) return 1;
  const subjects = [...new Set(telling.map(({ subject }) => subject))];
  const each = subjects.map((subject) => {
    const own = telling.filter((reading) => reading.subject === subject);
    return Math.abs(own.reduce((sum, { sign }) => sum + sign, 0)) / own.length;
  });
  return each.reduce((sum, agreement) => sum + agreement, 0) / each.length;
}

/**
 * 0 to 1: the share of what was asked for that the tools had, times how far the readings agree (docs/methodology.md).
 */
export function confidenceOf(sections: readonly Section[], asked: number, question: Question, found: Found): number {
  const coverage = sections.reduce((sum, section) => sum + section.coverage, 0) / Math.max(asked, 1);
  const agreement = agreementOf(sections.flatMap(({ readings = [] }) => readings));
  const guessed = question.names.readAs.length > 0 ? GUESSED : 1;
  const unknown = question.names.unknownNames.length + question.names.unknownTickers.length > 0 ? UNKNOWN : 1;
  const stale = found.all('signal.stale').length > 0 ? STALE : 1;
  const confidence =
    HIGHEST * coverage * (LEAST_AGREEMENT + (1 - LEAST_AGREEMENT) * agreement) * guessed * unknown * stale;
  return Number(Math.min(HIGHEST, Math.max(0, confidence)).toFixed(3));
}
