import { joined, metricsOf, testsOf, type Condition, type Operand } from './condition.js';
import { Fault } from './fault.js';
import { readOperand } from './operands.js';
import { readMoved } from './moved.js';
import { operatorAt, POWERS, type Operator } from './phrases.js';
import { createReader, type Reader } from './reader.js';
import { readTest } from './read-test.js';

/** Limits of a condition, so that none takes long to parse or to evaluate. */
export const CONDITION_LIMITS = { characters: 1_000, depth: 20, tests: 32, tickers: 25 } as const;

export type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly column: number; readonly message: string };

/** The sentence about the fault for the client that sent the text. */
export function faultSentence({ column, message }: Pick<Fault, 'column' | 'message'>): string {
  return `The condition is not understood at column ${column}: ${message}${message.endsWith('?') ? '' : '.'}`;
}

/** A part of the text that has been read: something that is true or false, or something to be compared. */
type Part =
  | { readonly kind: 'condition'; readonly condition: Condition; readonly column: number }
  | { readonly kind: 'operand'; readonly operand: Operand; readonly column: number };

/** Words that a sentence may begin with. */
const OPENING = /^\s*(?:(?:alert|notify|tell)\s+(?:me|us)\s+)?(?:when(?:ever)?|if)\s+/i;

/** Reads a condition by operator precedence (V. R. Pratt, Top Down Operator Precedence, 1973). */
export function parseCondition(text: string): ParsedCondition {
  try {
    if (text.length > CONDITION_LIMITS.characters) {
      const message = `a condition has at most ${CONDITION_LIMITS.characters} characters; this one has ${text.length}`;
      throw new Fault(CONDITION_LIMITS.characters + 1, message);
    }
    const opening = OPENING.exec(text)?.[0] ?? '';
    // Blanks in place of the opening keep the columns.
    const reader = createReader(' '.repeat(opening.length) + text.slice(opening.length));
    const { column } = reader.peek();
    if (reader.peek().kind === 'end') throw new Fault(column, 'there is no condition');
    const condition = conditionOf(readPart(reader, 0, 0));
    if (reader.peek().kind !== 'end') throw unexpected(reader);
    checkSize(condition, column);
    return { ok: true, condition };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, column: error.column, message: error.message };
  }
}

function checkSize(condition: Condition, column: number): void {
  const tests = testsOf(condition);
  const { tests: mostTests, tickers: mostTickers } = CONDITION_LIMITS;
  if (tests.length > mostTests) throw new Fault(column, `a condition has at most ${mostTests} tests`);
  const tickers = new Set(tests.flatMap(metricsOf).flatMap(({ ticker }) => ticker ?? []));
  if (tickers.size > mostTickers) throw new Fault(column, `a condition names at most ${mostTickers} tickers`);
}

function unexpected(reader: Reader): Fault {
  const { column, text } = reader.peek();
  return new Fault(column, `${JSON.stringify(text)} does not continue the condition; join tests with and, or`);
}

function powerOf({ kind }: Operator): number {
  return kind === 'or' || kind === 'and' ? POWERS[kind] : POWERS.test;
}

function isJoint(operator: Operator): operator is Extract<Operator, { readonly kind: 'or' | 'and' }> {
  return operator.kind === 'or' || operator.kind === 'and';
}

/** The longest part whose operators all bind tighter than `power`. */
function readPart(reader: Reader, power: number, depth: number): Part {
  let left = readFirst(reader, depth);
  for (;;) {
    const next = operatorAt(reader.tokens, reader.position());
    if (next === null || powerOf(next.operator) <= power) return left;
    const { column } = reader.peek();
    reader.skip(next.length);
    const { operator } = next;
    const condition = isJoint(operator)
      ? joined(operator.kind, [conditionOf(left), conditionOf(readPart(reader, POWERS[operator.kind], depth))])
      : readTest(reader, operandOf(left, column), operator, column);
    left = { kind: 'condition', condition, column: left.column };
  }
}

/** What a part begins with: `not`, a condition in parentheses, or something to be compared. */
function readFirst(reader: Reader, depth: number): Part {
  const { column, text } = reader.peek();
  if (depth > CONDITION_LIMITS.depth)
    throw new Fault(column, `a condition nests at most ${CONDITION_LIMITS.depth} deep`);
  if (reader.takeWord('not')) {
    const term = conditionOf(readPart(reader, POWERS.not, depth + 1));
    return { kind: 'condition', condition: { kind: 'not', term }, column };
  }
  if (text === '(' && reader.takeSymbol('(')) {
    const condition = conditionOf(readPart(reader, 0, depth + 1));
    if (!reader.takeSymbol(')')) throw new Fault(reader.peek().column, 'a closing parenthesis is missing');
    return { kind: 'condition', condition, column };
  }
  const moved = readMoved(reader);
  if (moved !== null) return { kind: 'condition', condition: moved, column };
  return { kind: 'operand', operand: readOperand(reader), column };
}

function conditionOf(part: Part): Condition {
  if (part.kind === 'condition') return part.condition;
  const what = part.operand.kind === 'metric' ? part.operand.metric : String(part.operand.value);
  throw new Fault(part.column, `${what} is not compared with anything`);
}

function operandOf(part: Part, column: number): Operand {
  if (part.kind === 'operand') return part.operand;
  throw new Fault(column, 'a test cannot be compared with something else; join tests with and, or');
}
