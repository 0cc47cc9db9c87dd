import { share, type Intent } from '../intent.js';
import { NO_LINE, say, signed } from '../line.js';
import { fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

/** How a security trades. */
export const INTENT: Intent = {
  name: 'microstructure',
  signs: [
    [
      /\b(?:microstructure|vpin|order[- ]?flow|order imbalance|bid[- ]ask|smart money|point of control|volume profile|value area|market impact|toxicity|kyle)\b/,
      4.5,
    ],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'microstructure', input: { tickers } },
      { tool: 'signal', input: { tickers } },
    ];
  },
  write({ securities }, found) {
    const told = securities.filter(({ key }) => found.date('microstructure.session', key) !== undefined);
    const score = securities.flatMap(({ key }) => {
      const [micro, bias] = [found.number('signal.microstructure', key), found.text('signal.bias', key)];
      return micro === undefined
        ? []
        : [
            say`The microstructure factor of ${key}’s composite is ${micro} of 100${bias === undefined ? '' : `, with a ${bias.value} pressure in the session`}.`,
          ];
    });
    const [first] = told;
    if (first === undefined) {
      const tier = found.tierNeeded('microstructure');
      return tier === null
        ? null
        : {
            headline: say`Microstructure needs the ${tier} tier; this account has the factor of the composite.`,
            lines: kept([...score, ...securities.map(({ key }) => priceLine(found, key))]),
            coverage: 0.2,
          };
    }
    const { key } = first;
    const n = (each: string) => found.number(`microstructure.${each}`, key);
    const [vpin, imbalance, relative, volatility, control, low, high, buy, sell] = [
      'vpin',
      'imbalance',
      'relative_volume',
      'volatility',
      'control',
      'value_low',
      'value_high',
      'buy',
      'sell',
    ].map(n);
    const regime = found.text('microstructure.regime', key);
    const on = found.date('microstructure.session', key);
    return {
      headline: say`On ${on ?? ''}, ${fullName(first)} had ${vpin === undefined ? say`` : say`a VPIN of ${vpin}, `}${imbalance === undefined ? say`` : say`an order-flow imbalance of ${signed(imbalance)} and `}a ${regime?.value ?? 'known'} volatility regime${volatility === undefined ? say`` : say` (30-day volatility ${volatility})`}.`,
      lines: kept([
        buy === undefined || sell === undefined
          ? NO_LINE
          : say`By the estimate of bought and sold volume of ${key}, buying was ${buy} and selling ${sell}.`,
        control === undefined
          ? NO_LINE
          : say`Most of ${key} traded at ${control} (point of control)${low === undefined || high === undefined ? say`` : say`, with a value area from ${low} to ${high}`}.`,
        relative === undefined ? NO_LINE : say`The relative volume of ${key} was ${relative} its usual one.`,
        ...score,
      ]),
      coverage: share(securities, ({ key: id }) => found.date('microstructure.session', id) !== undefined),
    };
  },
};
