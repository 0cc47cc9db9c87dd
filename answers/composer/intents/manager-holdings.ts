import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import { askedManagers, COMPARED, MANAGER_SIGNS, type AskedManagers } from '../asked-managers.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { OTHER_TIME, untoldLines } from '../untold-of-managers.js';
import { CLOSED_FROM } from '../../tools/institutional-changes.js';
import { ToldManager } from '../told-manager.js';
import { fullName, wordList } from '../words.js';
import { kept } from './signal.js';

/** "increased, +23.2%". */
function changeWords(told: ToldManager, row: number): Line {
  const [change, fraction] = [told.text('change', row), told.number('change_share', row)];
  if (change === undefined) return NO_LINE;
  const isPart = fraction !== undefined && fraction.value !== 0 && !/\b(?:new|closed)\b/.test(change.value);
  return isPart ? say`${change}, ${signed(fraction)}` : say`${change}`;
}

/** "AAPL worth $66 billion (22.1% of the report; decreased, −4%)". */
function positionPart(told: ToldManager, row: number): Line {
  const name = told.text('ticker', row) ?? told.text('issuer', row);
  const [value, part] = [told.number('position_value', row), told.number('share', row)];
  if (name === undefined || value === undefined) return NO_LINE;
  const change = changeWords(told, row);
  const of = part === undefined ? say`` : say`${part} of the report`;
  const more = change.text === '' ? say` (${of})` : say` (${of}; ${change})`;
  return say`${name} worth ${value}${part === undefined && change.text === '' ? say`` : more}`;
}

/** "1.2 million shares of NVDA (new)". */
function movedPart(told: ToldManager, row: number): Line {
  const name = told.text('ticker', row) ?? told.text('issuer', row);
  const moved = told.number('moved', row);
  if (name === undefined || moved === undefined) return NO_LINE;
  const change = changeWords(told, row);
  return say`${moved} shares of ${name}${change.text === '' ? say`` : say` (${change})`}`;
}

/** "puts on 1 million shares of NVDA worth $170 million". */
function optionPart(told: ToldManager, row: number): Line {
  const name = told.text('option_ticker', row) ?? told.text('option_issuer', row);
  const [kind, shares, value] = [
    told.text('option_kind', row),
    told.number('option_shares', row),
    told.number('option_value', row),
  ];
  if (name === undefined || kind === undefined || shares === undefined || value === undefined) return NO_LINE;
  return say`${kind} on ${shares} shares of ${name} worth ${value}`;
}

const optionParts = (told: ToldManager, ticker?: string): readonly Line[] =>
  kept(
    told.options
      .filter((row) => ticker === undefined || told.text('option_ticker', row)?.value === ticker)
      .map((row) => optionPart(told, row)),
  );

const MOST_OPTIONS = 4;

/** "It also reported puts on …". */
function optionsLine(told: ToldManager, who: string): Line {
  const parts = optionParts(told);
  const count = told.number('options');
  if (parts.length === 0 || count === undefined) return NO_LINE;
  const shown = parts.slice(0, MOST_OPTIONS);
  return say`${who} reported ${listed(shown)}${shown.length < count.value ? ', among others' : ''}.`;
}

/** What a manager holds of one class of a company's shares; no line if it holds none and did not before. */
function heldLine(told: ToldManager, target: Entity, asked: AskedManagers): Line {
  const row = told.rowOf(target.key);
  const period = told.periodOf(target.key);
  if (row === undefined || period === undefined) return NO_LINE;
  const [shares, value, part, moved] = [
    told.number('shares', row),
    told.number('position_value', row),
    told.number('share', row),
    told.number('moved', row),
  ];
  const { name } = told;
  if (row >= CLOSED_FROM)
    return moved === undefined
      ? NO_LINE
      : say`${name} sold all its ${moved} shares of ${fullName(target)} in the quarter to ${period}.`;
  if (shares === undefined || value === undefined) return NO_LINE;
  const change = changeWords(told, row);
  const kind = told.text('change', row)?.value ?? '';
  const isSold = asked.holdings === 'SOLD' && kind === 'decreased';
  const isBought = asked.holdings === 'BOUGHT' && (kind === 'increased' || kind === 'new');
  if (moved !== undefined && (isSold || isBought)) {
    const traded = say`${isSold ? 'sold' : 'bought'} ${moved} shares of ${fullName(target)} in the quarter to ${period}`;
    return say`${name} ${traded} (${change}), and held ${shares} shares worth ${value} at its end.`;
  }
  return say`${name} held ${shares} shares of ${fullName(target)} worth ${value} at the end of the quarter on ${period}${
    part === undefined ? say`` : say`, ${part} of its report`
  }${change.text === '' ? say`` : say` (${change})`}.`;
}

/** What a manager holds of a company: of each class, else its options, or that it holds nothing. */
function targetLines(told: ToldManager, classes: readonly Entity[], asked: AskedManagers): readonly Line[] {
  const [first] = classes;
  if (first === undefined) return [];
  const held = kept(classes.map((target) => heldLine(told, target, asked)));
  const options = classes.flatMap(({ key }) => optionParts(told, key));
  const also = options.length === 0 ? [] : [say`${told.name} reported ${listed(options)}.`];
  if (held.length > 0) return [...held, ...also];
  const period = told.periodOf(first.key);
  const names = wordList(classes.map(fullName), 'or');
  const like = told.unlinkedLike(first.name);
  const issuers = listed(like.slice(0, 3).map((fact) => say`${fact}`));
  const missing = say`under ${like.length === 1 ? 'whose name' : 'whose names'} no security is stored`;
  if (period !== undefined && like.length > 0)
    return [...also, say`${told.name} reported ${issuers}, ${missing}; whether that is ${names} is not known.`];
  return period === undefined
    ? also
    : [...also, say`${told.name} reported no shares of ${names} at the end of the quarter on ${period}.`];
}

/** "1 position", "24 positions". */
const positionsOf = (count: NumberFact): Line => say`${count} ${count.value === 1 ? 'position' : 'positions'}`;

const ALONE = 'its reports of both quarters are not stored as a whole';
const NONE = {
  NEW: 'No new position',
  CLOSED: 'No closed position',
  SOLD: 'No reduced or closed position',
  BOUGHT: 'No new or increased position',
} as const;

/** "opened", "added to" or both: what the told changes are. */
function verbOf(told: ToldManager, holdings: keyof typeof NONE): string {
  const kinds = new Set(told.positions.map((row) => told.text('change', row)?.value));
  if (holdings === 'NEW' || holdings === 'CLOSED') return holdings === 'NEW' ? 'opened' : 'closed';
  const [whole, part] = holdings === 'BOUGHT' ? ['new', 'increased'] : ['closed', 'decreased'];
  const [all, some] = holdings === 'BOUGHT' ? ['opened', 'added to'] : ['closed', 'reduced'];
  return kinds.has(whole) && kinds.has(part) ? `${all} or ${some}` : kinds.has(whole) ? all : some;
}

/**
 * Positions that a manager changed in the quarter, as the question asks; those whose issuer is quoted in a sentence of
 * their own, so that the others do not depend on it.
 */
function changedLines(told: ToldManager, { holdings }: AskedManagers): readonly Line[] {
  if (holdings === 'LARGEST') return [];
  const { period, name } = told;
  const count = told.number('changed');
  if (period === undefined || count === undefined) return [];
  const [stored, others] = [true, false].map((isStored) =>
    kept(
      told.positions
        .filter((row) => (told.text('ticker', row) !== undefined) === isStored)
        .map((row) => movedPart(told, row)),
    ),
  );
  const [first = [], second = []] = stored?.length === 0 ? [others] : [stored, others];
  if (first.length === 0)
    return [
      told.text('alone') === undefined && told.text('gap') === undefined
        ? say`${NONE[holdings]} of ${name} in the quarter to ${period} is known to this service.`
        : say`What ${name} bought or sold in the quarter to ${period} is not known: ${ALONE}.`,
    ];
  const most = first.length < count.value ? ', among them' : '';
  return [
    say`In the quarter to ${period}, ${name} ${verbOf(told, holdings)} ${positionsOf(count)}${most}: ${listed(first)}.`,
    ...(second.length === 0 ? [] : [say`These are also among them: ${listed(second)}.`]),
  ];
}

function headlineOf(told: ToldManager): Line {
  const { period, name } = told;
  const [positions, value] = [told.number('positions'), told.number('value')];
  if (period === undefined || positions === undefined || value === undefined) return NO_LINE;
  if (positions.value === 0) return say`${name} reported no shares at the end of the quarter on ${period}.`;
  const [largest] = told.positions;
  const first = largest === undefined ? NO_LINE : positionPart(told, largest);
  const largestIs = first.text === '' ? say`` : say`; the largest is ${first}`;
  const worth = say`in shares worth ${value} together at the end of the quarter on ${period}`;
  return say`${name} reported ${positionsOf(positions)} ${worth}${largestIs}.`;
}

/** One sentence for a position whose issuer is quoted, so that others do not depend on it. */
function largestLines(told: ToldManager): readonly Line[] {
  const rows = told.positions;
  const isStored = (row: number): boolean => told.text('ticker', row) !== undefined;
  const parts = kept(rows.filter(isStored).map((row) => positionPart(told, row)));
  const others = kept(rows.filter((row) => !isStored(row)).map((row) => positionPart(told, row)));
  return [
    ...(parts.length === 0 ? [] : [say`The largest positions of ${told.name}: ${listed(parts.slice(0, 4))}.`]),
    ...(parts.length > 4 ? [say`Then ${listed(parts.slice(4, 8))}.`] : []),
    ...(others.length === 0
      ? []
      : [say`Among its largest positions are also ${listed(others)}, under which no security is stored.`]),
  ];
}

/** Which of several managers holds more; no line if the question does not ask for it, or one is not known. */
function moreLine({ plain }: Question, all: readonly ToldManager[], { targets }: AskedManagers): Line {
  if (all.length < 2 || !/\b(?:more|most|bigger|biggest|larger|largest|vs\.?|versus|compare)\b/.test(plain))
    return NO_LINE;
  const target = targets[0]?.find(({ key }) => all.some((told) => told.rowOf(key) !== undefined));
  const valued = all.flatMap((told) => {
    const row = target === undefined ? undefined : told.rowOf(target.key);
    const value =
      target === undefined ? told.number('value') : row === undefined ? undefined : told.number('position_value', row);
    return value === undefined ? [] : [{ told, value }];
  });
  const [first, ...others] = valued.sort((one, other) => other.value.value - one.value.value);
  const period = target === undefined ? first?.told.period : first?.told.periodOf(target.key);
  if (first === undefined || period === undefined || valued.length < all.length) return NO_LINE;
  const what = target === undefined ? 'report in shares' : `position in ${fullName(target)}`;
  const rest = listed(others.map(({ told, value }) => say`${value} for ${told.name}`));
  return say`The largest ${what} is that of ${first.told.name}: ${first.value}, against ${rest}.`;
}

const LIMITS =
  'Forms 13F tell long positions in US-listed securities at the end of a quarter, and come weeks after it.';

/** Whether a position may be one that is asked for, or the report lacks some. */
const isUnsure = (told: ToldManager, targets: AskedManagers['targets']): boolean =>
  targets.some(
    (classes) =>
      classes.every(({ key }) => told.rowOf(key) === undefined) &&
      (told.text('gap') !== undefined || told.unlinkedLike(classes[0]?.name ?? '').length > 0),
  );
const LISTED = 'The field institutionalManagers lists the managers whose forms are stored.';

/** What a manager holds by its forms 13F. */
export const INTENT: Intent = {
  name: 'manager-holdings',
  signs: [[COMPARED, 9], ...MANAGER_SIGNS.map((pattern) => [pattern, 6.5] as const)],
  fits(question) {
    const { owners, unknown } = askedManagers(question);
    return owners.length > 0 || unknown !== undefined;
  },
  plan(question) {
    const { owners, targets, holdings } = askedManagers(question);
    const tickers = targets.flat().map(({ key }) => key);
    return owners.map(({ key: manager }) => ({
      tool: 'manager_holdings',
      input: { manager, tickers, holdings: tickers.length > 0 ? 'LARGEST' : holdings },
    }));
  },
  write(question, found) {
    const asked = askedManagers(question);
    const { owners, unknown, targets } = asked;
    const all = owners.map((owner) => new ToldManager(found, owner)).filter(({ isKnown }) => isKnown);
    const missing = owners[0] ?? unknown;
    if (all.length === 0)
      return missing === undefined
        ? null
        : { headline: say`No form 13F of ${fullName(missing)} is stored.`, lines: [ofQuestion(LISTED)], coverage: 0.2 };
    const isOfOptions = /\b(?:puts?|calls?|options?)\b/.test(question.plain);
    const own = all.flatMap((told) => {
      const options = isOfOptions ? optionsLine(told, told.name) : NO_LINE;
      const of = targets.flatMap((classes) => targetLines(told, classes, asked));
      if (targets.length > 0) return isOfOptions ? [...kept([options]), ...of] : of;
      const changed = changedLines(told, asked);
      return kept([options, ...(changed.length === 0 ? [headlineOf(told)] : changed)]);
    });
    const [headline, ...others] = kept([moreLine(question, all, asked), ...own]);
    if (headline === undefined) return null;
    const isPlain = targets.length === 0 && asked.holdings === 'LARGEST';
    const gaps = all.some((told) => told.text('gap') !== undefined)
      ? [say`A report is not stored as a whole, so that what is missing in it may be held.`]
      : [];
    return {
      headline,
      lines: kept([
        ...others,
        ...gaps,
        ...(isPlain && all.length === 1 ? all.flatMap(largestLines) : []),
        ...(isPlain && !isOfOptions ? all.map((told) => optionsLine(told, `${told.name} also`)) : []),
        ofQuestion(LIMITS),
      ]),
      coverage:
        share(owners, (owner) => new ToldManager(found, owner).isKnown) *
        (all.some((told) => isUnsure(told, targets)) ? 0.4 : 1),
      unread: untoldLines(question, asked),
      timeRead: OTHER_TIME,
    };
  },
};
