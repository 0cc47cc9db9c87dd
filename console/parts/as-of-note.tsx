import { day, moment } from '../app/format.js';
import { useAsOf } from '../app/as-of.js';

/** Says that a page shows what a link asks for, not what is known now. */
export function AsOfNote() {
  const { asOf, to } = useAsOf();
  if (asOf === undefined && to === undefined) return null;
  const what = [asOf === undefined ? null : `what was known at ${moment(asOf)}, ${asOf.slice(0, 4)}`, to === undefined ? null : `sessions up to ${day(to)}`];
  return (
    <p class="gate" role="note">
      <span>The link shows {what.filter((each) => each !== null).join(', ')}; quotes and news are of now.</span>
      <a href={location.pathname}>Show what is known now</a>
    </p>
  );
}
