import { withoutShares } from './measures.js';

/** What promises are about, most specific first: the first that a sentence names. */
const TOPICS = [
  {
    topic: 'earnings_per_share',
    pattern: /\b(?:EPS|earnings per (?:diluted )?share|diluted earnings|per (?:diluted |basic )?share)\b/i,
    isCost: false,
  },
  { topic: 'cash_flow', pattern: /\b(?:free cash flow|cash flow|cash conversion)\b/i, isCost: false },
  { topic: 'gross_margin', pattern: /\bgross (?:profit )?margins?\b/i, isCost: false },
  {
    topic: 'operating_profit',
    pattern: /\b(?:EBITDA|EBIT|operating (?:income|profit|margins?|leverage)|profitability|margins?)\b/,
    isCost: false,
  },
  { topic: 'cost_savings', pattern: /\b(?:savings|synerg(?:y|ies)|productivity)\b/i, isCost: false },
  { topic: 'tax_rate', pattern: /\btax rate\b/i, isCost: true },
  { topic: 'capital_spending', pattern: /\b(?:capital expenditures?|capex|capital spending)\b/i, isCost: true },
  {
    topic: 'financing',
    pattern: /\b(?:interest expense|debt|leverage ratio|dividends?|repurchas\w*|buybacks?)\b/i,
    isCost: true,
  },
  {
    topic: 'expenses',
    pattern: /\b(?:expenses?|SG&A|R&D|costs?|restructuring|realignment|equity losses|losses|charges|inflation)\b/i,
    isCost: true,
  },
  { topic: 'revenue', pattern: /\b(?:revenues?|sales|top line|orders|licensing)\b/i, isCost: false },
  {
    topic: 'supply',
    pattern: /\b(?:inventor(?:y|ies)|supply|capacity|production|backlog|shipments?|volumes?|deployments?)\b/i,
    isCost: false,
  },
  {
    topic: 'product',
    pattern: /\b(?:launch\w*|introduc\w*|roll(?:ing)? ?out|release|product|platform|pric(?:e|es|ing))\b/i,
    isCost: false,
  },
] as const satisfies readonly { readonly topic: string; readonly pattern: RegExp; readonly isCost: boolean }[];

/** Growth of what is not named is of revenue. */
const GROWTH = /\b(?:growth|grow|growing|end markets?)\b/i;

export type PromiseTopic = (typeof TOPICS)[number]['topic'] | 'other';

/** "$0.42 per diluted share" */
const PER_SHARE = /^[^,;]{0,16}?\bper (?:\w+ )?share\b/i;
/** How far after a figure what it measures is named: "5% growth in revenue". */
const CLAUSE_END = /[;,] |\. /;

/** The topic that ends last in a text. */
function lastTopic(text: string): PromiseTopic | undefined {
  let best: { readonly topic: PromiseTopic; readonly end: number } | undefined;
  for (const { topic, pattern } of TOPICS) {
    const every = new RegExp(pattern.source, `${pattern.flags}g`);
    for (const match of text.matchAll(every)) {
      const end = match.index + match[0].length;
      if (best === undefined || end > best.end) best = { topic, end };
    }
  }
  return best?.topic;
}

function firstTopic(text: string): PromiseTopic | undefined {
  return TOPICS.find(({ pattern }) => pattern.test(text))?.topic ?? (GROWTH.test(text) ? 'revenue' : undefined);
}

/** What a sentence without a figure is about. */
export function topicOf(text: string): PromiseTopic {
  const sentence = withoutShares(text);
  return lastTopic(sentence) ?? firstTopic(sentence) ?? 'other';
}

/** What the figure at a place of a sentence is of: the topic nearest before it, else the first in its clause. */
export function topicAt(text: string, at: number): PromiseTopic {
  const sentence = withoutShares(text);
  const [before, after] = [sentence.slice(0, at), sentence.slice(at)];
  if (PER_SHARE.test(after)) return 'earnings_per_share';
  const clause = after.split(CLAUSE_END)[0] ?? after;
  return lastTopic(before) ?? firstTopic(clause) ?? (GROWTH.test(before) ? 'revenue' : 'other');
}

/** Whether less is better. */
export function isCost(topic: PromiseTopic): boolean {
  return TOPICS.some((each) => each.topic === topic && each.isCost);
}
