import { CLAIMS, COHORT, NO_COHORTS, type CohortEvidence } from '../../../engines/cohorts.js';
import type { MeanTest } from '../../../engines/newey-west.js';
import { closeOf } from './events.js';
import { currentEquities, inGroups } from './market.js';
import type { Observe } from './observation.js';

/** Below this share of recorded equities the back-fill is still running, and evidence would come from a random part. */
const RECORDED_SHARE = 0.95;

const percent = (share: number): string => `${(100 * Math.abs(share)).toFixed(2)}%`;

/** What back-filled days cannot know: shares that were delisted before the first import. */
const SURVIVORS = 'Only tickers that are stored and still trade are counted, which flatters buys.';

/** `Buy: working. Over 1200 days …`: sentences for display that start with the cohort. */
function sentences({ label, verdict }: CohortEvidence, { n, mean }: MeanTest, pValue: number): string {
  const side = mean < 0 ? 'below' : 'above';
  const claim = CLAIMS[label] === 'level' ? `within ${percent(COHORT.levelMargin)} of` : CLAIMS[label];
  const evidence = `Over ${n} days its 21-session return was ${percent(mean)} ${side} the baseline’s (corrected p ${pValue.toPrecision(2)}); it should be ${claim} it.`;
  return `${label}: ${verdict === 'working' ? 'working' : 'not shown to work'}. ${evidence} ${SURVIVORS}`;
}

/** Observes the verdict on each label, once per newly recorded day. */
export const observeCohorts: Observe = async (
  { store: { bars, composites, securities }, cohorts, log },
  { last, now, isStopping },
) => {
  const [recordedAt, { recorded, stored }] = [await composites.lastRecordedAt(), await composites.count()];
  if (recordedAt === null || recorded < RECORDED_SHARE * stored) return [];
  const asOf = closeOf(recordedAt.day);
  if (last.size > 0 && [...last.values()].every((known) => asOf <= known.asOf)) return [];
  let sums = NO_COHORTS;
  const [symbols, counted] = [await composites.symbols(), new Set(await currentEquities({ securities }, now))];
  const isWhole = await inGroups(
    symbols.filter((symbol) => counted.has(symbol)),
    async (group) => {
      const [records, histories] = [await composites.load(group), await bars.readDaily(group)];
      const counting = [...records].flatMap(([symbol, { days, score }]) => {
        const history = histories.get(symbol)?.bars;
        return history === undefined
          ? []
          : [{ record: { days, score }, bars: { days: history.days, adjClose: history.adjClose } }];
      });
      sums = await cohorts.count({ before: sums, securities: counting });
    },
    { isStopping, log },
  );
  if (!isWhole) return [];
  return (await cohorts.evidence(sums)).flatMap((evidence) => {
    const { label, excess, pValue, verdict } = evidence;
    return verdict === null || excess === null || pValue === null
      ? []
      : [{ key: label, asOf, value: verdict, text: sentences(evidence, excess, pValue) }];
  });
};
