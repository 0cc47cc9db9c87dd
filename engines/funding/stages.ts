/** The stages of a round, as the contract's answers spell them. */
export const STAGES = [
  'Pre-seed',
  'Angel',
  'Seed',
  'Pre-Series A',
  'Series A',
  'Series B',
  'Series C',
  'Series D',
  'Series E',
  'Series F',
  'Series G',
  'Series H',
  'Series I',
  'Series J',
  'Growth',
  'Bridge',
  'Debt',
  'Grant',
  'Secondary',
] as const;

export type FundingStage = (typeof STAGES)[number];

/** A stage at a place of a text. */
export interface StageMention {
  readonly at: number;
  readonly end: number;
  readonly stage: FundingStage;
  /** "Series B-1", "Series C+", "seed extension". */
  readonly isExtension: boolean;
}

const ROUND = String.raw`(?:rounds?|funding|financings?|investments?|capital|extension|raise|money|deal|equity)`;
const SERIES = String.raw`series[\s-]([a-j])(?![a-z'])(?:[\s-]?([1-9])(?!\d)|(\+))?(?:\s+(extension))?`;
const NAMED = String.raw`(pre[\s-]?seed|seed(?:[\s-]round)?|angel|growth|bridge|secondary|debt)(?=\s+(?:\w+[\s-]+){0,2}${ROUND}\b|\s+(?:facility|round|sale|transaction))`;
const LOANS = String.raw`(venture debt|convertible (?:notes?|loans?|debt)|credit facility|venture loan|debt facility|term loan)`;
const BARE_SEED = String.raw`(?<=\b(?:in|[\d.]*\d\s?(?:m|mn|k|million|thousand)?)\s)(pre[\s-]?seed|seed)\b(?![\s-](?:stage|to)\b)`;
const GRANTS = String.raw`(grants?)(?= (?:funding|from)\b)|(?<=\bin )(grants?)\b`;
const STAGE = new RegExp(String.raw`\b(pre)?[\s-]?\b${SERIES}|\b${NAMED}|\b${LOANS}|${BARE_SEED}|\b${GRANTS}`, 'giu');
const EXTENSION_AFTER = /^[\s-]*(?:round[\s-]*)?extension\b/i;
const EXTENSION_BEFORE = /\bextension (?:of|to) (?:\S+ ){0,4}$/i;

const KINDS: readonly (readonly [RegExp, FundingStage])[] = [
  [/^pre[\s-]?seed/i, 'Pre-seed'],
  [/^seed/i, 'Seed'],
  [/^angel/i, 'Angel'],
  [/^growth/i, 'Growth'],
  [/^bridge/i, 'Bridge'],
  [/^secondary/i, 'Secondary'],
  [/^grants?/i, 'Grant'],
];

function stageOf(match: RegExpMatchArray): FundingStage | null {
  const [, pre, letter, , , , ...others] = match;
  if (letter !== undefined) {
    const stage = `Series ${letter.toUpperCase()}`;
    if (pre !== undefined && letter.toUpperCase() !== 'A') return null;
    return STAGES.find((each) => each === (pre === undefined ? stage : `Pre-${stage}`)) ?? null;
  }
  const name = others.find((each?: string) => each !== undefined) ?? '';
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'Debt';
}

/** The stages that a text names, in its order. */
export function stagesIn(text: string): readonly StageMention[] {
  return Array.from(text.matchAll(STAGE)).flatMap((match) => {
    const stage = stageOf(match);
    if (stage === null) return [];
    const end = match.index + match[0].length;
    const [, , , tranche, plus, extension] = match;
    const isExtension =
      (tranche ?? plus ?? extension) !== undefined ||
      EXTENSION_AFTER.test(text.slice(end, end + 20)) ||
      EXTENSION_BEFORE.test(text.slice(Math.max(0, match.index - 60), match.index));
    return [{ at: match.index, end, stage, isExtension }];
  });
}
