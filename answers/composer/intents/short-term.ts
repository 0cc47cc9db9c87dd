import { share, type Intent } from '../intent.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import { article, fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

const isSwing = (plain: string): boolean => /\bswing\b|\bdays to weeks\b/.test(plain);

/** Parts of a trade plan. */
const PLANNED =
  /(?<!non-)\b(?:stops?|stop[- ]?loss(?:es)?|entr(?:y|ies)|take[- ]profit|reward[- ](?:to[- ])?risk|risk[- ](?:to[- ])?reward)(?: (?:points?|prices?|levels?))?\b(?! (?:out|mean|trad|buy|sell|fall|ris)\w*)/;

interface Part {
  readonly asks: RegExp;
  readonly key: string;
  /** Before "of Apple (AAPL) is $295.73". */
  readonly name: string;
}
const PARTS: readonly Part[] = [
  { asks: /\bstops?\b|\bstop[- ]?loss/, key: 'stop', name: 'stop' },
  { asks: /\bentr(?:y|ies)\b/, key: 'entry', name: 'entry' },
  { asks: /\btake[- ]profit\b|\btargets?\b/, key: 'target', name: 'target' },
  { asks: /\breward\b/, key: 'reward', name: 'reward to risk' },
];

/** "By the day signal, the stop of Apple (AAPL) is $297.05 and its entry $295.73": the parts that are asked for. */
function partsLine(plain: string, found: Found, security: Entity): Line {
  const asked = PARTS.filter(({ asks }) => asks.test(plain));
  const told = asked.flatMap(({ key, name }) => {
    const fact = found.number(`day_signal.${key}`, security.key);
    return fact === undefined
      ? []
      : [say`${article(name)} ${key === 'reward' ? say`of ${fact} the risk` : say`at ${fact}`}`];
  });
  return told.length === 0
    ? NO_LINE
    : say`By the day signal (${found.text('day_signal.direction', security.key) ?? ''}), ${fullName(security)} has ${listed(told)}.`;
}

const VWAP = /\bvwap\b|\bvolume[- ]weighted average price\b/;

/** The VWAP of the session, and where the last price is beside it. */
function vwapLine(found: Found, security: Entity): Line {
  const { key: id } = security;
  const [vwap, price, on] = [
    found.number('signal.vwap', id),
    found.number('signal.price', id),
    found.date('signal.session', id),
  ];
  return vwap === undefined || price === undefined || on === undefined
    ? NO_LINE
    : say`The VWAP of ${fullName(security)} in the session of ${on} is ${vwap}, and its last price of ${price} is ${price.value > vwap.value ? 'above' : price.value < vwap.value ? 'below' : 'at'} it.`;
}

/** Signals for the session at hand, and for days to weeks. */
export const INTENT: Intent = {
  name: 'short-term',
  signs: [
    [
      /\b(?:day[- ](?:trad\w*|signal)|intraday|vwap|volume[- ]weighted average price|opening range|trade plan|stop[- ]loss|entry (?:point|price))\b/,
      4.5,
    ],
    [PLANNED, 4.5],
    [/\bswing\b/, 4.5],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ plain, securities }) => {
    const tickers = securities.map(({ key }) => key);
    const isOfPlan = !VWAP.test(plain) || PARTS.some(({ asks }) => asks.test(plain));
    return [
      ...(isOfPlan ? [{ tool: isSwing(plain) ? 'swing_signal' : 'day_signal', input: { tickers } }] : []),
      { tool: 'signal', input: { tickers } },
    ];
  },
  write({ plain, securities }, found) {
    const tool = isSwing(plain) ? 'swing_signal' : 'day_signal';
    const vwaps = VWAP.test(plain) ? kept(securities.map((security) => vwapLine(found, security))) : [];
    const told = securities.filter(({ key }) => found.number(`${tool}.score`, key) !== undefined);
    const coverage = share(securities, ({ key }) => found.number(`${tool}.score`, key) !== undefined);
    const name = isSwing(plain) ? 'swing signal' : 'day signal';
    const composite = securities.flatMap(({ key }) => {
      const [label, score] = [found.text('signal.label', key), found.number('signal.score', key)];
      return label === undefined || score === undefined
        ? []
        : [
            say`The composite signal of ${key}, which this account has, is ${label} at ${score} of 100.`,
            priceLine(found, key),
          ];
    });
    const [vwap, ...moreVwaps] = vwaps;
    const asksPlan = PARTS.some(({ asks }) => asks.test(plain));
    if (vwap !== undefined && (told.length === 0 || !asksPlan))
      return {
        headline: vwap,
        lines: kept([...moreVwaps, ...securities.map(({ key }) => priceLine(found, key))]),
        coverage: vwaps.length / securities.length,
      };
    if (told.length === 0) {
      const tier = found.tierNeeded(tool);
      return tier === null
        ? null
        : {
            headline: say`The ${name} needs the ${tier} tier; this account has the composite signal instead.`,
            lines: kept(composite),
            coverage: 0.2,
          };
    }
    const parts = told.map(
      (security) =>
        say`${fullName(security)} reads ${found.text(`${tool}.label`, security.key) ?? ''} at ${found.number(`${tool}.score`, security.key) ?? ''} of 100 (${found.text(`${tool}.direction`, security.key) ?? ''})`,
    );
    const lines = told.flatMap(({ key }) => {
      const n = (each: string) => found.number(`${tool}.${each}`, key);
      const [entry, stop, target, reward, vwap, distance] = [
        'entry',
        'stop',
        'target',
        'reward',
        'vwap',
        'vwap_distance',
      ].map(n);
      const [grade, size, period] = [
        found.text('swing_signal.grade', key),
        found.text('swing_signal.size', key),
        found.text('swing_signal.period', key),
      ];
      const pillars = ['technical', 'flow', 'sentiment'].flatMap((each) => {
        const fact = found.number(`swing_signal.${each}`, key);
        return fact === undefined ? [] : [say`${each} ${fact}`];
      });
      return [
        vwap === undefined || distance === undefined
          ? NO_LINE
          : say`${key} is at ${signed(distance)} from its VWAP of ${vwap}.`,
        entry === undefined || stop === undefined || target === undefined
          ? NO_LINE
          : say`The trade plan of ${key}: entry at ${entry}, stop at ${stop}, target at ${target}${reward === undefined ? say`` : say`, a reward of ${reward} the risk`}.`,
        grade === undefined || size === undefined || period === undefined
          ? NO_LINE
          : say`Its conviction is grade ${grade}: position size ${size}, holding period ${period}.`,
        pillars.length === 0 ? NO_LINE : say`Pillars of ${key}: ${listed(pillars)}.`,
      ];
    });
    const whole = say`By the ${name}, ${listed(parts)}.`;
    const asked = isSwing(plain) ? [] : kept(told.map((security) => partsLine(plain, found, security)));
    const [headline = whole, ...others] = asked;
    const isMissing = asked.length === 0 && !isSwing(plain) && asksPlan;
    return {
      headline,
      lines: kept([...vwaps, ...others, ...(headline === whole ? [] : [whole]), ...lines, ...composite.slice(1)]),
      unread: isMissing ? [ofQuestion('The day signal has no trade plan now; what follows is told without it.')] : [],
      coverage,
    };
  },
};
