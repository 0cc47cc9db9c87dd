import { place, type Place } from './router.js';
import { useStore } from './store.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What a link shows: what was known at an instant, up to the session of a day; absent for what is known now. */
export interface AsOf {
  readonly asOf?: string;
  readonly to?: string;
}

function asOfPlace({ query }: Pick<Place, 'query'>): AsOf {
  const [asOf, to] = [query.get('asOf') ?? '', query.get('to') ?? ''];
  const isReal = (text: string, form: RegExp): boolean => form.test(text) && !Number.isNaN(Date.parse(text));
  return { ...(isReal(asOf, INSTANT) ? { asOf } : {}), ...(isReal(to, DAY) ? { to } : {}) };
}

export const useAsOf = (): AsOf => asOfPlace(useStore(place));

const MS_PER_MINUTE = 60_000;

/** An instant for a link to what is shown now: the server refuses one that its own clock has not reached. */
export function aMinuteAgo(): string {
  return new Date(Date.now() - MS_PER_MINUTE).toISOString();
}
