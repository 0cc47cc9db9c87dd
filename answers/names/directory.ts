import { namesOf } from '../../engines/text/company-names.js';
import { LEGAL_ENDS } from '../../engines/text/lexicon/company-words.js';
import type { Entity } from './entity.js';
import { nameKey } from './name-key.js';
import { managerNames, type ManagerName, type ManagerNames } from './manager-names.js';

/** Names of questions beside those of texts: what index funds follow, and spoken short forms. */
const QUESTION_NAMES: Readonly<Record<string, readonly string[]>> = {
  SPY: ['S&P 500', 'S&P', 'SP500', 'S&P500'],
  QQQ: ['Nasdaq 100', 'Nasdaq-100'],
  DIA: ['Dow', 'Dow Jones', 'Dow Jones Industrial Average'],
  IWM: ['Russell 2000', 'Russell'],
  GLD: ['gold'],
  PEP: ['Pepsi'],
  MCD: ["McDonald's", 'McDonalds'],
  'BRK.B': ['Berkshire', 'Berkshire Hathaway'],
};

/** The stored names, as the database has them. */
export interface NameLists {
  readonly securities: readonly {
    readonly ticker: string;
    readonly name: string;
    readonly kind: string;
    readonly sector: string | null;
  }[];
  readonly companies: readonly {
    readonly slug: string;
    readonly name: string;
    readonly aliases: readonly string[];
    readonly sector: string | null;
  }[];
  readonly investors: readonly { readonly slug: string; readonly name: string; readonly aliases: readonly string[] }[];
  /** Managers with forms 13F; the value of the newest report decides between those of the same name. */
  readonly managers?: readonly ManagerName[];
}

const LEGAL = new Set(LEGAL_ENDS.trim().split(/\s+/));
/** Ends of a legal name that stand for a kind of company rather than for this one. */
const KEPT = new Set(['group', 'trust', '&', 'and', 'a', 'b', 'c']);

/**
 * A legal name as people say it: "The Coca-Cola Company" is Coca-Cola, "Berkshire Hathaway Inc. Class B" is Berkshire
 * Hathaway.
 */
function spokenName(name: string): string {
  const words = name
    .replace(/ Class [A-Z]$/, '')
    .replace(/^The /, '')
    .split(/\s+/);
  while (words.length > 1) {
    const last = (words.at(-1) ?? '').toLowerCase().replace(/[.,]/g, '');
    if (!LEGAL.has(last) || KEPT.has(last)) break;
    words.pop();
  }
  while (words.length > 1 && /^(?:and|&)$/i.test(words.at(-1) ?? '')) words.pop();
  const spoken = words
    .join(' ')
    .replace(/[,&]\s*$/, '')
    .trim();
  return spoken === '' ? name : spoken;
}

/** Everybody by name. */
export interface NameDirectory {
  readonly byTicker: ReadonlyMap<string, Entity>;
  readonly byId: ReadonlyMap<string, Entity>;
  /** By each name's key. */
  readonly byName: ReadonlyMap<string, readonly Entity[]>;
  /** Words of the longest name that begins with a word. */
  readonly longest: ReadonlyMap<string, number>;
  /** Managers with forms 13F, apart: many have the names of listed companies. */
  readonly managers: ManagerNames;
  /** Sectors of listed and of private companies. */
  readonly sectors: readonly string[];
  readonly privateSectors: readonly string[];
}

function entitiesOf({ securities, companies, investors }: NameLists): readonly Entity[] {
  return [
    ...securities.map(({ ticker, name, kind, sector }): Entity => {
      const spoken = kind === 'etf' || name === ticker ? name : spokenName(name);
      return {
        id: ticker,
        kind: 'security',
        key: ticker,
        name: spoken,
        names: [spoken, name, ...namesOf({ ticker, name }), ...(QUESTION_NAMES[ticker] ?? [])],
        sector,
        isFund: kind === 'etf',
      };
    }),
    ...companies.map(({ slug, name, aliases, sector }): Entity => {
      const all = [name, ...aliases];
      const others = all.flatMap((each) => [each, ...namesOf({ ticker: '', name: each })]);
      return {
        id: `company:${slug}`,
        kind: 'company',
        key: slug,
        name,
        names: [...new Set(others)],
        sector,
        isFund: false,
      };
    }),
    ...investors.map(({ slug, name, aliases }): Entity => {
      const all = [name, ...aliases].flatMap((each) => [each, each.replace(/\s*\([^)]*\)\s*$/, '')]);
      return {
        id: `investor:${slug}`,
        kind: 'investor',
        key: slug,
        name,
        names: [...new Set(all)],
        sector: null,
        isFund: false,
      };
    }),
  ];
}

export function createDirectory(lists: NameLists): NameDirectory {
  const entities = entitiesOf(lists);
  const managers = managerNames(lists.managers ?? []);
  const byName = new Map<string, Entity[]>();
  const longest = new Map<string, number>();
  for (const entity of entities) {
    for (const key of new Set(entity.names.map(nameKey))) {
      if (key === '') continue;
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [entity]);
      else known.push(entity);
      const [first = '', ...rest] = key.split(' ');
      longest.set(first, Math.max(longest.get(first) ?? 0, rest.length + 1));
    }
  }
  const sectors = (all: readonly { readonly sector: string | null }[]): readonly string[] =>
    [...new Set(all.flatMap(({ sector }) => sector ?? []))].sort();
  return {
    byTicker: new Map(
      entities.flatMap((entity) => (entity.kind === 'security' ? [[entity.key, entity] as const] : [])),
    ),
    byId: new Map([...entities, ...managers.all].map((entity) => [entity.id, entity])),
    byName,
    longest,
    managers,
    sectors: sectors(lists.securities),
    privateSectors: sectors(lists.companies),
  };
}
