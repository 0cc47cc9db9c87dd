import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { isKnown, share, type Intent, type Reading } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName, implied, moved, possessive, shortName } from '../words.js';

const FACTORS = ['technical', 'momentum', 'fundamentals', 'microstructure', 'options_flow'] as const;
const FORECAST = /\b(?:will|going to|gonna|predict|forecast|tomorrow|next (?:week|month|year)|by the end|price in)\b/;

/** The factors of a composite, the strongest first. */
export function factorsOf(found: Found, id: string): readonly NumberFact[] {
  return FACTORS.flatMap((factor) => found.number(`signal.${factor}`, id) ?? []).sort(
    (one, other) => other.value - one.value,
  );
}

/** The readings of one security that say up or down. */
function readingsOf(found: Found, id: string): readonly Reading[] {
  const sign = (value: number | undefined, neutral = 0): -1 | 0 | 1 | null =>
    value === undefined ? null : Math.abs(value) <= neutral ? 0 : value > 0 ? 1 : -1;
  const score = found.number('signal.score', id)?.value;
  const [price, average] = [found.number('signal.price', id)?.value, found.number('signal.sma200', id)?.value];
  const [positive, negative] = [found.number('news.positive', id)?.value, found.number('news.negative', id)?.value];
  const readings: readonly (readonly [string, -1 | 0 | 1 | null])[] = [
    ['the composite', sign(score === undefined ? undefined : score - 50, 6)],
    [
      'the price beside its 200-day average',
      price === undefined || average === undefined ? null : sign(price - average),
    ],
    ['the return over one year', sign(found.number('price_history.return_1y', id)?.value)],
    ['the news', positive === undefined || negative === undefined ? null : sign(positive - negative)],
    ['the price targets', sign(found.number('earnings_setup.upside', id)?.value)],
    [
      'the growth of revenue',
      sign((found.number('earnings_setup.revenue_growth', id) ?? found.number('earnings.revenue_growth', id))?.value),
    ],
    [
      'the growth of earnings per share',
      sign((found.number('earnings_setup.eps_growth', id) ?? found.number('earnings.eps_growth', id))?.value),
    ],
  ];
  return readings.flatMap(([name, value]) => (value === null ? [] : [{ subject: id, sign: value, name }]));
}

/** "Its strongest factor is momentum at 67.2, its weakest fundamentals at 38.6." */
function factorLine(found: Found, id: string): Line {
  const factors = factorsOf(found, id);
  const [best, worst] = [factors[0], factors.at(-1)];
  if (best === undefined || worst === undefined || factors.length < 2) return NO_LINE;
  return say`Of ${id}’s factors, ${best.label} is the strongest with ${best} and ${worst.label} the weakest with ${worst}.`;
}

/** Last price, the change of the session and the 200-day average. */
export function priceLine(found: Found, id: string): Line {
  const [price, change, session] = [
    found.number('signal.price', id),
    found.number('signal.change', id),
    found.date('signal.session', id),
  ];
  if (price === undefined || session === undefined) return NO_LINE;
  const average = found.number('signal.sma200', id);
  const place =
    average === undefined
      ? say``
      : say`, ${price.value >= average.value ? 'above' : 'below'} its 200-day average of ${average}`;
  return change === undefined
    ? say`${id} closed at ${price} on ${session}${place}.`
    : say`${id} ${moved(change)} on ${session} and closed at ${price}${place}.`;
}

/** How the newest stories read, and the newest title. */
export function newsLine(found: Found, id: string): Line {
  const [shown, positive, negative] = [
    found.number('news.shown', id),
    found.number('news.positive', id),
    found.number('news.negative', id),
  ];
  const title = found.text('news.title', id, 0);
  if (shown === undefined || positive === undefined || negative === undefined || title === undefined) return NO_LINE;
  return say`Of the ${shown} newest stories about ${id}, ${positive} read positive and ${negative} negative; the latest is ${title}.`;
}

/** When the next report is expected. */
export function reportLine(found: Found, id: string): Line {
  const tool = found.date('earnings.next', id) === undefined ? 'earnings_setup' : 'earnings';
  const [next, days] = [found.date(`${tool}.next`, id), found.number(`${tool}.days`, id)];
  if (next === undefined || days === undefined) return NO_LINE;
  return say`The next report of ${id} is estimated for ${next}, in ${days} days.`;
}

/** The consensus of price targets. */
export function targetLine(found: Found, id: string): Line {
  const [target, count, upside] = ['target', 'target_count', 'upside'].map((key) =>
    found.number(`earnings_setup.${key}`, id),
  );
  if (target === undefined || count === undefined || upside === undefined || count.value === 0) return NO_LINE;
  return say`The consensus price target for ${id} is ${target} from ${count} ${count.value === 1 ? 'firm' : 'firms'}, ${implied(upside)}.`;
}

export const kept = (lines: readonly Line[]): readonly Line[] => lines.filter(({ text }) => text !== '');

/** What the label says to a question whether it is a buy or a sell. */
function verdict({ plain }: Question, label: string): string {
  const asked = /\b(strong buy|strong sell|buy|sell|hold)\b/.exec(
    plain.replace(/\b(?:should|can|could|would) (?:i|we) buy or sell\b/, ''),
  )?.[1];
  if (
    asked === undefined ||
    !/\b(?:is|are|should|would|good|worth)\b/.test(plain) ||
    /\bbuy or sell\b|\bbuy or hold\b/.test(plain)
  )
    return '';
  const isSo = asked === 'hold' ? label === 'Neutral' : label.toLowerCase().endsWith(asked);
  return isSo ? 'Yes by the composite: ' : `The composite does not say ${asked}: `;
}

/** What a question for the RSI, or for the place beside a moving average, asks for. */
function metricLine({ plain }: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const [rsi, oversold, overbought] = ['rsi', 'oversold', 'overbought'].map((key) => found.number(`signal.${key}`, id));
  if (
    /\brsi\b|\brelative strength index\b/.test(plain) &&
    rsi !== undefined &&
    oversold !== undefined &&
    overbought !== undefined
  )
    return say`${possessive(fullName(security))} RSI is ${rsi}; oversold is below ${oversold} and overbought above ${overbought}.`;
  const macd = found.number('signal.macd', id);
  if (/\bmacd\b/.test(plain) && macd !== undefined)
    return say`${possessive(fullName(security))} MACD histogram is ${macd}, ${macd.value < 0 ? 'below' : 'not below'} its signal line.`;
  const sessions = /\b(\d{2,3})[- ]?(?:days?|sessions?|d)\b/.exec(plain)?.[1] ?? '200';
  if (!/\b(?:averages?|sma|ma)\b|\b200[- ]day\b/.test(plain)) return NO_LINE;
  const [price, average] = [found.number('signal.price', id), found.number(`signal.sma${sessions}`, id)];
  if (price === undefined || average === undefined) return NO_LINE;
  const asked = /\b(above|over|below|under)\b/.exec(plain)?.[1];
  const isAbove = price.value >= average.value;
  const isSo = asked !== undefined && isAbove === /above|over/.test(asked);
  const lead = asked === undefined ? say`` : say`${isSo ? 'Yes' : 'No'}: `;
  return say`${lead}${fullName(security)} closed at ${price}, ${isAbove ? 'above' : 'below'} its ${sessions}-day average of ${average}.`;
}

function headlineOf(question: Question, found: Found, security: Entity): Line | null {
  const { key: id } = security;
  const [label, score, confidence] = [
    found.text('signal.label', id),
    found.number('signal.score', id),
    found.number('signal.confidence', id),
  ];
  if (label === undefined || score === undefined || confidence === undefined) return null;
  const rsi = found.number('signal.rsi', id);
  const bound = /\boverbought\b/.test(question.plain)
    ? found.number('signal.overbought', id)
    : /\boversold\b/.test(question.plain)
      ? found.number('signal.oversold', id)
      : undefined;
  if (rsi !== undefined && bound !== undefined) {
    const isOver = bound.label.endsWith('overbought') ? rsi.value > bound.value : rsi.value < bound.value;
    const word = bound.label.replace('bound of ', '');
    return say`${fullName(security)} is ${isOver ? '' : 'not '}${word}: its RSI is ${rsi}, and ${word} begins at ${bound}.`;
  }
  const asked = metricLine(question, found, security);
  if (asked.text !== '') return asked;
  const lead = FORECAST.test(question.plain) ? 'No tool forecasts prices; for now ' : verdict(question, label.value);
  return say`${lead}${fullName(security)} reads ${label} at ${score} of 100, with a confidence of ${confidence} of 100.`;
}

function linesOf(found: Found, { key: id }: Entity): readonly Line[] {
  const [label, score] = [found.text('signal.label', id), found.number('signal.score', id)];
  const stale = found.date('signal.stale', id);
  const first =
    label === undefined || score === undefined
      ? NO_LINE
      : say`The composite signal of ${id} is ${label} with a score of ${score}.`;
  const factors = factorLine(found, id);
  return kept([
    stale === undefined ? NO_LINE : say`Prices of ${id} end on ${stale}, so that everything here is of that day.`,
    factors.text === ''
      ? first
      : say`The composite signal of ${id} is ${label ?? ''} with a score of ${score ?? ''}; ${{ ...factors, text: factors.text.replace(/^Of [^,]*, /, 'of its factors, ').replace(/\.$/, '') }}.`,
    priceLine(found, id),
    targetLine(found, id),
    newsLine(found, id),
    reportLine(found, id),
  ]);
}

/** Whether to like a security: the composite, and what supports or contradicts it. */
export const INTENT: Intent = {
  name: 'signal',
  signs: [
    [/\b(?:signals?|composite|scores?|outlook|bullish|bearish|overbought|oversold|conviction)\b/, 2.5],
    [
      /\b(?:should (?:i|we)|is @s (?:still )?a|are @s|worth buying|good (?:buy|stock|investment|time)|(?:(?<!\band )hold|sell|buy(?! and hold))\b.*\?)/,
      2,
    ],
    [
      /\b(?:buy(?! and hold)|sell|(?<!\band )hold|rating of|think (?:about|of)|technicals?|momentum|fundamentals?|rsi|macd|(?:moving|\d+[- ]day) averages?|factors?)\b/,
      1.5,
    ],
    [
      /\b(?:will|going to|predict|forecast)\b.*\b(?:go up|go down|rise|fall|price|reach|hit|be worth|climb|drop|tomorrow)\b/,
      3,
    ],
    [/\b(?:tell me about|overview|how is @s|how are @s|how's @s|summary|summari[sz]e|update on|brief)\b/, 1.5],
    [/^(?:\$?@s[?.! ]*)+$/, 1],
    [/@s/, 0.4],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'signal', input: { tickers } },
      { tool: 'news', input: { tickers, count: 8 } },
      { tool: 'earnings_setup', input: { tickers } },
    ];
  },
  research: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'price_history', input: { tickers, years: 1 } },
      { tool: 'street_grades', input: { tickers } },
      { tool: 'signal_history', input: { tickers } },
      { tool: 'events', input: { tickers } },
    ];
  },
  write(question, found) {
    const { securities } = question;
    const [first] = securities;
    if (first === undefined) return null;
    const known = securities.filter(({ key }) => found.number('signal.score', key) !== undefined);
    const readings = securities.flatMap(({ key }) => readingsOf(found, key));
    const coverage = share(securities, ({ key }) => isKnown(found.number('signal.score', key)));
    if (known.length > 1) {
      const parts = known.map(
        (security) =>
          say`${fullName(security)} reads ${found.text('signal.label', security.key) ?? ''} at ${found.number('signal.score', security.key) ?? ''}`,
      );
      const metrics = kept(known.map((security) => metricLine(question, found, security)));
      const lines = known.flatMap((security) =>
        linesOf(found, security).slice(0, Math.max(1, Math.floor(6 / known.length))),
      );
      const [metric, ...others] = metrics;
      return metric === undefined
        ? { headline: say`${listed(parts)}.`, lines, coverage, readings }
        : { headline: metric, lines: [...others, say`${listed(parts)}.`, ...lines], coverage };
    }
    const [only = first] = known;
    const headline = headlineOf(question, found, only);
    const price = priceLine(found, only.key);
    if (headline === null && price.text === '') return null;
    const lines = linesOf(found, only);
    return {
      headline: headline ?? say`${shortName(only)} has no composite signal; ${price}`,
      lines,
      coverage,
      readings,
    };
  },
};
