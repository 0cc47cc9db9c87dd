import type { Intent } from '../intent.js';
import { say } from '../line.js';

const HELP =
  /^\W*(?:(?:please|can you|could you) )?(?:help(?: me)?|commands?|usage|examples?|(?:some |give me |show me )?(?:examples?|sample questions?|ideas for questions)|instructions|how (?:does|do) (?:this|it|you) work|how (?:do|can|should) (?:i|we) (?:use|ask) (?:this|it|you|questions?)|(?:what|which)(?: kinds? of| sorts? of)?(?: things?| questions?| topics?)? (?:can|could|may|should|do) (?:i|we|you|one|this|it) (?:do|ask|answer|help(?: me)?(?: with)?|know|cover|tell(?: me)?)(?: (?:you|about|here|for me))*|what (?:are|is) (?:you|this)(?: (?:able|here) (?:to do|for))?|who are you|what (?:are|is) your (?:capabilities|features))\W*$/;

const COVERED =
  'Questions are answered about listed US stocks and ETFs, portfolios, coming events, private companies and their investors, from the data of this service.';
const EXAMPLES = [
  'What is the signal of AAPL?',
  'Which companies report next week?',
  'What is Stripe worth?',
  'How did SPY do in the last year?',
];
const KINDS =
  'Of stocks and ETFs there are signals, prices, news, reports, filings, analysts, insiders, dividends, seasonality, gaps, backtests and institutional holders; of private companies valuations, rounds, backers and liquidity.';

/** What may be asked. */
export const INTENT: Intent = {
  name: 'help',
  signs: [[HELP, 12]],
  fits: ({ securities, companies, investors, holdings, plain }) =>
    securities.length + companies.length + investors.length === 0 && holdings === null && HELP.test(plain),
  plan: () => [],
  write: () => ({
    headline: say`${COVERED}`,
    lines: [say`For example: ${EXAMPLES.map((example) => `“${example}”`).join(', ')}.`, say`${KINDS}`],
    coverage: 1,
  }),
};
