import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { DirectoryDocument, NearDirectoryDocument, PrivateMarketNamesDocument } from '../generated/documents.js';
import type { PrivateMarketNamesQuery } from '../generated/types.js';
import { tierWords, useAccount, type Account } from './account.js';
import { counted } from './format.js';
import { listedPages } from './pages.js';
import { addressOf, go } from './router.js';
import { useQuery } from './use-query.js';

interface Found {
  readonly address: string;
  readonly name: string;
  readonly detail: string;
}

interface Listed {
  readonly ticker: string;
  readonly name: string;
  readonly sector: string | null;
}

const MOST = 12;

function pagesFor(text: string): readonly Found[] {
  return listedPages()
    .filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(text))
    .map(({ path, name }) => ({ address: addressOf(path), name, detail: 'Page' }));
}

const found = ({ ticker, name, sector }: Listed): Found => ({
  address: addressOf('security', ticker),
  name: ticker,
  detail: sector === null ? name : `${name} · ${sector}`,
});

/** Tickers that begin with the text first, then other tickers and names that contain it. */
function securitiesFor(text: string, listed: readonly Listed[]): readonly Found[] {
  const rank = ({ ticker, name }: Listed): number => {
    const at = ticker.toLowerCase().indexOf(text);
    if (at >= 0) return at === 0 ? ticker.length / 100 : 1;
    return name.toLowerCase().includes(text) ? 2 : 3;
  };
  return listed
    .filter((each) => rank(each) < 3)
    .sort((one, other) => rank(one) - rank(other))
    .map(found);
}

type Name = NonNullable<PrivateMarketNamesQuery['privateMarketNames']>[number];

const KINDS = {
  COMPANY: ['company', 'Private company'],
  INVESTOR: ['investor', 'Investor'],
} as const satisfies Readonly<Record<Name['kind'], readonly [step: string, words: string]>>;

function named({ kind, slug, name, tagline }: Name): Found {
  const [step, what] = KINDS[kind];
  const detail = tagline === null ? what : `${what} · ${tagline}`;
  return { address: addressOf('private-markets', step, slug), name, detail };
}

const NAMES = 'Query.privateMarketNames';
/** Shorter texts are in too many names. */
const SHORTEST_NAME = 2;

/**
 * Words in companies and firms beside their names are searched where the search is a unit that the reader asks for. Who
 * may not read the names is told so.
 */
function companiesFor(text: string, account: Account | null): readonly Found[] {
  if (text.length < SHORTEST_NAME || account === null) return [];
  const list = addressOf('private-markets', 'companies');
  if (!account.allows(NAMES))
    return [
      {
        address: list,
        name: 'Private companies and investors',
        detail: `Names are part of ${tierWords(account.tierOf(NAMES))} and above`,
      },
    ];
  const address = `${list}?${new URLSearchParams({ search: text }).toString()}`;
  return [{ address, name: text, detail: 'Search private companies' }];
}

/** Names of companies and firms among the results, where securities and pages would fill them. */
const MOST_NAMES = 5;

/** The first of both, of which neither hides the other; names that may still come have their room at the end. */
function together(others: readonly Found[], names: readonly Found[], areMore = false): readonly Found[] {
  const kept = areMore ? MOST_NAMES : Math.min(names.length, MOST_NAMES);
  return [...others.slice(0, MOST - kept), ...names].slice(0, MOST);
}

/** Waits until the reader has stopped typing, because each search on the server is a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 350);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Shorter texts are near too many names. */
const SHORTEST_NEAR = 4;

interface Results {
  readonly results: readonly Found[];
  /** Whether nothing is found yet, but the server may find something. */
  readonly isBusy: boolean;
}

/**
 * What a text means. The first page of securities is asked once; a longer list is searched on the server, and so are
 * names of private companies and investors, and nearly right spellings where nothing else matches. Nothing is shown
 * until the securities are known, which come first; names and the ways to other lists are shown below them once all
 * have answered: no result moves under the pointer.
 */
function useResults(text: string, isOpen: boolean): Results {
  const settled = useSettled(text);
  const isWanted = isOpen && text !== '';
  const isSettled = isWanted && settled === text;
  const all = useQuery(DirectoryDocument, isOpen ? {} : null);
  const { totalCount = 0, nodes: first = [] } = all.data?.securities ?? {};
  const isLong = totalCount > first.length;
  const matching = useQuery(DirectoryDocument, isSettled && isLong ? { search: text } : null);
  const isListed = !all.isBusy && (!isLong || (isSettled && !matching.isBusy));
  const asked = useAccount();
  const isNamed = isSettled && text.length >= SHORTEST_NAME && asked.account?.allows(NAMES) === true;
  const names = useQuery(PrivateMarketNamesDocument, isNamed ? { search: text } : null);
  const isAsking = isWanted && (!isSettled || !isListed || asked.isBusy || names.isBusy);
  const namesLike = (isNear: boolean): readonly Found[] =>
    (names.data?.privateMarketNames ?? []).filter(({ isApproximate }) => isApproximate === isNear).map(named);
  const securities = matching.data?.securities?.nodes ?? first;
  const exact =
    isWanted && isListed
      ? together([...securitiesFor(text, securities), ...pagesFor(text)], namesLike(false), isAsking)
      : [];
  const isNearWanted = isWanted && exact.length === 0 && text.length >= SHORTEST_NEAR && !isAsking;
  const near = useQuery(NearDirectoryDocument, isNearWanted ? { near: text } : null);
  const isBusy = isAsking || near.isBusy;
  const results = exact.length > 0 ? exact : together((near.data?.securities?.nodes ?? []).map(found), namesLike(true));
  if (isBusy) return { results: exact, isBusy: exact.length === 0 };
  return { results: isWanted ? [...results, ...companiesFor(text, asked.account)] : [], isBusy: false };
}

/** Search over tickers, companies, investors and pages; `/` or Control+K goes to it. */
export function Search() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const wanted = text.trim().toLowerCase();
  const { results, isBusy } = useResults(wanted, isOpen);
  /** Whether the first result is visited once it is known. */
  const [isEntered, setIsEntered] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null;
      const isAsked =
        (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
      if (!isAsked) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const close = (): void => {
    setIsOpen(false);
    setIsEntered(false);
  };
  const visit = (result: Found | undefined): void => {
    if (result === undefined) return;
    setText('');
    close();
    input.current?.blur();
    go(result.address);
  };
  useEffect(() => {
    if (isEntered && !isBusy) visit(results[chosen]);
  }, [isEntered, isBusy]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as Readonly<Record<string, number>>)[event.key];
    if (event.key === 'Escape') close();
    else if (!isOpen && (event.key === 'Enter' || step !== undefined)) setIsOpen(true);
    else if (event.key === 'Enter') setIsEntered(true);
    else if (step !== undefined && results.length > 0) setChosen((chosen + step + results.length) % results.length);
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && wanted !== '';
  return (
    <search
      class="search"
      onFocusOut={(event) => {
        if (!(event.currentTarget as Element).contains(event.relatedTarget as Node | null)) setIsOpen(false);
      }}
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        value={text}
        placeholder="Search tickers, companies, investors and pages"
        aria-label="Search tickers, companies, investors and pages"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isShown && results.length > 0 ? `${id}-${chosen}` : undefined}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
          setIsEntered(false);
          setIsOpen(true);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      <ul id={id} role="listbox" aria-label="Results" hidden={!isShown || results.length === 0}>
        {results.map(({ address, name, detail }, index) => (
          <li
            key={address}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => visit(results[index])}
          >
            <strong>{name}</strong> <span>{detail}</span>
          </li>
        ))}
      </ul>
      <p class={isShown && results.length === 0 ? 'nothing' : 'sr-only'} role="status">
        {!isShown
          ? ''
          : results.length > 0
            ? counted(results.length, 'results')
            : isBusy
              ? 'Searching…'
              : 'Nothing found.'}
      </p>
    </search>
  );
}
