import { ApiError } from '../../../access/errors.js';
import { carryTicker } from '../../../engines/alert-condition/carried-ticker.js';
import {
  evaluateCondition,
  type Evaluation,
  type ReadValue,
  type Reading,
  type TestOutcome,
} from '../../../engines/alert-condition/evaluate.js';
import { metricRow, type MetricUnit } from '../../../engines/alert-condition/metrics.js';
import { needsOf, type ConditionNeeds } from '../../../engines/alert-condition/needs.js';
import { faultSentence, parseCondition } from '../../../engines/alert-condition/parse.js';
import { printCondition } from '../../../engines/alert-condition/print.js';
import type { RunSource } from '../../../store/agent-run-rows.js';
import type { AgentTask } from '../../queue/agent-task.js';
import { readSecurities, type AlertParts, type AlertSecurity } from './alert-operation.js';
import { readingOf } from './alert-values.js';
import type { GraphRead } from './graph-read.js';
import type { RunOutput } from './run-result.js';

/** Names the evaluation in `models` and `tool_calls`. */
const CONDITION_MODEL = 'alert-condition';
const VALUES_TOOL = 'condition_values';

/** Most tests that the text tells of each ticker, and most tickers. */
const MOST_TOLD = 8;

function partsOf({ groups, looksBack }: ConditionNeeds): AlertParts {
  return {
    bars: looksBack || groups.has('history'),
    records: looksBack,
    earnings: groups.has('earnings'),
    microstructure: groups.has('microstructure'),
    swing: groups.has('swing'),
    day: groups.has('day'),
  };
}

const SUFFIX: Readonly<Record<MetricUnit, string>> = {
  usd: ' USD',
  percent: '%',
  points: '',
  score: '',
  multiple: 'x',
  shares: ' shares',
  days: ' days',
  label: '',
};

function shown(value: ReadValue['now'], { metric }: ReadValue): string {
  if (value === null) return 'unknown';
  const number = typeof value === 'number' ? String(Number(value.toPrecision(8))) : value;
  return `${number}${SUFFIX[metricRow(metric).unit]}`;
}

/** `AAPL rsi < 30: rsi 28.4, true.` */
function told({ text, truth, values }: TestOutcome, looksBack: boolean): string {
  const read = values.map((value) => {
    const before = looksBack && value.before !== null ? ` after ${shown(value.before, value)}` : '';
    return `${value.ticker ?? ''} ${value.metric} ${shown(value.now, value)}${before}`.trim();
  });
  return `${text}: ${read.join(', ')}; ${truth === null ? 'unknown' : String(truth)}.`;
}

function headlineOf(condition: string, evaluations: readonly Evaluation[]): string {
  const met = evaluations.filter(({ truth }) => truth === true);
  const tickers = met.flatMap(({ ticker }) => ticker ?? []);
  const where = tickers.length === 0 ? '' : ` for ${tickers.join(', ')}`;
  if (met.length > 0) return `The condition holds${where}: ${condition}.`;
  const isUndecided = evaluations.some(({ truth }) => truth === null);
  const reason = isUndecided
    ? 'The condition is not known to hold, because values are missing'
    : 'The condition does not hold';
  return `${reason}: ${condition}.`;
}

/** What holds first, then what is unknown. */
function detailOf(evaluations: readonly Evaluation[], looksBack: boolean): string {
  const rank = ({ truth }: Evaluation): number => (truth === true ? 0 : truth === null ? 1 : 2);
  const ordered = [...evaluations].sort((one, other) => rank(one) - rank(other));
  const lines = ordered
    .slice(0, MOST_TOLD)
    .flatMap(({ tests }) => tests.slice(0, MOST_TOLD).map((test) => told(test, looksBack)));
  return [...new Set(lines)].join(' ');
}

const PAGES = {
  signal: { title: 'Signal', path: 'signal' },
  earnings: { title: 'Earnings calendar', path: 'earnings-calendar' },
  microstructure: { title: 'Microstructure', path: 'microstructure' },
  swing: { title: 'Swing signal', path: 'swing-signal' },
  day: { title: 'Day signal', path: 'day-signal' },
} as const;

function sourcesOf(securities: readonly AlertSecurity[], { groups, looksBack }: ConditionNeeds): readonly RunSource[] {
  return securities.flatMap(({ ticker, quote }) => {
    if (quote === null) return [];
    const pages = Object.entries(PAGES).flatMap(([group, { title, path }]) =>
      groups.has(group as keyof typeof PAGES)
        ? [
            {
              title: `${title} of ${ticker}`,
              ref: `/api/v1/${path}?ticker=${encodeURIComponent(ticker)}`,
              asOf: quote.asOf,
            },
          ]
        : [],
    );
    const bars = looksBack || groups.has('history');
    return bars
      ? [...pages, { title: `Daily prices of ${ticker}`, ref: '/graphql#barColumns', asOf: quote.asOf }]
      : pages;
  });
}

/** Share of the values that are there. */
function coverageOf(values: readonly ReadValue[]): number {
  return values.length === 0 ? 0 : values.filter(({ now }) => now !== null).length / values.length;
}

/** Evaluates the condition of an alert on values that are read through the graph. */
export async function runAlert(task: AgentTask, read: GraphRead, nowMs: number): Promise<RunOutput> {
  const parsed = parseCondition(task.taskPrompt);
  // Saved conditions were parsed when they were saved.
  if (!parsed.ok) throw new ApiError('invalid_parameter', faultSentence(parsed));
  const carried = carryTicker(parsed.condition);
  const condition = task.tickers.length === 0 && carried.isClear ? carried.condition : parsed.condition;
  const needs = needsOf(condition);
  const tickers = [...new Set([...(needs.isOpen ? task.tickers : []), ...needs.tickers])];
  const securities = await readSecurities(tickers, partsOf(needs), read);
  const readings = new Map<string, Reading>([...securities].map(([ticker, security]) => [ticker, readingOf(security)]));
  const evaluations = evaluateCondition(condition, task.tickers, readings);
  const values = evaluations.flatMap(({ tests }) => tests.flatMap((test) => test.values));
  const numbers = values.filter(({ now }) => typeof now === 'number').length;
  const used = tickers.flatMap((ticker) => securities.get(ticker) ?? []);
  const times = used.flatMap(({ quote }) => quote?.asOf ?? []).sort();
  return {
    isFired: evaluations.some(({ truth }) => truth === true),
    result: {
      headline: headlineOf(printCondition(condition), evaluations),
      detail: detailOf(evaluations, needs.looksBack),
      confidence: Number(coverageOf(values).toFixed(6)),
      sources: sourcesOf(used, needs),
      asOf: times.at(-1) ?? new Date(nowMs).toISOString(),
    },
    models: [CONDITION_MODEL],
    toolCalls: [{ tool: VALUES_TOOL, arguments: { tickers }, isOk: securities.size > 0 }],
    grounding: { numberCount: numbers, groundedCount: numbers, removedCount: 0 },
  };
}
