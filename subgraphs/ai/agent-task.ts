import { ApiError, entitlementRequired } from '../../access/errors.js';
import { locate } from '../../access/parameters/faults.js';
import type { RequestContext } from '../../access/request-context.js';
import { AGENT_ENTITLEMENTS, reaches, type Tier } from '../../access/tiers.js';
import { carryTicker, type Carried } from '../../engines/alert-condition/carried-ticker.js';
import { GRAMMAR_SUMMARY } from '../../engines/alert-condition/grammar-summary.js';
import type { MetricGroup } from '../../engines/alert-condition/metrics.js';
import { needsOf, type ConditionNeeds } from '../../engines/alert-condition/needs.js';
import { faultSentence, parseCondition } from '../../engines/alert-condition/parse.js';
import type { AgentTask } from '../../jobs/queue/agent-task.js';
import { fieldCapabilities } from '../capabilities.js';
import type { Services } from '../services.js';
import { allNotFound } from '../ticker-not-found.js';

/** The field that a group of metrics is read from. */
const GROUP_FIELDS: Readonly<Record<MetricGroup, string>> = {
  signal: 'Security.signal',
  history: 'Security.barColumns',
  earnings: 'Security.earningsCalendar',
  swing: 'Security.swingSignal',
  day: 'Security.daySignal',
  microstructure: 'Security.microstructure',
};

/** Lowest tier of the agents whose conditions may read the metrics of a group: that of their field, and Pro. */
export function tierOfGroup(group: MetricGroup): Tier {
  const tier = fieldCapabilities().find(({ field }) => field === GROUP_FIELDS[group])?.tier ?? 'free';
  return reaches(tier, 'pro') ? tier : 'pro';
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

/** The trimmed text. Throws `invalid_parameter` if it is blank. */
export function checkedText(text: string, param: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalid(param, `${what} must contain a character that is not blank.`);
  return trimmed;
}

/** Why it is not clear whose a metric is. */
function ofNoTicker({ metric, tickers }: Extract<Carried, { readonly isClear: false }>): string {
  if (tickers.length === 0)
    return 'The condition names no ticker, and neither does the agent; write it as AAPL rsi < 30, or send tickers.';
  const reason =
    tickers.length > 1 ? `the condition names ${tickers.join(', ')}` : `${tickers.join()} is named only after it`;
  return (
    `The condition does not say whose ${metric} it reads: the agent has no tickers, and ${reason}; ` +
    'write a ticker before the metric, or send tickers.'
  );
}

/**
 * What the condition of an alert needs; null for other modes. Throws `invalid_parameter` with the place and the grammar
 * if the task is no condition, and where it is not clear whose a metric is. `under` is where the task is in the
 * arguments.
 */
export function conditionNeeds({ mode, taskPrompt, tickers }: AgentTask, under = ''): ConditionNeeds | null {
  if (mode !== 'alert') return null;
  const param = `${under}taskPrompt`;
  const parsed = parseCondition(taskPrompt);
  if (!parsed.ok) throw invalid(param, `${faultSentence(parsed)} ${GRAMMAR_SUMMARY}`);
  if (tickers.length > 0) return needsOf(parsed.condition);
  const carried = carryTicker(parsed.condition);
  if (!carried.isClear) throw invalid(param, ofNoTicker(carried));
  return needsOf(carried.condition);
}

/** Whether the task of an alert is no condition. */
export function isNoCondition({ mode, taskPrompt }: Pick<AgentTask, 'mode' | 'taskPrompt'>): boolean {
  return mode === 'alert' && !parseCondition(taskPrompt).ok;
}

/** Throws `entitlement_required` if the tier does not include the mode, the cadence or a metric. */
export function requireEntitlements(
  options: readonly string[],
  needs: ConditionNeeds | null,
  { tier }: Pick<RequestContext, 'tier'>,
): void {
  for (const option of options) {
    const required = AGENT_ENTITLEMENTS[option];
    if (required !== undefined && !reaches(tier, required)) throw entitlementRequired(option, tier, required);
  }
  for (const group of needs?.groups ?? []) {
    const required = tierOfGroup(group);
    if (!reaches(tier, required))
      throw entitlementRequired(`The condition reads ${group} metrics, which`, tier, required);
  }
}

/** Throws `ticker_not_found` for all tickers without stored data, or else for the first of the condition. */
export async function requireTickers(
  services: Pick<Services, 'store' | 'live'>,
  { tickers }: AgentTask,
  needs: ConditionNeeds | null,
  context: RequestContext,
  under = '',
): Promise<void> {
  const named = needs?.tickers ?? [];
  await services.live?.ensure([...tickers, ...named], context.requester.turn);
  const stored = await services.store.reading(context.versions).securities.bySymbols([...tickers, ...named]);
  const unknown = tickers.flatMap((ticker, index) =>
    stored.has(ticker) ? [] : [{ ticker, param: locate(`${under}tickers`, [index]) }],
  );
  const inCondition = named.find((ticker) => !stored.has(ticker));
  if (unknown.length > 0) throw await allNotFound(services, unknown, context);
  if (inCondition !== undefined)
    throw await allNotFound(services, [{ ticker: inCondition, param: `${under}taskPrompt` }], context);
}
