import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { NO_LINE, ofQuestion, say, type Line } from '../line.js';
import { fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

const CROSS = /\b(golden|death)[- ]cross(?:es|ed)?\b/;
/** The strategy that trades crosses, which is tested and not read off. */
const TRADED =
  /\b(?:work(?:s|ed|ing)?|back-?test\w*|strateg\w*|trad(?:e|es|ing)|beat(?:s|en)?|profit\w*|returns?|returned|buy|outperform\w*|edge|years?)\b/;
/** When the averages crossed, which no tool tells. */
const CROSSING = /\b(?:when|just|recent\w*|last|since|ago|about to|near\w*|close to|soon|will|going to)\b/;

/** Whether a question asks where the averages are, and not how the strategy did. */
export const asksCross = ({ plain }: { readonly plain: string }): boolean => CROSS.test(plain) && !TRADED.test(plain);

function crossLine(plain: string, found: Found, security: Entity): Line {
  const [short, long] = [found.number('signal.sma50', security.key), found.number('signal.sma200', security.key)];
  const on = found.date('signal.session', security.key);
  if (short === undefined || long === undefined || on === undefined) return NO_LINE;
  const isAbove = short.value > long.value;
  const isSo = isAbove === (CROSS.exec(plain)?.[1] === 'golden');
  return say`${isSo ? 'Yes' : 'No'}: as of ${on} the 50-day average of ${fullName(security)}, ${short}, is ${isAbove ? 'above' : 'not above'} its 200-day average of ${long}.`;
}

/** Whether the 50-day average of a security is above its 200-day average. */
export const INTENT: Intent = {
  name: 'cross',
  signs: [[CROSS, 8]],
  fits: ({ securities, plain }) => securities.length > 0 && asksCross({ plain }),
  plan: ({ securities }) => [{ tool: 'signal', input: { tickers: securities.map(({ key }) => key) } }],
  write({ plain, securities }, found) {
    const told = securities.filter((security) => crossLine(plain, found, security).text !== '');
    const [first, ...others] = told;
    const [asked] = securities;
    if (asked === undefined) return null;
    if (first === undefined)
      return {
        headline: say`Too little history of ${fullName(asked)} is stored for a 200-day average.`,
        lines: kept([priceLine(found, asked.key)]),
        coverage: 0.3,
      };
    return {
      headline: crossLine(plain, found, first),
      lines: kept([
        ...others.map((security) => crossLine(plain, found, security)),
        ...told.map(({ key }) => priceLine(found, key)),
      ]),
      coverage: share(securities, (security) => told.includes(security)),
      unread: CROSSING.test(plain)
        ? [ofQuestion('The day on which the averages cross is not told; what follows is where they are.')]
        : [],
    };
  },
};
