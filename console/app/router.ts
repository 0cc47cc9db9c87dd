import { BASE, decodedStep } from './address.js';
import { createStore } from './store.js';

export { addressOf } from './address.js';

/**
 * Where the reader is: the steps of the path below /console, the query, and what follows `#`, which browsers send to
 * nobody.
 */
export interface Place {
  readonly steps: readonly string[];
  readonly query: URLSearchParams;
  readonly fragment: URLSearchParams;
}

function here(): Place {
  const path = location.pathname.slice(BASE.length);
  const steps = path
    .split('/')
    .filter((step) => step !== '')
    .map(decodedStep);
  return { steps, query: new URLSearchParams(location.search), fragment: new URLSearchParams(location.hash.slice(1)) };
}

export const place = createStore<Place>(here());

/** Writes an address into the browser: a new step of its history, unless it replaces the present one or is the same. */
function write(address: string, isStep: boolean): void {
  const isSame = address === location.pathname + location.search + location.hash;
  if (isStep && !isSame) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  place.set(here());
}

/** Goes to an address of the console; the page's beginning and its heading get the reader's attention. */
export function go(address: string, { isReplaced = false } = {}): void {
  write(address, !isReplaced);
  if (!isReplaced) {
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }
}

/** What a link shows instead of what is known now; see `as-of.ts`. */
const OF_LINKS = ['asOf', 'to'];

/**
 * Writes what the reader has chosen into the address, so that a link reproduces it, and the button for back returns to
 * what was chosen before; what is still being typed is no step of its own.
 */
export function keepInAddress(values: Readonly<Record<string, string>>, { isTyped = false } = {}): void {
  const kept = OF_LINKS.map((name) => [name, place.value.query.get(name) ?? ''] as const);
  const query = new URLSearchParams(
    [...kept.map(([name, value]) => [name, value]), ...Object.entries(values)].filter(([, value]) => value !== ''),
  );
  write(`${location.pathname}${query.size === 0 ? '' : `?${query.toString()}`}`, !isTyped);
}

/**
 * Changes a value of the address as it is typed; the others stay, apart from those of a link to a panel, which then
 * shows something else.
 */
export function keepOneInAddress(name: string, value: string): void {
  const { panel: _panel, seen: _seen, ...values } = Object.fromEntries(place.value.query);
  keepInAddress({ ...values, [name]: value }, { isTyped: true });
}

/**
 * Writes into the address what no server's log should have, such as holdings. A step of the history, unless it belongs
 * to what the present one shows.
 */
export function keepInFragment(values: Readonly<Record<string, string>>, { isReplaced = false } = {}): void {
  const fragment = fragmentOf(values);
  write(location.pathname + location.search + (fragment === '' ? '' : `#${fragment}`), !isReplaced);
}

/** What the address has after `#` for these values. */
export function fragmentOf(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== location.origin) return;
  if (link.pathname !== BASE && !link.pathname.startsWith(`${BASE}/`)) return;
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Follows links within the console without loading the page again, and the buttons for back and forward. */
export function startRouter(): void {
  document.addEventListener('click', onClick);
  addEventListener('popstate', () => place.set(here()));
}
