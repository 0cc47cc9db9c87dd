import { quotable } from '../facts/fact-list.js';
import type { Entity } from './entity.js';
import { nameKey } from './name-key.js';
import { isOrdinaryWord } from './ordinary-words.js';

/** A manager with forms 13F, as its newest report names it; the report's value in USD. */
export interface ManagerName {
  readonly cik: string;
  readonly name: string;
  readonly value: number;
}

/** Managers by the names that questions use. */
export interface ManagerNames {
  readonly all: readonly Entity[];
  /** The manager of a name or of its short form; of several the one with the largest report. */
  readonly byKey: ReadonlyMap<string, Entity>;
  /** Words of the longest name. */
  readonly longest: number;
}

/** What a manager's name may end in and is often spoken without: "Citadel Advisors LLC" is Citadel. */
const ENDS = new Set(
  (
    'inc incorporated corp corporation co company ltd limited plc llc llp lp l.p l.l.c ag sa nv group holdings holding ' +
    'the and & of de ny management mgmt advisors advisers advisor adviser advisory capital asset assets investment ' +
    'investments investors partners partnership associates fund funds trust family office technologies services ' +
    'global international us usa america financial bank securities wealth counsel'
  ).split(' '),
);

/** Whom people say for a manager, by a short form of its name. */
const SPOKEN_FOR: Readonly<Record<string, string>> = {
  berkshire: 'berkshire hathaway',
  'warren buffett': 'berkshire hathaway',
  buffett: 'berkshire hathaway',
  'michael burry': 'scion asset management',
  burry: 'scion asset management',
  'cathie wood': 'ark investment management',
  'ark invest': 'ark investment management',
  'ray dalio': 'bridgewater associates',
  dalio: 'bridgewater associates',
  'bill ackman': 'pershing square capital management',
  ackman: 'pershing square capital management',
  'ken griffin': 'citadel advisors',
  'jim simons': 'renaissance technologies',
  rentech: 'renaissance technologies',
  rentec: 'renaissance technologies',
  'david tepper': 'appaloosa',
  tepper: 'appaloosa',
  'george soros': 'soros fund management',
  'stanley druckenmiller': 'duquesne family office',
  druckenmiller: 'duquesne family office',
  'carl icahn': 'icahn carl c',
  icahn: 'icahn carl c',
  'seth klarman': 'baupost group',
  klarman: 'baupost group',
  'david einhorn': 'dme capital management',
  'dan loeb': 'third point',
  'daniel loeb': 'third point',
  'steve cohen': 'point72 asset management',
  'izzy englander': 'millennium management',
  'chase coleman': 'tiger global management',
  'terry smith': 'fundsmith',
  'nelson peltz': 'trian fund management',
  'li lu': 'himalaya capital management',
  fidelity: 'fmr',
  'fidelity investments': 'fmr',
  'norwegian wealth fund': 'norges bank',
};

/** Without the mark of invented managers. */
const withoutMark = (name: string): string => name.replace(/\s*\(invented\)$/, '');

/** A name's words, and what remains of them as ends are left out one by one. */
function keysOf(name: string): readonly string[] {
  const words = nameKey(withoutMark(name)).replaceAll(',', '').split(' ');
  if (words[0] === 'the') words.shift();
  const keys = [words.join(' ')];
  while (words.length > 1 && ENDS.has((words.at(-1) ?? '').replace(/\.$/, ''))) {
    words.pop();
    keys.push(words.join(' '));
  }
  return keys;
}

const SHORTEST_FIRST = 5;

/** Reads the names of managers for questions. */
export function managerNames(managers: readonly ManagerName[]): ManagerNames {
  const ordered = managers.toSorted((one, other) => other.value - one.value || (one.cik < other.cik ? -1 : 1));
  const byKey = new Map<string, Entity>();
  const all = ordered.map(({ cik, name }): Entity => {
    const own = quotable(name);
    return {
      id: `manager:${cik}`,
      kind: 'manager',
      key: cik,
      name: own,
      names: [...new Set([own, withoutMark(own)])],
      sector: null,
      isFund: false,
    };
  });
  for (const [index, entity] of all.entries())
    for (const key of keysOf(ordered[index]?.name ?? '')) if (key.length > 1 && !byKey.has(key)) byKey.set(key, entity);
  // "Baupost" is a name by itself, unlike the first word of most names.
  for (const [index, entity] of all.entries()) {
    const [first = ''] = nameKey(ordered[index]?.name ?? '').split(' ');
    if (first.length >= SHORTEST_FIRST && !isOrdinaryWord(first) && !ENDS.has(first) && !byKey.has(first))
      byKey.set(first, entity);
  }
  for (const [spoken, meant] of Object.entries(SPOKEN_FOR)) {
    const entity = byKey.get(meant);
    if (entity !== undefined && !byKey.has(spoken)) byKey.set(spoken, entity);
  }
  const longest = Math.max(0, ...Array.from(byKey.keys(), (key) => key.split(' ').length));
  return { all, byKey, longest };
}

/** The manager that has a name or a short form of it. */
export function managerOf(name: string, { byKey }: ManagerNames): Entity | undefined {
  const [whole = '', ...shorter] = keysOf(name);
  return byKey.get(whole) ?? shorter.map((key) => byKey.get(key)).find((entity) => entity !== undefined);
}
