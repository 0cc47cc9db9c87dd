import { editDistance } from '../../access/parameters/edit-distance.js';
import { quote } from '../../access/echo.js';
import type { Raw } from '../../http/raw.js';

/** Other APIs' names of a parameter, by its name here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  ticker: ['symbol', 'stock', 'tickers', 'symbols'],
  tickers: ['symbols', 'ticker', 'symbol'],
  holdings: ['positions', 'portfolio'],
  positions: ['holdings', 'portfolio'],
  monthly: ['monthly_amount', 'amount'],
  shares: ['quantity', 'qty'],
  value_usd: ['value', 'amount'],
  value: ['value_usd', 'amount'],
  weight: ['weight_pct', 'allocation'],
  horizon_days: ['horizon', 'days'],
  lookback_years: ['lookback', 'years'],
  url: ['endpoint', 'callback', 'callback_url', 'webhook_url', 'target_url'],
  events: ['event', 'event_types', 'types'],
  id: ['endpoint_id', 'webhook_id', 'agent_id'],
  task_prompt: ['prompt', 'task', 'question', 'condition'],
  agent_id: ['id', 'agent'],
  webhook_url: ['url', 'webhook', 'callback_url'],
};

/** Names that are compared with the parameters; a request can have thousands. */
const MOST_NAMES = 50;
const LONGEST_NAME = 30;
const SHORT_NAME = 4;

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

function isNear(sent: string, known: string): boolean {
  if (plain(sent) === plain(known) || OTHER_NAMES[known]?.some((other) => plain(other) === plain(sent)) === true)
    return true;
  const reach = Math.min(sent.length, known.length) <= SHORT_NAME ? 1 : 2;
  return (
    Math.abs(sent.length - known.length) <= reach &&
    known.length > 2 &&
    editDistance(sent.toLowerCase(), known) <= reach
  );
}

/** One sentence for each name that was sent and ignored, but resembles a parameter that was not sent. */
export function nearMisses(sent: Raw, known: readonly string[]): readonly string[] {
  const absent = known.filter((name) => !Object.hasOwn(sent, name));
  const unknown = Object.keys(sent)
    .slice(0, MOST_NAMES)
    .filter((name) => name.length <= LONGEST_NAME && !known.includes(name));
  return unknown.flatMap((name) => {
    const meant = absent.find((each) => plain(each) === plain(name)) ?? absent.find((each) => isNear(name, each));
    return meant === undefined ? [] : [`${quote(name)} is unknown here; did you mean ${meant}?`];
  });
}
