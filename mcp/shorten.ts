/** How much of a value is shown. */
interface Limits {
  /** Of each list. */
  readonly entries: number;
  /** Of each text. */
  readonly characters: number;
  /** Levels of objects and lists. */
  readonly depth: number;
}

/** From everything to the keys alone. */
const STEPS: readonly Limits[] = [
  { entries: Infinity, characters: Infinity, depth: Infinity },
  ...[100, 70, 50, 35, 25, 20, 16, 13].map((entries) => ({ entries, characters: 1_000, depth: Infinity })),
  ...[10, 8, 6].map((entries) => ({ entries, characters: 500, depth: Infinity })),
  { entries: 5, characters: 300, depth: Infinity },
  { entries: 4, characters: 250, depth: Infinity },
  { entries: 3, characters: 200, depth: Infinity },
  { entries: 2, characters: 120, depth: Infinity },
  { entries: 1, characters: 120, depth: Infinity },
  { entries: 1, characters: 80, depth: 3 },
  { entries: 1, characters: 80, depth: 2 },
  { entries: 0, characters: 60, depth: 2 },
  { entries: 0, characters: 60, depth: 1 },
];

/** Lists of words and numbers, such as types or labels, that are whole or left out: a part of one would mislead. */
const MOST_WORDS = 12;
const LONGEST_WORDS = 240;

export interface Shortened {
  readonly value: unknown;
  /** What is not in `value`, such as `series: all but the first 3 of 181 entries`. */
  readonly leftOut: readonly string[];
}

const count = (number: number): string => number.toLocaleString('en-US');

/** A text without spaces: an address, a cursor, an id or a key, of which a part is worth nothing. */
const isOneWord = (text: string): boolean => !/\s/.test(text);

/** The first words of a text. What stands in one piece is whole or undefined. */
function cutText(text: string, { characters }: Limits, path: string, leftOut: Map<string, string>): string | undefined {
  if (text.length <= characters) return text;
  if (isOneWord(text)) {
    leftOut.set(path, `${path}: values of more than ${characters} characters`);
    return undefined;
  }
  leftOut.set(path, `${path}: texts after ${characters} characters`);
  const words = /^.*\S(?=\s)/s.exec(text.slice(0, characters + 1))?.[0] ?? '';
  return `${words}…`;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isWords = (list: readonly unknown[]): boolean =>
  list.length <= MOST_WORDS && list.every(isPlain) && JSON.stringify(list).length <= LONGEST_WORDS;

/** What an entry of a series is called by. */
const TIMES = ['date', 'time', 'day', 'asOf', 'as_of', 't'];

/** Whether a list has what happened until now, oldest first: then its end is wanted most. */
function isPast(list: readonly unknown[]): boolean {
  const timeOf = (entry: unknown): number => {
    if (typeof entry !== 'object' || entry === null) return Number.NaN;
    const key = TIMES.find((each) => Object.hasOwn(entry, each));
    const value: unknown = key === undefined ? undefined : Reflect.get(entry, key);
    return typeof value === 'string' ? Date.parse(value) : Number.NaN;
  };
  const [first, last] = [timeOf(list[0]), timeOf(list.at(-1))];
  return first < last && last <= Date.now();
}

function cutList(list: readonly unknown[], limits: Limits, at: Place, leftOut: Map<string, string>): unknown {
  const { path, depth, isPage } = at;
  const inner = { path: `${path}[]`, depth: depth + 1 };
  if (limits.entries > 0 && isWords(list)) return list.map((entry) => cut(entry, limits, inner, leftOut) ?? null);
  const kept = Math.min(limits.entries, list.length);
  const isEnd = isPage !== true && isPast(list);
  if (kept < list.length)
    leftOut.set(path, `${path}: all but the ${isEnd ? 'last' : 'first'} ${kept} of ${count(list.length)} entries`);
  const entries = isEnd ? list.slice(list.length - kept) : list.slice(0, kept);
  const short = entries.map((entry) => (entry === null ? null : cut(entry, limits, inner, leftOut)));
  // An entry of which nothing is left would read as one that is not there.
  if (short.every((entry) => entry === undefined) && short.length > 0) {
    leftOut.delete(inner.path);
    leftOut.set(path, `${path}: all`);
    return undefined;
  }
  return short.map((entry) => entry ?? null);
}

/** The key of REST's bodies for what follows the page. */
const CURSOR = 'next_cursor';

/** A cursor is whole, and left out beside a list that is cut: whoever passed it on would skip the entries between. */
function cutCursor(body: object, { entries }: Limits, path: string, leftOut: Map<string, string>): unknown {
  const cursor: unknown = Reflect.get(body, CURSOR);
  const isSkipping = Object.values(body).some(
    (each) => Array.isArray(each) && each.length > entries && (entries === 0 || !isWords(each)),
  );
  if (!isSkipping || cursor === null) return cursor;
  const cure = entries === 0 ? '' : `; with limit: ${entries} it follows the last one shown`;
  leftOut.set(path, `${path}: it follows entries that are left out${cure}`);
  return undefined;
}

function cutObject(value: object, limits: Limits, at: Place, leftOut: Map<string, string>): object {
  const prefix = at.path === '' ? '' : `${at.path}.`;
  const isPage = CURSOR in value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
      const path = prefix + key;
      const short =
        key === CURSOR
          ? cutCursor(value, limits, path, leftOut)
          : cut(entry, limits, { path, depth: at.depth + 1, isPage }, leftOut);
      return short === undefined ? [] : [[key, short]];
    }),
  );
}

/** Where a value stands in the whole. */
interface Place {
  readonly path: string;
  readonly depth: number;
  /** Whether a cursor stands beside it, which follows its first entries. */
  readonly isPage?: boolean;
}

/** Cuts `value`; writes what it leaves out to `leftOut`, once for all entries of a list. */
function cut(value: unknown, limits: Limits, at: Place, leftOut: Map<string, string>): unknown {
  if (typeof value === 'string') return cutText(value, limits, at.path, leftOut);
  if (typeof value !== 'object' || value === null) return value;
  if (at.depth >= limits.depth) {
    leftOut.set(at.path, `${at.path}: all`);
    return undefined;
  }
  return Array.isArray(value) ? cutList(value, limits, at, leftOut) : cutObject(value, limits, at, leftOut);
}

const MOST_NOTES = 8;

/** The notes, those of whole parts before those of what is in them. */
function notes(leftOut: ReadonlyMap<string, string>): readonly string[] {
  const levels = (path: string): number => path.split(/\.|\[\]/).length;
  const all = [...leftOut].sort(([one], [other]) => levels(one) - levels(other)).map(([, note]) => note);
  return all.length <= MOST_NOTES ? all : [...all.slice(0, MOST_NOTES), `and ${all.length - MOST_NOTES} more`];
}

/** The most of `value` that `fits`: lists, texts and levels are cut until it does. */
export function shorten(value: unknown, fits: (short: Shortened) => boolean): Shortened {
  for (const limits of STEPS) {
    const leftOut = new Map<string, string>();
    const short = { value: cut(value, limits, { path: '', depth: 0 }, leftOut) ?? null, leftOut: notes(leftOut) };
    if (fits(short)) return short;
  }
  return { value: null, leftOut: ['all of it'] };
}
