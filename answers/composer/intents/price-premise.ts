import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import { joined, listed, NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName, moved } from '../words.js';

const DOWN =
  /\b(?:slump\w*|tank\w*|dip(?:s|ped)?|slip\w*|fall|falls|fell|falling|fallen|drop|drops|dropped|dropping|down|lower|los(?:e|es|ing|t)|sink|sank|slide|slid|tumbl\w*|plung\w*|crash\w*|declin\w*|sell-?off|red|weak)\b/;
const UP =
  /\b(?:pop(?:s|ped)?|spik\w*|rise|rises|rose|rising|risen|up|higher|gain\w*|jump\w*|rall\w*|surg\w*|climb\w*|soar\w*|green|strong)\b/;
const COMPARES =
  /\b(?:which|who|what)\b.*\b(?:more|most|less|least|further|farther|furthest|farthest|harder|hardest)\b/;
const LEAST = /\b(?:less|least)\b/;
/** How far the question says a price went, percent. */
const FAR = /(\d+(?:\.\d+)?) ?(?:%|percent\b)/;
/** A move of the question's size is within a tenth of it, or half a percentage point. */
const NEAR_SHARE = 0.1;
const NEAR_POINTS = 0.5;

/** The way that a question says prices went; 0 if it says none, or both. */
function signAsked(question: Pick<Question, 'plain'>): -1 | 0 | 1 {
  const plain = question.plain.replace(/\bwhat's up\b/, ' ');
  const [isDown, isUp] = [DOWN.test(plain), UP.test(plain)];
  return isDown === isUp ? 0 : isDown ? -1 : 1;
}

const verbOf = (sign: number): string => (sign < 0 ? 'fall' : 'rise');

/** What of a question's premise is not so, before what happened: "did not fall: it ", or nothing if it is so. */
export function premise(question: Question, change: NumberFact): string {
  const sign = signAsked(question);
  if (sign === 0) return '';
  if (Math.sign(change.value) !== sign) return `did not ${verbOf(sign)}: it `;
  const far = FAR.exec(question.plain)?.[1];
  if (far === undefined) return '';
  const [said, size] = [Number(far), Math.abs(change.value)];
  if (Math.abs(said - size) <= Math.max(NEAR_POINTS, NEAR_SHARE * said)) return '';
  return size < said
    ? `did not ${verbOf(sign)} as far as the question says: it `
    : 'went farther than the question says: it ';
}

/** The change of one of several securities. */
export interface Move {
  readonly security: Entity;
  readonly change: NumberFact;
}

/** Which of several went the way of the question the farthest, or that only one or none of them did. */
function farthest(question: Question, moves: readonly Move[]): Line {
  const sign = signAsked(question);
  if (sign === 0 || !COMPARES.test(question.plain)) return NO_LINE;
  const [went, own] = [
    sign < 0 ? 'fell' : 'rose',
    moves
      .filter(({ change }) => Math.sign(change.value) === sign)
      .sort((one, other) => Math.abs(other.change.value) - Math.abs(one.change.value)),
  ];
  const ranked = LEAST.test(question.plain) ? [...own].reverse() : own;
  const [first, second] = ranked;
  if (first === undefined) return say`; these did not ${verbOf(sign)}`;
  if (second === undefined) return say`; of these only ${first.security.key} ${went}`;
  return say`; of these ${first.security.key} ${went} the ${LEAST.test(question.plain) ? 'least' : 'most'}`;
}

/** What several securities did, each with what of the premise is not so of it. */
export function severalMoved(question: Question, moves: readonly Move[], when: Line): Line {
  const parts = moves.map(
    ({ security, change }) => say`${fullName(security)} ${premise(question, change)}${moved(change)}`,
  );
  const isWrong = moves.some(({ change }) => premise(question, change) !== '');
  const all = isWrong ? joined(parts, '; ') : listed(parts);
  return say`${all} ${when}${farthest(question, moves)}`;
}
