import { day, moment } from '../app/format.js';
import { useAsOf } from '../app/as-of.js';
import { place } from '../app/router.js';
import { useStore } from '../app/store.js';

/**
 * Says that a page shows what a link asks for, not what is known now; `ofNow` are the parts that the graph has only as
 * they are now.
 */
export function AsOfNote({ ofNow = 'quotes and news are' }: { readonly ofNow?: string }) {
  const { asOf, to } = useAsOf();
  const { query } = useStore(place);
  if (asOf === undefined && to === undefined) return null;
  const { asOf: _asOf, to: _to, panel: _panel, seen: _seen, ...others } = Object.fromEntries(query);
  const what = [
    asOf === undefined ? null : `what was known at ${moment(asOf)}`,
    to === undefined ? null : `sessions up to ${day(to)}`,
  ];
  return (
    <p class="gate" role="note">
      <span>
        The link shows {what.filter((each) => each !== null).join(', ')}; {ofNow} of now.
      </span>
      <a href={location.pathname + addressQuery(others)}>Show what is known now</a>
    </p>
  );
}

function addressQuery(values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(values).toString();
  return query === '' ? '' : `?${query}`;
}
