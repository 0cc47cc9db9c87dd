import type { Intent } from '../intent.js';
import { say } from '../line.js';
import { OTHER_MARKETS } from '../list-words.js';
import type { Question } from '../question.js';
import { sectorIn } from '../slots.js';

/** What is asked of the whole market, or of all companies, and told by no tool; and what is told instead. */
interface Unknown {
  readonly pattern: RegExp;
  readonly headline: string;
  readonly instead: string;
}

const UNKNOWN: readonly Unknown[] = [
  {
    pattern: /\b(?:poems?|jokes?|songs?|haikus?|limericks?|essays?)\b/,
    headline: 'Texts of this kind are outside what the tools of this service know.',
    instead: 'Ask about listed securities, the calendar, private companies or investors.',
  },
  {
    pattern:
      /^(?!.*\b(?:startups?|venture|private|funding|rounds?|raised?|ai|fintechs?|climate|biotech|space|robot\w*|defen[sc]e|saas|software|congress\w*|ipos?|signals?)\b).*(?:\bnews\b|\bheadlines\b)/,
    headline: 'No tool tells the news of the whole market, or lists securities by it.',
    instead: 'Ask for the news of a ticker, or for those of startups.',
  },
  {
    pattern: new RegExp(
      String.raw`^(?=.*${OTHER_MARKETS.source})(?=.*\b(?:markets?|exchanges?)\b).*\b(?:open|opens|closed|closes|hours|holidays?)\b`,
    ),
    headline: 'Only the sessions of the US stock market are known, by the calendar of NYSE.',
    instead: 'Ask whether the US stock market is open on a day, or for its holidays.',
  },
  {
    pattern: new RegExp(
      String.raw`^(?:what|which|list|name|show)(?: me)?(?: the| all)* (?:stocks|companies|names|members|components|` +
        String.raw`constituents)(?: are| is)?(?: in| of)? (?:the )?(?:dow|s&p|nasdaq|russell|index)\b|\bconstituents\b`,
    ),
    headline: 'Members of indexes are not stored.',
    instead: 'Ask how an index moved by its fund (SPY, QQQ, DIA, IWM), or for the strongest names of a sector.',
  },
  {
    pattern: new RegExp(
      String.raw`\b13f (?:filers?|managers?|filings?)\b|\b(?:largest|biggest|top|all` +
        String.raw`|list(?: of)?)(?: the)? (?:\w+ )?(?:managers|hedge funds|asset managers)\b`,
    ),
    headline: 'No tool lists the managers with forms 13F.',
    instead: 'Ask what a manager holds, by its name, or who holds a ticker; the field institutionalManagers lists all.',
  },
  {
    pattern: /\binsiders?\b/,
    headline: 'Trades of insiders are told of securities that are named.',
    instead: 'Ask, for example, whether insiders of a ticker bought this month, or for their largest sale.',
  },
  {
    pattern:
      /^(?!.*\b(?:rank|strongest|weakest|signals?|scores?)\b).*\b(?:upgrades?|downgrades?|upgraded|downgraded|rating actions?)\b/,
    headline: 'Rating actions of analysts are told of securities that are named.',
    instead: 'Ask for the newest upgrade or downgrade of a ticker.',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:highest|top|best|most|largest|biggest|above|over|least)\b.*\b(?:dividends?|yields?|yielding)\b|` +
        String.raw`\bdividend (?:stocks|payers|aristocrats?|kings?)\b`,
    ),
    headline: 'No tool lists securities by their dividends or yields.',
    instead: 'Name the securities, and their yields are compared: for example, KO, PEP and PG by dividend yield.',
  },
  {
    pattern: /\bregimes?\b/,
    headline: 'No tool tells the regime of the market.',
    instead:
      'The overlay of a portfolio has one; a question is answered with how the market is doing, or its strongest names.',
  },
  {
    pattern: /\bwhat (?:does|do|is meant by)\b.*\bmeans?\b|\bdefin(?:e|ition)\b/,
    headline: 'Terms are explained in the methodology of this service, and not by answers.',
    instead: 'Ask for the value of a term, for example the composite score of a ticker.',
  },
  {
    pattern:
      /^(?!.*\b(?:stocks?|names?|shares|companies|etfs?|startups?|private)\b).*(?:\bp ?\/ ?[esb]\b|\bpe ratios?\b|^\W*pe\W*$|\bprice[- ]to[- ](?:earnings|book|sales)\b|\bpeg ratio\b|\bev\/ebitda\b)/,
    headline: 'No tool tells a price-to-earnings ratio, or another ratio of a price to figures of reports.',
    instead: 'Ask for the price of a ticker, and for its newest earnings per share.',
  },
  {
    pattern: /\bsecondar(?:y|ies)\b|\btender offers?\b|\btape\b/,
    headline: 'Secondary trades and tender offers are told of one private company at a time.',
    instead: 'Name the company, for example: what did its shares last trade at in the secondary market?',
  },
  {
    pattern: /\bmarks?\b.*\bconfidence\b|\bconfidence\b.*\bmarks?\b/,
    headline: 'No tool lists modelled valuations by their confidence.',
    instead: 'Ask what a private company is worth, or for the most valuable ones.',
  },
  {
    pattern: /\b(?:listed|public) (?:companies|stocks|holders)\b.*\b(?:stakes?|private)\b/,
    headline: 'Stakes in private companies are told of a private company or of a listed holder that is named.',
    instead: 'Ask, for example, which listed companies own a stake in one of them.',
  },
  {
    pattern: /\b(?:firms?|vcs?|investors?|funds?)\b.*\b(?:are|is|based|located|headquartered) in\b/,
    headline: 'Firms are not looked up by the place of their seat.',
    instead:
      'Ask for the largest firms of a kind, where one is based, or which fit a company that raises money in a region.',
  },
];

/** Sectors by what no tool measures them by, and several names of each. */
const SECTORS: Unknown = {
  pattern: /\b(?:which|what|best|worst|strongest|weakest|top|rank|compare)\b.*\b(?:sectors?|industr(?:y|ies))\b/,
  headline: 'No tool ranks sectors, or the names of each sector, by this measure.',
  instead:
    'Ask which sector is strongest, or did best over a period, for the best name of each, or for the strongest names ' +
    'of one, for example of technology.',
};

/** Names of each sector. */
const OF_EACH = /\b(?:each|every|per) sectors?\b|\b(?:stocks|names|compan(?:y|ies)) by sector\b/;

const isOfSectors = (question: Question): boolean =>
  OF_EACH.test(question.plain) || (SECTORS.pattern.test(question.plain) && sectorIn(question) === null);

const unknownIn = (question: Question): Unknown | undefined =>
  isOfSectors(question) ? SECTORS : UNKNOWN.find(({ pattern }) => pattern.test(question.plain));

/** Says that no tool tells what a question without names asks for, instead of answering another one. */
export const INTENT: Intent = {
  name: 'no-tool',
  signs: [[/^.*$/, 9]],
  fits: (question) =>
    question.securities.length + question.companies.length + question.investors.length === 0 &&
    question.holdings === null &&
    unknownIn(question) !== undefined,
  plan: () => [],
  write(question) {
    const unknown = unknownIn(question);
    return unknown === undefined
      ? null
      : { headline: say`${unknown.headline}`, lines: [say`${unknown.instead}`], coverage: 0 };
  },
};
