import { isoDate } from '../../../calendar/days.js';
import type { DateFact, NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';

const LARGEST = /\b(?:biggest|largest|highest|most valuable)\b/;
const NEWEST =
  /\b(?:last|latest|most recent|newest)\b(?! (?:\d+ )?(?:days?|weeks?|months?|quarters?|years?)\b)|\bwhen\b/;
const SALES = /\b(?:sales?|s[eo]ll\w*|sold|dump\w*)\b/;
const PURCHASES = /\b(?:purchases?|bu(?:y|ys|ying|yer|yers)|bought)\b/;
const MOST = 5;
/** The words of a question for the time of such trades. */
export const TRADE_TIME =
  /\b(?:this|last|past|previous|in|since|during|over|for|on|from|between|ytd|year to date)\b.*$/;

interface Trade {
  readonly on: DateFact;
  readonly kind: 'purchase' | 'sale';
  readonly value: NumberFact | undefined;
}

function tradesOf(found: Found, id: string): readonly Trade[] {
  return found.rows('events.trade_on', id).flatMap((row): readonly Trade[] => {
    const [on, kind] = [found.date('events.trade_on', id, row), found.text('events.trade_kind', id, row)];
    if (on === undefined || kind === undefined) return [];
    return [
      { on, kind: kind.value === 'sale' ? 'sale' : 'purchase', value: found.number('events.trade_value', id, row) },
    ];
  });
}

/** Of more than are read, since when they are. */
function sinceOf(found: Found, id: string): Line {
  const from = found.date('events.trades_from', id);
  return from === undefined
    ? NO_LINE
    : say`Transactions of insiders of ${id} are read from ${from} on; earlier ones are left out.`;
}

/** What else is told of single trades. */
export const tradeLines = (question: Question, found: Found, { key }: Entity): readonly Line[] =>
  asksTrades(question) ? [sinceOf(found, key)] : [];

const part = ({ on, kind, value }: Trade): Line =>
  say`a ${kind}${value === undefined ? say`` : say` worth ${value}`} on ${on}`;

/** Whether a question is for single trades of insiders: the newest, the largest, or those of a period. */
export const asksTrades = (question: Question): boolean =>
  LARGEST.test(question.plain) || NEWEST.test(question.plain) || periodIn(question) !== null;

/** What single trades of insiders answer; no line if the question asks for their sums alone. */
export function tradesLine(question: Question, found: Found, security: Entity): Line {
  const { plain } = question;
  if (!asksTrades(question)) return NO_LINE;
  const [isSale, isPurchase] = [SALES.test(plain), PURCHASES.test(plain)];
  const kind = isSale === isPurchase ? null : isSale ? 'sale' : 'purchase';
  const period = periodIn(question);
  const trades = tradesOf(found, security.key).filter(
    (trade) =>
      (kind === null || trade.kind === kind) &&
      (period === null || (trade.on.value >= isoDate(period.from) && trade.on.value <= isoDate(period.to))),
  );
  const name = fullName(security);
  const what = kind ?? 'trade';
  const when = period === null ? '' : ' in the time that the question names';
  const [first] = trades;
  if (first === undefined) return say`No ${what} by insiders of ${name}${when} is stored.`;
  if (LARGEST.test(plain)) {
    const [largest] = [...trades].sort((one, other) => (other.value?.value ?? 0) - (one.value?.value ?? 0));
    return largest?.value === undefined
      ? NO_LINE
      : say`The largest stored ${kind ?? largest.kind} by an insider of ${name}${when} was on ${largest.on}, worth ${largest.value}.`;
  }
  if (period === null) {
    const worth = first.value === undefined ? NO_LINE : say`, worth ${first.value}`;
    return say`The newest stored ${kind ?? first.kind} by an insider of ${name} was on ${first.on}${worth}.`;
  }
  const others = trades.length > MOST ? ', and earlier ones' : '';
  return say`Insiders of ${name} made${when}: ${listed(trades.slice(0, MOST).map(part))}${others}.`;
}
