import type { NameDirectory } from './directory.js';
import type { Entity } from './entity.js';
import { KNOWN_CAPITALS } from './question-words.js';

/** A side of a comparison, at its place in the question. */
interface Side {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words before the sides: "compare", "which is better,". */
const LEAD = /^\s*(?:please )?(?:(?:compare|rank|order|sort|list)\s+|(?:which|what|who)\b[^,?]*,\s*)?/i;
/** Words after them: "by momentum", "this year". */
const TAIL = /\s+(?:by|over|since|this|last|right now|today|long[- ]term)\b.*$/i;
const JOINT = /\s*,\s*(?:and\s+|or\s+)?|\s+(?:vs\.?|versus|against|or|and|with)\s+|\s*\/\s*/gi;
const MOST_WORDS = 3;

/**
 * The sides of a question that is a comparison and little else: "Ford vs Tesla", "compare ford, gm and tesla"; empty
 * for others.
 */
function comparedSides(question: string): readonly Side[] {
  const start = LEAD.exec(question)?.[0].length ?? 0;
  const body = question
    .slice(start)
    .replace(/[\s?.!]+$/, '')
    .replace(TAIL, '');
  const sides: Side[] = [];
  let from = 0;
  for (const joint of [...body.matchAll(JOINT), null]) {
    const end = joint?.index ?? body.length;
    sides.push({ text: body.slice(from, end), start: start + from, end: start + end });
    from = end + (joint?.[0].length ?? 0);
  }
  const isComparison =
    sides.length > 1 && sides.every(({ text }) => text !== '' && text.split(/\s+/).length <= MOST_WORDS);
  return isComparison ? sides : [];
}

/** Words of grammar that are tickers too where they stand in capitals as a side of a comparison. */
const WORD_TICKER =
  /^\$?(?:ON|IT|ALL|ARE|SO|NOW|CAN|HAS|BE|AN|A|LOW|ANY|FOR|BY|OR|TO|OF|AT|IN|AS|WELL|KEY|REAL|FAST|TELL|BIG|OUT|ONE|TWO|GOOD|NICE|PLAY|OPEN|SAFE|LOVE|CAR|EAT|SEE|BEST|HOLD)$/;

/** "2023" or "Q1 2024": periods are compared, and not names. */
const PERIOD = /^(?:(?:q[1-4]|h[12])[ ,]*)?(?:19|20)\d{2}$/i;

/** Whether a side is no name, or has words that are no part of one: "is it", "the market". */
const isNoName = ({ text }: Side): boolean => {
  if (WORD_TICKER.test(text)) return false;
  if (PERIOD.test(text)) return true;
  const words = text.toLowerCase().split(/\s+/);
  return !/^[\p{L}\p{N}&.'’$ -]+$/u.test(text) || words.some((word) => KNOWN_CAPITALS.has(word.replace(/['’]s$/, '')));
};

/** A stored ticker in capitals or not, or a stored name that is written without its hyphens. */
function storedAs(side: string, { byTicker, byName }: NameDirectory): Entity | undefined {
  return (
    byTicker.get(side.replace(/^\$/, '').toUpperCase().replaceAll('-', '.')) ??
    byName.get(side.toLowerCase().replaceAll(' ', '-'))?.[0]
  );
}

/** Sides that nobody read as a name, beside one that is stored. */
interface OtherSides {
  readonly stored: readonly { readonly start: number; readonly end: number; readonly entity: Entity }[];
  /** As they are written. */
  readonly unknown: readonly string[];
}

/** Beside a stored side, the other sides of a comparison are names too, whatever else their words mean. */
export function otherSides(
  question: string,
  mentions: readonly { readonly start: number; readonly end: number }[],
  directory: NameDirectory,
): OtherSides {
  const sides = comparedSides(question);
  const isRead = (side: Side): boolean => mentions.some(({ start, end }) => start < side.end && end > side.start);
  const isWhole = (side: Side): boolean => mentions.some(({ start, end }) => start <= side.start && end >= side.end);
  if (!sides.some((side) => isWhole(side) || storedAs(side.text, directory) !== undefined))
    return { stored: [], unknown: [] };
  const open = sides.filter((side) => !isRead(side));
  const stored = open.flatMap(({ text, start, end }) => {
    const entity = storedAs(text, directory);
    return entity === undefined ? [] : [{ start, end, entity }];
  });
  const unknown = open
    .filter((side) => storedAs(side.text, directory) === undefined && !isNoName(side))
    .map(({ text }) => text);
  return { stored, unknown };
}
