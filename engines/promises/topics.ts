/** What promises are about, most specific first: the first that a sentence names. */
const TOPICS = [
  {
    topic: 'earnings_per_share',
    pattern: /\b(?:EPS|earnings per (?:diluted )?share|diluted earnings|per share)\b/i,
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

/** The topic nearest before a place of the sentence, else the first one after it. */
export function topicOf(sentence: string, at: number): PromiseTopic {
  const before = sentence.slice(0, at);
  let best: { readonly topic: PromiseTopic; readonly end: number } | null = null;
  for (const { topic, pattern } of TOPICS) {
    const every = new RegExp(pattern.source, `${pattern.flags}g`);
    for (const match of before.matchAll(every)) {
      const end = match.index + match[0].length;
      if (best === null || end > best.end) best = { topic, end };
    }
  }
  const named = best?.topic ?? TOPICS.find(({ pattern }) => pattern.test(sentence))?.topic;
  return named ?? (GROWTH.test(sentence) ? 'revenue' : 'other');
}

/** Whether less is better. */
export function isCost(topic: PromiseTopic): boolean {
  return TOPICS.some((each) => each.topic === topic && each.isCost);
}

/** Whether a sentence says what its figures measure. */
export function namesTopic(sentence: string): boolean {
  return TOPICS.some(({ pattern }) => pattern.test(sentence));
}
