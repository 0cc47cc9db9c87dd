import { isoDate } from '../../../calendar/days.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, say, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { kept } from './signal.js';

const CONGRESS =
  /\b(?:congress\w*|senat(?:e|ors?)|representatives?|politicians?|lawmakers?|house members?|members of the house|pelosi)\b/;
/** Calendar days back that disclosed trades are read for. */
const DAYS = 60;
const SHOWN = 2;

/** Whether a question that names at most one security is about trades of members of Congress. */
export const isOfCongress = ({ plain }: Pick<Question, 'plain'>): boolean => CONGRESS.test(plain);

/** Which of the disclosed trades a question asks for. */
interface Asked {
  readonly ticker: string | null;
  readonly side: 'purchases' | 'sales' | 'trades';
  readonly chamber: 'Senator' | 'Representative' | null;
  /** A member that the question names. */
  readonly name: string | null;
}

const BOUGHT = /\b(?:b[uo]y(?:s|ing)?|bought|purchas\w*)\b/;
const SOLD = /\b(?:sell(?:s|ing)?|sold|sales?|dump\w*)\b/;
const NAMED =
  /\b(?:[Ss]enator|[Rr]epresentative|[Rr]ep\.|[Ss]en\.|[Cc]ongress(?:man|woman)) (?:[A-Z]\.? )?(?:[A-Z][a-z]+ )?([A-Z][a-z]+)\b/;
/** Words for a time in the past. */
const TIME =
  /\b(?:in |over |during |within |for )?(?:the )?(?:this|last|past|previous) (?:\w+ )?(?:days?|weeks?|months?|quarters?|years?)\b/;

function askedOf({ plain, text, securities }: Question): Asked {
  const [isBought, isSold] = [BOUGHT.test(plain), SOLD.test(plain)];
  return {
    ticker: securities[0]?.key ?? null,
    side: isBought === isSold ? 'trades' : isBought ? 'purchases' : 'sales',
    chamber: /\bsenat(?:e|ors?)\b/.test(plain)
      ? 'Senator'
      : /\b(?:representatives?|house members?|members of the house)\b/.test(plain)
        ? 'Representative'
        : null,
    name: /\bpelosi\b/.test(plain) ? 'Pelosi' : (NAMED.exec(text)?.[1] ?? null),
  };
}

const SIDES = { purchases: /\bpurchase\b/i, sales: /\bsale\b/i, trades: /^/ } as const;

interface Trade {
  readonly date: string;
  readonly line: Line;
}

/** The trades that are asked for, the newest first. */
function tradesOf(found: Found, { side, chamber, name }: Asked): readonly Trade[] {
  const trades = [...new Set(found.rows('catalysts.on'))].flatMap((row): readonly Trade[] => {
    const [on, title, ticker] = [
      found.date('catalysts.on', undefined, row),
      found.text('catalysts.title', undefined, row),
      found.text('catalysts.ticker', undefined, row),
    ];
    const isAsked =
      title !== undefined &&
      SIDES[side].test(title.value) &&
      (chamber === null || title.value.includes(chamber)) &&
      (name === null || title.value.includes(name));
    if (on === undefined || !isAsked) return [];
    return [{ date: on.value, line: say`${ticker === undefined ? say`` : say`${ticker}: `}${title} on ${on}` }];
  });
  return [...trades].reverse();
}

/** "purchases of NVDA by Senators": what the question asks for. */
function kindOf({ ticker, side, chamber, name }: Asked): string {
  const whose = chamber === null ? 'members of Congress' : `${chamber}s`;
  return `${side}${ticker === null ? '' : ` of ${ticker}`} by ${name === null ? whose : `a member of Congress called ${name}`}`;
}

/** Up to eight trades in sentences of four. */
function lists(trades: readonly Trade[]): readonly Line[] {
  return [trades.slice(0, 4), trades.slice(4, 8)]
    .filter(({ length }) => length > 0)
    .map((part) => say`Before that: ${listed(part.map(({ line }) => line))}.`);
}

/** Trades that members of Congress have disclosed. */
export const INTENT: Intent = {
  name: 'congress',
  signs: [[CONGRESS, 9]],
  fits: ({ companies, investors, securities, plain }) =>
    companies.length === 0 && investors.length === 0 && securities.length <= 1 && isOfCongress({ plain }),
  plan: ({ securities }) => [
    {
      tool: 'catalysts',
      input: { days: DAYS, types: ['CONGRESS'], ticker: securities[0]?.key ?? null, from: null },
    },
  ],
  write(question, found) {
    const asked = askedOf(question);
    const [days, today] = [found.number('catalysts.days'), found.date('catalysts.today')];
    if (days === undefined || today === undefined) return null;
    const kind = kindOf(asked);
    const all = tradesOf(found, asked);
    const period = periodIn(question);
    const within =
      period === null ? all : all.filter(({ date }) => date >= isoDate(period.from) && date <= isoDate(period.to));
    const read = say`Disclosures are read for the ${days} days up to ${today}; a trade may have been made some weeks before it is disclosed.`;
    const [first, ...others] = within;
    if (first === undefined) {
      const [newest, ...older] = all;
      return newest === undefined
        ? {
            headline: say`No ${kind} were disclosed in the ${days} days up to ${today}.`,
            lines: [read],
            coverage: 0.9,
          }
        : {
            headline: say`No ${kind} are known for that time; the newest that is known is ${newest.line}.`,
            lines: kept([...lists(older), read]),
            coverage: 0.9,
            timeRead: TIME,
          };
    }
    const headline =
      within.length === 1
        ? say`Of disclosed ${kind} one is known${period === null ? '' : ' for that time'}: ${first.line}.`
        : say`The newest disclosed ${kind} are ${listed(within.slice(0, SHOWN).map(({ line }) => line))}.`;
    return {
      headline,
      lines: kept([...lists(others.slice(within.length === 1 ? 0 : SHOWN - 1)), read]),
      coverage: 1,
      timeRead: TIME,
    };
  },
};
