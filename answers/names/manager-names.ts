import { quotable } from '../facts/fact-list.js';
import type { Entity } from './entity.js';
import { nameKey } from './name-key.js';
import { isOrdinaryWord } from './ordinary-words.js';
import { ABBREVIATIONS, KNOWN_CAPITALS, MARKET_WORDS, ORDINARY_NAMES, TICKER_WORDS } from './question-words.js';

/** A manager with forms 13F, as its newest report names it; the report's value in USD. */
export interface ManagerName {
  readonly cik: string;
  readonly name: string;
  readonly value: number;
}

/** Managers by the names that questions use. */
export interface ManagerNames {
  readonly all: readonly Entity[];
  /** The manager of a name or of its short form, squashed; of several the one with the largest report. */
  readonly byKey: ReadonlyMap<string, Entity>;
  /** Managers by their whole names, squashed, without legal ends. */
  readonly byLegalName: ReadonlyMap<string, Entity>;
  /** Ids of managers whose names others have too. */
  readonly shared: ReadonlySet<string>;
  /** Words of the longest name. */
  readonly longest: number;
}

/**
 * Ends of a legal name, which do not tell one firm from another; fewer than headlines leave out, since a group, a trust
 * or a holding may be another firm.
 */
const LEGAL = (
  'inc incorporated corp corporation co company ltd limited plc llc llp lp l.p l.l.c ag sa nv ab as oy bv spa pty ' +
  'the and &'
).split(' ');
/** What a manager's name may also end in and is often spoken without: "Citadel Advisors LLC" is Citadel. */
const ENDS: ReadonlySet<string> = new Set([
  ...LEGAL,
  ...(
    'group holdings holding of de ny md /md management mgmt advisors advisers advisor adviser advisory capital asset ' +
    'assets investment investments investors partners partnership associates fund funds trust family office ' +
    'technologies services global international us usa america financial wealth counsel foundation board'
  ).split(' '),
]);
const LEGAL_ENDS: ReadonlySet<string> = new Set(LEGAL);

/** Whom people say for a manager: the beginning of its name, as it files. */
const SPOKEN_FOR: Readonly<Record<string, readonly string[]>> = {
  'berkshire hathaway': ['berkshire', 'warren buffett', 'warren buffet', 'buffett', 'buffet'],
  'scion asset management': ['michael burry', 'burry', 'scion'],
  'ark investment management': ['cathie wood', 'cathie woods', 'cathy wood', 'ark invest', 'ark'],
  'bridgewater associates': ['ray dalio', 'dalio'],
  'pershing square capital management': ['bill ackman', 'ackman'],
  'citadel advisors': ['ken griffin', 'citadel'],
  'renaissance technologies': ['jim simons', 'rentech', 'rentec', 'renaissance'],
  appaloosa: ['david tepper', 'tepper'],
  'soros fund management': ['george soros', 'soros'],
  'duquesne family office': ['stanley druckenmiller', 'stan druckenmiller', 'druckenmiller'],
  'icahn carl c': ['carl icahn', 'icahn'],
  'baupost group': ['seth klarman', 'klarman'],
  'dme capital management': ['david einhorn', 'greenlight capital'],
  'third point': ['dan loeb', 'daniel loeb'],
  'point72 asset management': ['steve cohen', 'steven cohen'],
  'millennium management': ['izzy englander', 'millennium'],
  'tiger global management': ['chase coleman'],
  fundsmith: ['terry smith'],
  'trian fund management': ['nelson peltz'],
  'himalaya capital management': ['li lu'],
  'elliott investment management': ['paul singer'],
  'vanguard group': ['vanguard'],
  fmr: ['fidelity', 'fidelity investments'],
  'price t rowe associates': ['t rowe price', 'troweprice'],
  'shaw d e': ['de shaw', 'd e shaw'],
  'norges bank': ['norwegian wealth fund', 'norway wealth fund'],
  'bill melinda gates foundation': ['gates foundation', 'the gates foundation'],
};

/** Without the mark of invented managers, and without the state of a registrant ("/MD/"). */
const plainName = (name: string): string => name.replace(/\s*\(invented\)$/, '').replace(/\s*\/[a-z]{2}\/?$/i, '');

const PLAIN = /^[a-z0-9]*$/;

/** Words without signs within and around them. */
export function squashed(words: readonly string[]): string {
  const text = words.join('').toLowerCase();
  return PLAIN.test(text) ? text : text.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '');
}

function wordsOfName(name: string): string[] {
  const words = nameKey(plainName(name))
    .split(' ')
    .map((word) => word.replace(/[,.]+$/, ''))
    .filter((word) => word !== '');
  if (words[0] === 'the') words.shift();
  return words;
}

/** Words of markets that are no words of speech. */
const TERMS = new Set(
  'alpha beta gamma delta theta vega sharpe sortino fibonacci bollinger macd vwap ticker nasdaq'.split(' '),
);
const MARKED = [TERMS, ABBREVIATIONS, KNOWN_CAPITALS, MARKET_WORDS, ORDINARY_NAMES, TICKER_WORDS];
/** Whether a single word may stand for a manager by itself. */
const isOwnWord = (word: string): boolean =>
  word.length > 2 && !ENDS.has(word) && !isOrdinaryWord(word) && !MARKED.some((list) => list.has(word));

/** Without the ends that are in a list, one by one: as it is, and each that remains. */
function withoutEnds(words: readonly string[], ends: ReadonlySet<string>): readonly (readonly string[])[] {
  const forms: (readonly string[])[] = [words];
  for (let rest = words; rest.length > 1 && ends.has(rest.at(-1) ?? '');) {
    rest = rest.slice(0, -1);
    forms.push(rest);
  }
  return forms;
}

/** A name as it is spoken: whole, and without its ends as long as what remains is no word of English. */
function formsOf(name: string): readonly (readonly string[])[] {
  const forms = withoutEnds(wordsOfName(name), ENDS);
  return forms.filter((words, index) => index === 0 || words.length > 1 || isOwnWord(words[0] ?? ''));
}

/** The name in full words without legal ends, by which a listed company and a manager are the same. */
const legalKey = (name: string): string =>
  squashed(withoutEnds(wordsOfName(name.replace(/ Class [A-Z]$/, '')), LEGAL_ENDS).at(-1) ?? []);

/** Words, points and dashes of a firm's name; neither amounts nor sentences, marks of markup nor addresses. */
const NAME = /^[\p{L}\p{N}&.,'’()/+ -]{2,80}$/u;
const MOST_WORDS = 9;
const LONG_NUMBER = /\d{5,}|\d[\d,.]*\s*(?:million|billion|trillion|%)/i;
const SAID =
  /\b(?:is|are|was|were|will|held|holds|owns|bought|sold|buy|sell|rose|fell|worth|reported|ignore|you|your)\b/i;
const ADDRESS = /\b[a-z0-9-]+\.(?:com|net|org|io|ai|co|example|app|xyz|info|biz|dev|me)\b/i;

/** What answers call a manager: its name as it files, or its number where the name is more than one. */
export function managerTitle({ name, cik }: Pick<ManagerName, 'name' | 'cik'>): string {
  // Most names have nothing that a quotation would leave out, which is looked for at length.
  const own = NAME.test(name) && !name.includes('www.') ? name.trim() : quotable(name);
  const isName =
    NAME.test(own) &&
    own.split(' ').length <= MOST_WORDS &&
    !LONG_NUMBER.test(own) &&
    !SAID.test(own) &&
    !ADDRESS.test(own);
  return isName ? own : `Manager ${cik}`;
}

/** Letters of a first word that is a name by itself. */
const SHORTEST_FIRST = 5;

/** Reads the names of managers for questions. */
export function managerNames(managers: readonly ManagerName[]): ManagerNames {
  const ordered = managers.toSorted((one, other) => other.value - one.value || (one.cik < other.cik ? -1 : 1));
  const [byKey, byLegalName] = [new Map<string, Entity>(), new Map<string, Entity>()];
  const shared = new Set<string>();
  const add = (key: string, entity: Entity): void => {
    if (key.length > 1 && !byKey.has(key)) byKey.set(key, entity);
  };
  let longest = 0;
  const forms = ordered.map((manager) => {
    const title = managerTitle(manager);
    const entity: Entity = {
      id: `manager:${manager.cik}`,
      kind: 'manager',
      key: manager.cik,
      name: title,
      names: [...new Set([title, plainName(title)])],
      sector: null,
      isFund: false,
    };
    const legal = legalKey(manager.name);
    const words = formsOf(manager.name);
    const larger = byLegalName.get(legal);
    if (larger === undefined) byLegalName.set(legal, entity);
    else shared.add(larger.id);
    return { entity, words, whole: squashed(words[0] ?? []) };
  });
  // Whole names come before short forms of others.
  for (const { entity, whole } of forms) add(whole, entity);
  for (const { entity, words } of forms)
    for (const each of words) {
      add(squashed(each), entity);
      longest = Math.max(longest, each.length);
    }
  for (const [name, spoken] of Object.entries(SPOKEN_FOR)) {
    const meant = squashed(name.split(' '));
    const entity = byKey.get(meant) ?? forms.find(({ whole }) => whole.startsWith(meant))?.entity;
    if (entity === undefined) continue;
    for (const each of spoken) byKey.set(squashed(each.split(' ')), entity);
  }
  // "Baupost" is a name by itself, unlike the first word of most names.
  for (const { entity, words } of forms) {
    const [first = ''] = words[0] ?? [];
    if (first.length >= SHORTEST_FIRST && isOwnWord(first)) add(squashed([first]), entity);
  }
  return { all: forms.map(({ entity }) => entity), byKey, byLegalName, shared, longest };
}

/** The manager that has a company's name, whatever the legal ends of both. */
export const managerOf = (name: string, { byLegalName }: ManagerNames): Entity | undefined =>
  byLegalName.get(legalKey(name));
