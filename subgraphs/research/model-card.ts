import { dayOf, isoDate } from '../../calendar/days.js';
import { ApiError } from '../../access/errors.js';
import { SharedRequester, type Requester } from '../../access/fair-queue.js';
import type { RequestContext } from '../../access/request-context.js';
import type { CardSums } from '../../engines/model-card/card-sums.js';
import { createCells, type Cells } from '../../engines/model-card/cells.js';
import { emptyCard, type ModelCard } from '../../engines/model-card/model-card.js';
import type { CardWindow } from '../../engines/model-card/constants.js';
import { cardPlan, type CardPlan } from '../../engines/model-card/plan.js';
import type { CalendarYears, CompositesCount, LatestComposite } from '../../store/composites.js';
import type { Repositories } from '../../store/repositories.js';
import { UNVERSIONED } from '../../store/table-versions.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import { studyThreads, type CallThread } from './study-threads.js';

/** Securities that are read and passed to a thread at a time: bounds memory, and how long one read blocks. */
const SECURITIES_AT_ONCE = 100;
/** Below this share of recorded equities the back-fill is still running, and a card would come from a random part. */
const RECORDED_SHARE = 0.95;

/** Tables that a card depends on; a change of bars changes the record, too. */
const TABLES = ['composite_heads', 'composite_blocks', 'securities'] as const;

type Recorded = ReadonlyMap<string, LatestComposite>;

/** What a card is computed from. */
interface Input {
  readonly symbols: readonly string[];
  readonly plan: CardPlan;
  readonly reads: Pick<Repositories, 'bars' | 'composites'>;
}

/** A card under way or finished, for all requests that need it. */
interface Run {
  readonly requester: SharedRequester;
  readonly card: Promise<ModelCard>;
  hasFailed: boolean;
}

/** Recorded equities: a security that was found to be of another kind keeps its record. */
async function recordedEquities({ composites, securities }: Repositories): Promise<Recorded> {
  const latest = await composites.latest();
  const known = await securities.bySymbols([...latest.keys()]);
  return new Map([...latest].filter(([symbol]) => known.get(symbol)?.kind === 'equity'));
}

/** A thread's input for some securities: one query of each table. */
async function readGroup(reads: Input['reads'], group: readonly string[], { first, last }: CalendarYears) {
  const [records, histories] = await Promise.all([
    reads.composites.readYears(group, { first, last }),
    // The last signals of a year are resolved in the next.
    reads.bars.readYears(group, { first, last: last + 1 }),
  ]);
  return group.flatMap((symbol) => {
    const [record, history] = [records.get(symbol), histories.get(symbol)];
    if (record === undefined || history === undefined) return [];
    const { days, score, factors } = record;
    return [{ record: { days, score, factors }, bars: { days: history.bars.days, adjClose: history.bars.adjClose } }];
  });
}

function cellsOf({ symbols, plan }: Input, { first, last }: CalendarYears): Cells {
  const fromDay = Math.max(plan.fromDay, dayOf(first, 1, 1));
  const toDay = Math.min(plan.window.until, dayOf(last, 12, 31));
  return createCells({ fromDay, days: toDay - fromDay + 1, securities: symbols.length });
}

/** Reads, sums and judges the record, as far as the threads are not busy with another one's. */
async function compute(input: Input, call: CallThread, requireClient: () => void): Promise<ModelCard> {
  const { symbols, plan, reads } = input;
  const parts: CardSums[] = [];
  for (const years of plan.years) {
    const cells = cellsOf(input, years);
    for (let from = 0; from < symbols.length; from += SECURITIES_AT_ONCE) {
      requireClient();
      const securities = await readGroup(reads, symbols.slice(from, from + SECURITIES_AT_ONCE), years);
      await call('fillCells', { cells, from, securities });
    }
    parts.push(await call('sumCells', { cells, window: plan.window }));
  }
  return call('cardOf', parts);
}

/** Throws once all clients have gone. */
function clientCheck(requester: Requester): () => void {
  let isAbandoned = false;
  requester.onAbandoned(() => {
    isAbandoned = true;
  });
  return () => {
    if (isAbandoned) throw new ApiError('unavailable', 'The model card was stopped.');
  };
}

/** Computes each card once for all requests that ask for it, until the record changes. */
function cardRunner(services: Services) {
  const threads = studyThreads(services);
  const start = (input: Input, first: Requester): Run => {
    const requester = new SharedRequester(first);
    const requireClient = clientCheck(requester);
    const card = threads.run(requester, (call) => compute(input, call, requireClient));
    const run: Run = { requester, card, hasFailed: false };
    card.catch(() => {
      run.hasFailed = true;
    });
    return run;
  };
  return (key: string | null, input: Input, requester: Requester): Promise<ModelCard> => {
    let own: Run | undefined;
    const begin = (): Run => (own = start(input, requester));
    if (key === null) return begin().card;
    let run = services.results.remember(key, begin);
    if (run.hasFailed) run = services.results.renew(key, begin);
    if (run !== own) run.requester.join(requester);
    return run.card;
  };
}

/** What of the record there is to judge, or the reason why there is nothing. */
function judged(recorded: Recorded, { recorded: done, stored }: CompositesCount): string | null {
  if (recorded.size === 0) return 'no composite signal is recorded';
  if (done < RECORDED_SHARE * stored)
    return `composite signals are still being recorded: ${done} of ${stored} equities`;
  return null;
}

function cardReader(services: Services) {
  const { store } = services;
  const run = cardRunner(services);
  return async (window: CardWindow, context: RequestContext) => {
    const { composites } = store.reading(context.versions);
    // Without their own versions: the record's tables change after bars and securities have.
    const reads = store.reading(new Map());
    const [recorded, count] = [await recordedEquities(reads), await composites.count()];
    for (const { source } of recorded.values()) context.dataSources.add(source);
    const spans = [...recorded.values()];
    const lastDay = spans.reduce((newest, { day }) => Math.max(newest, day), -Infinity);
    const firstDay = spans.reduce((oldest, span) => Math.min(oldest, span.firstDay), lastDay);
    const about = { window, id: rootResultId('modelCard', window), asOf: spans.length === 0 ? null : isoDate(lastDay) };
    const reason = judged(recorded, count);
    if (reason !== null) return { ...about, ...emptyCard(reason) };
    const plan = cardPlan(window, { firstDay, lastDay, securities: recorded.size });
    const versions = TABLES.map((table) => context.versions.get(table) ?? UNVERSIONED);
    const key = versions.includes(UNVERSIONED) ? null : ['modelCard', window, ...versions].join('\u0000');
    return { ...about, ...(await run(key, { symbols: [...recorded.keys()], plan, reads }, context.requester)) };
  };
}

export function createFields(services: Services) {
  const read = cardReader(services);
  return { Query: { modelCard: (_root, { window }, context) => read(window, context) } } satisfies Fields;
}
