import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, signed } from '../line.js';
import { fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

const isSwing = (plain: string): boolean => /\bswing\b|\bdays to weeks\b/.test(plain);

/** Signals for the session at hand, and for days to weeks. */
export const INTENT: Intent = {
  name: 'short-term',
  signs: [
    [
      /\b(?:day[- ](?:trad\w*|signal)|intraday|vwap|opening range|trade plan|stop[- ]loss|entry (?:point|price))\b/,
      4.5,
    ],
    [/\bswing\b/, 4.5],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ plain, securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: isSwing(plain) ? 'swing_signal' : 'day_signal', input: { tickers } },
      { tool: 'signal', input: { tickers } },
    ];
  },
  write({ plain, securities }, found) {
    const tool = isSwing(plain) ? 'swing_signal' : 'day_signal';
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
    return {
      headline: say`By the ${name}, ${listed(parts)}.`,
      lines: kept([...lines, ...composite.slice(1)]),
      coverage,
    };
  },
};
