import { share, type Intent } from '../intent.js';
import { say } from '../line.js';
import { fullName } from '../words.js';
import { kept, priceLine, reportLine } from './signal.js';

/** What is often asked of listed securities and told by no tool. */
const UNKNOWN: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:ceo|chief executive|founders?|founded|chairman|cfo|management team|who (?:runs|leads|founded|started))\b/,
    'people of listed companies',
  ],
  [/\b(?:employees?|headcount|headquarter\w*|hq|based in|where is)\b/, 'employees and seats of listed companies'],
  [
    /\b(?:market cap(?:itali[sz]ation)?|shares outstanding|float|how much is @s worth|what is @s worth|what's @s worth)\b/,
    'the number of shares and the market value of listed companies',
  ],
  [
    new RegExp(
      String.raw`\b(?:p ?/ ?[esb]\b|pe\b|peg ratio|price[- ]to[- ]|price[- ]earnings|ev/|ebitda|debt[- ](?:to|ratio)` +
        String.raw`|leverage|(?:much|any) (?:bitcoin|goodwill)|book value per share|roe|roic|return on (?:equity|assets))\b`,
    ),
    'valuation ratios, EBITDA and returns on equity',
  ],
  [
    /\b(?:short interest|short sellers?|days to cover|borrow|put[- ]call|option chain|greeks|implied volatility)\b/,
    'short interest and option chains',
  ],
  [/\b(?:esg|carbon footprint|sustainab\w*)\b/, 'sustainability'],
  [
    /\b(?:products?|customers?|competitors?|suppliers?|market share|invent\w*|business model|what does @s (?:do|make|sell))\b/,
    'products, customers and rivals of listed companies',
  ],
];

/** Options of a security one by one, and no move that they imply. */
export const CHAIN =
  /^(?!.*\b(?:impl(?:y|ies|ied)|moves?|price in|flow|opinions?)\b).*(?:\boptions? (?:on|of|for|in|expir\w+|prices?|chains?|strikes?|premiums?|quotes?|volume|contracts?|open interest)\b|@s(?:'s)? (?:stock )?(?:options?|(?:call|put)s? (?:options?|expir\w+|strikes?))\b|\bstrike prices?\b|\b(?:call|put) options?\b|\bopen interest\b)/;

/** Says what no tool knows, and what there is instead. */
export const INTENT: Intent = {
  name: 'unsupported',
  signs: [
    ...UNKNOWN.map(([pattern]) => [pattern, 2.9] as const),
    // Their words are also those of single figures.
    [/\bdebt[- ](?:to|ratio)|\breturn on (?:equity|assets)\b|\bbook value per share\b|\bebitda\b/, 9],
    [CHAIN, 6],
    [/^what (?:does|do) @s (?:do|make|sell|produce)\b/, 6],
    [/\bhow much (?:bitcoin|goodwill)\b/, 3],
  ],
  fits: ({ securities, companies, holdings }) => securities.length > 0 && companies.length === 0 && holdings === null,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'signal', input: { tickers } },
      { tool: 'earnings', input: { tickers } },
    ];
  },
  write({ plain, securities }, found) {
    const what = CHAIN.test(plain)
      ? 'option chains'
      : (UNKNOWN.find(([pattern]) => pattern.test(plain))?.[1] ?? 'that');
    const [first] = securities;
    if (first === undefined) return null;
    const lines = securities.flatMap((security) => {
      const [label, score] = [found.text('signal.label', security.key), found.number('signal.score', security.key)];
      return [
        label === undefined || score === undefined
          ? say``
          : say`What they know of ${fullName(security)}: its composite signal is ${label} at ${score} of 100.`,
        priceLine(found, security.key),
        reportLine(found, security.key),
      ];
    });
    return {
      headline: say`The tools of this service do not tell ${what}.`,
      lines: kept(lines),
      coverage: share(securities, () => false),
    };
  },
};
