import type { Found } from './found.js';
import { premise } from './intents/price-premise.js';
import { say, type Line } from './line.js';
import { periodIn } from './periods.js';
import type { Question } from './question.js';
import { windowIn } from './slots.js';
import { fullName, moved } from './words.js';

/** "AAPL is down 10% today, should I buy?": what is told of the last session beside a question for something else. */
const TOLD = new RegExp(
  String.raw`(?:^|\b(?:since|because|as|given(?: that)?|now that|if|with|but|and|so) )@s(?:'s (?:stock|shares?|price))? (?:(?:is|are|was|has|have|been|just|already) ){0,3}(?:(?:down|up)(?= (?:\d|today|a lot|big|sharply|so much|again)|[,.?!]|$)|fell|fallen|falling|rose|risen|rising|dropped|plunged|jumped|surged|tanked|crashed|lower|higher)(?![\w-])`,
);
/** Kinds that do not answer what the price did by themselves. */
const BESIDES = ['signal', 'comparison', 'news', 'street', 'earnings-date', 'dividends'];

/** A sentence that corrects what a question takes for granted of the last session; none if it is so. */
export function premiseLines(question: Question, found: Found, kinds: readonly string[]): readonly Line[] {
  const [security, ...more] = question.securities;
  const [kind = ''] = kinds;
  if (security === undefined || more.length > 0 || !BESIDES.includes(kind) || !TOLD.test(question.plain)) return [];
  if (windowIn(question) !== null || periodIn(question) !== null) return [];
  const change = found.number('signal.change', security.key);
  const wrong = change === undefined ? '' : premise(question, change);
  return change === undefined || wrong === ''
    ? []
    : [say`${fullName(security)} ${wrong}${moved(change)} in the last session.`];
}
