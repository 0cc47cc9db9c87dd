import type { Entity } from '../../names/entity.js';
import { managerOf } from '../../names/managers.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { holdersIn } from './institutional.js';
import { kept } from './signal.js';

/** Managers of one answer. */
const MOST = 2;
const HOLDS = '(?:own|owns|owned|hold|holds|held|holding|owning)';
const TRADES =
  '(?:buy|buys|buying|bought|sell(?! off)|sells|selling|sold(?! off)|add|adds|adding|added|trim|trims|trimmed|trimming|' +
  'exit|exited|dump|dumped|dumping|invest|invests|invested|investing)';
const LISTS =
  '(?:13f\\w*|holdings?|positions?|portfolio|stakes?|buys|sells|purchases|sales|bets|trades|moves|investments)';
const SECURITIES = '(?:stocks?|shares|securities|positions?|equities|companies)';

/** A listed company is asked for what it holds, and may be a manager too: "What does Berkshire own?" */
const OF_LISTED: readonly RegExp[] = [
  new RegExp(
    `\\bwhat (?:else )?(?:${SECURITIES} )?(?:does|do|did) (?<owner>@s) (?:own|hold)\\b(?! (?:up|steady|back|off))`,
    'd',
  ),
  new RegExp(
    `\\b(?:what|which|how many) ${SECURITIES}(?: of @s)? (?:does|did|is|has) (?<owner>@s)(?: \\w+)? (?:${HOLDS}|${TRADES})\\b`,
    'd',
  ),
  new RegExp(
    `\\b(?:does|did|do|is|has) (?<owner>@s)(?: (?:still|also|ever|now))? (?:${HOLDS}|${TRADES})\\b[^,?]*@s`,
    'd',
  ),
  new RegExp(
    `\\b(?:does|did|has) (?<owner>@s)(?: still)? have (?:a |an |any )?(?:stakes?|positions?|shares) (?:in|of) @s`,
    'd',
  ),
];
/** The same, of those that are known to be managers: "Berkshire's top holdings". */
const OF_MANAGERS: readonly RegExp[] = [
  new RegExp(`(?<owner>@s)'s? (?:\\w+ ){0,2}(?:13f\\w*|(?:stock |equity )?(?:holdings|positions|portfolio))\\b`, 'd'),
  new RegExp(`\\b(?:holdings|positions|portfolio|13f filing) (?:of|by) (?<owner>@s)`, 'd'),
];
/** Asks for those who hold a security, or for what is no security. */
const OTHERS = /\b(?:institution\w*|holders?|private|startups?|insiders?|congress)\b/;

interface Asked {
  /** Managers whose positions a question asks for. */
  readonly owners: readonly Entity[];
  /** A listed company that is asked for its positions, and of which no form is stored. */
  readonly unknown: Entity | undefined;
  /** Securities that it asks the positions in. */
  readonly targets: readonly Entity[];
}

/** The security at a place of `plain`. */
function securityAt({ plain, names: { mentions } }: Question, place: number): Entity | undefined {
  const index = plain.slice(0, place).split('@s').length - 1;
  return mentions.filter(({ entity }) => entity.kind === 'security')[index]?.entity;
}

function askedOf(question: Question): Asked {
  const { plain, managers, securities, directory } = question;
  if (managers.length > 0) return { owners: managers.slice(0, MOST), unknown: undefined, targets: securities };
  const none: Asked = { owners: [], unknown: undefined, targets: [] };
  if (OTHERS.test(plain)) return none;
  for (const pattern of [...OF_LISTED, ...OF_MANAGERS]) {
    const place = pattern.exec(plain)?.indices?.groups?.['owner']?.[0];
    const security = place === undefined ? undefined : securityAt(question, place);
    if (security === undefined || security.isFund) continue;
    const manager = managerOf(security.name, directory.managers);
    const targets = securities.filter(({ id }) => id !== security.id);
    if (manager !== undefined) return { owners: [manager], unknown: undefined, targets };
    if (OF_LISTED.includes(pattern)) return { owners: [], unknown: security, targets };
  }
  return none;
}

const rowsOf = (found: Found, key: string, id: string): readonly number[] => [
  ...new Set([...found.rows(`manager_holdings.${key}`, id)]),
];

const number = (found: Found, key: string, id: string, row?: number) =>
  found.number(`manager_holdings.${key}`, id, row);
const text = (found: Found, key: string, id: string, row?: number) => found.text(`manager_holdings.${key}`, id, row);

/** "increased, +23.2%". */
function changeWords(found: Found, id: string, row: number): Line {
  const [change, fraction] = [text(found, 'change', id, row), number(found, 'change_share', id, row)];
  if (change === undefined) return NO_LINE;
  const isPart = fraction !== undefined && fraction.value !== 0 && !/\b(?:new|closed)\b/.test(change.value);
  return isPart ? say`${change}, ${signed(fraction)}` : say`${change}`;
}

/** "AAPL worth $66 billion (22.1% of the report; decreased, −4%)". */
function positionPart(found: Found, id: string, row: number): Line {
  const name = text(found, 'ticker', id, row) ?? text(found, 'issuer', id, row);
  const [value, part] = [number(found, 'position_value', id, row), number(found, 'share', id, row)];
  if (name === undefined || value === undefined) return NO_LINE;
  const change = changeWords(found, id, row);
  const details = kept([part === undefined ? NO_LINE : say`${part} of the report`, change]);
  const more =
    details.length === 0 ? say`` : say` (${details[0] ?? say``}${details[1] ? say`; ${details[1]}` : say``})`;
  return say`${name} worth ${value}${more}`;
}

/** "NVDA: 1.2 million shares (new)". */
function movedPart(found: Found, id: string, row: number): Line {
  const name = text(found, 'ticker', id, row) ?? text(found, 'issuer', id, row);
  const moved = number(found, 'moved', id, row);
  if (name === undefined || moved === undefined) return NO_LINE;
  const change = changeWords(found, id, row);
  return say`${moved} shares of ${name}${change.text === '' ? say`` : say` (${change})`}`;
}

const positionRows = (found: Found, id: string): readonly number[] =>
  [...new Set([...rowsOf(found, 'ticker', id), ...rowsOf(found, 'issuer', id)])].sort((one, other) => one - other);

/** What a manager holds of each security that the question names. */
function targetLines(found: Found, { id, name }: Entity, targets: readonly Entity[]): readonly Line[] {
  return targets.map((target) => {
    const row = positionRows(found, id).find((each) => text(found, 'ticker', id, each)?.value === target.key);
    const period = found.date('manager_holdings.held_on', target.key);
    if (period === undefined) return NO_LINE;
    const [shares, value, part] = [
      row === undefined ? undefined : number(found, 'shares', id, row),
      row === undefined ? undefined : number(found, 'position_value', id, row),
      row === undefined ? undefined : number(found, 'share', id, row),
    ];
    if (row === undefined || shares === undefined || value === undefined)
      return say`${name} reported no shares of ${fullName(target)} at the end of the quarter on ${period}.`;
    if (shares.value === 0) return say`${name} sold all its shares of ${fullName(target)} in the quarter to ${period}.`;
    const change = changeWords(found, id, row);
    return say`${name} held ${shares} shares of ${fullName(target)} worth ${value} at the end of the quarter on ${period}${
      part === undefined ? say`` : say`, ${part} of its report`
    }${change.text === '' ? say`` : say` (${change})`}.`;
  });
}

const VERBS = {
  NEW: ['opened', 'No new position'],
  CLOSED: ['closed', 'No closed position'],
  SOLD: ['reduced or closed', 'No reduced or closed position'],
  BOUGHT: ['opened or added to', 'No new or increased position'],
} as const;

/** Positions that a manager changed in the quarter, as the question asks. */
function changedLine(question: Question, found: Found, { id, name }: Entity): Line {
  const asked = holdersIn(question);
  if (asked === 'LARGEST') return NO_LINE;
  const [period, count] = [found.date('manager_holdings.period', id), number(found, 'changed', id)];
  if (period === undefined || count === undefined) return NO_LINE;
  const [verb, none] = VERBS[asked];
  const parts = kept(positionRows(found, id).map((row) => movedPart(found, id, row)));
  if (parts.length === 0) return say`${none} of ${name} in the quarter to ${period} is known to this service.`;
  const most = parts.length < count.value ? ', the largest changes by shares' : '';
  return say`In the quarter to ${period}, ${name} ${verb} ${count} ${count.value === 1 ? 'position' : 'positions'}${most}: ${listed(parts)}.`;
}

function headlineOf(found: Found, { id, name }: Entity): Line {
  const [period, positions, value] = [
    found.date('manager_holdings.period', id),
    number(found, 'positions', id),
    number(found, 'value', id),
  ];
  if (period === undefined || positions === undefined || value === undefined) return NO_LINE;
  const [largest] = positionRows(found, id);
  const first = largest === undefined ? NO_LINE : positionPart(found, id, largest);
  return say`${name} reported ${positions} ${positions.value === 1 ? 'position' : 'positions'} in shares at the end of the quarter on ${period}, in a report worth ${value} together${
    first.text === '' ? say`` : say`; the largest is ${first}`
  }.`;
}

function largestLines(found: Found, { id, name }: Entity): readonly Line[] {
  const parts = kept(positionRows(found, id).map((row) => positionPart(found, id, row)));
  if (parts.length === 0) return [];
  return [
    say`The largest positions of ${name}: ${listed(parts.slice(0, 4))}.`,
    ...(parts.length > 4 ? [say`Then ${listed(parts.slice(4, 8))}.`] : []),
  ];
}

const LIMITS =
  'Forms 13F tell long positions in US-listed securities at the end of a quarter, and come weeks after it; ' +
  'puts and calls are not counted here.';

const LISTED = 'The field institutionalManagers lists the managers whose forms are stored.';

/** What a manager holds by its forms 13F. */
export const INTENT: Intent = {
  name: 'manager-holdings',
  signs: [
    [/@m\b/, 2.6],
    [
      new RegExp(
        `\\b(?:what|which|how (?:many|much)|where)\\b.*\\b(?:does|do|did|is|are|has|have|was) @m\\b.*\\b(?:${HOLDS}|${TRADES})\\b`,
      ),
      5,
    ],
    [new RegExp(`@m(?:'s?)? (?:\\w+ ){0,3}${LISTS}\\b|\\b${LISTS} (?:of|by|at|for|from) @m`), 4.6],
    [new RegExp(`\\b(?:does|did|do|is|has|have) @m\\b(?: \\w+){0,2} (?:${HOLDS}|${TRADES}|have)\\b.*@s`), 5],
    ...OF_LISTED.map((pattern) => [pattern, 5] as const),
    ...OF_MANAGERS.map((pattern) => [pattern, 4.6] as const),
  ],
  fits(question) {
    const { owners, unknown } = askedOf(question);
    return (owners.length > 0 || unknown !== undefined) && question.investors.length === 0;
  },
  plan(question) {
    const { owners, targets } = askedOf(question);
    return owners.map(({ key: manager }) => ({
      tool: 'manager_holdings',
      input: {
        manager,
        tickers: targets.map(({ key }) => key),
        holdings: targets.length > 0 ? 'LARGEST' : holdersIn(question),
      },
    }));
  },
  write(question, found) {
    const { owners, unknown, targets } = askedOf(question);
    const told = owners.filter(({ id }) => text(found, 'name', id) !== undefined);
    const asked = owners[0] ?? unknown;
    if (told.length === 0)
      return asked === undefined
        ? null
        : { headline: say`No form 13F of ${fullName(asked)} is stored.`, lines: [ofQuestion(LISTED)], coverage: 0.2 };
    const own = told.flatMap((owner) => {
      if (targets.length > 0) return targetLines(found, owner, targets);
      const changed = changedLine(question, found, owner);
      return kept([changed.text === '' ? headlineOf(found, owner) : changed]);
    });
    const [headline, ...others] = own;
    if (headline === undefined) return null;
    const isPlain = targets.length === 0 && holdersIn(question) === 'LARGEST';
    return {
      headline,
      lines: kept([
        ...others,
        ...(isPlain ? told.flatMap((owner) => largestLines(found, owner)) : []),
        ofQuestion(LIMITS),
      ]),
      coverage: share(owners, ({ id }) => text(found, 'name', id) !== undefined),
    };
  },
};
