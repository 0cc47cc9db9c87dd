/** Which way the words around a number say that something went; 0 if they do not say. */
export interface Direction {
  readonly sign: 1 | -1 | 0;
  /** Whether the number is where it went to or came from, and not how far: "rose to 71.2". */
  readonly isLevel: boolean;
  /** Whether the word tells the direction whatever sign is written: "fell −3.4%" is a fall. */
  readonly isVerb: boolean;
}

export const NO_DIRECTION: Direction = { sign: 0, isLevel: false, isVerb: false };

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const UP = words(`
  rose rise rises risen rising gained gains gain gaining climbed climbs climb jumped jumps jump added adds advanced
  advances advance increased increases increase grew grows grown growing up higher surged surges surge rallied rallies
  improved improves expanded soared soars outperformed outperforms premium ahead appreciated doubled upturn`);
const DOWN = words(`
  fell fall falls fallen falling lost loses lose loss losses losing dropped drops drop declined declines decline slid
  slides slipped slips decreased decreases decrease down lower shrank shrinks plunged plunges tumbled tumbles sank sinks
  underperformed underperforms discount drawdown drawdowns negative contracted contracts weakened retreated depreciated
  downturn slumped slumps`);
/** After a number: "3.4% higher", "2 points below", "a 3.4% gain". */
const UP_AFTER = words('higher up above more gain gains increase rise advance premium growth greater ahead climb jump');
const DOWN_AFTER = words(
  'lower down below less fewer loss losses decrease drop decline fall discount drawdown behind slide',
);
const NEGATIONS = /(?:\bnot|\bnever|n[’']t|\bwithout|\bneither|\bnor)$/i;
const BREAKS = /[;:()—]|,\s|\b(?:while|whereas|but|although|though|versus|vs|against|and|or|than)\b/gi;
const LEVEL =
  /\b(?:to|from|at)\s(?:(?:about|around|roughly|approximately|nearly|almost|just|over|under|above|below|some|a|an|the)\s)*(?:US)?[$+−-]?\s?$/i;
const FARTHEST_WORDS = 8;

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}’'-]+/gu) ?? [];

function verbIn(span: string): { readonly sign: 1 | -1; readonly before: string; readonly after: string } | null {
  const all = Array.from(span.matchAll(/[\p{L}’'-]+/gu));
  for (const match of all.slice(-FARTHEST_WORDS).reverse()) {
    const word = match[0].toLowerCase();
    const after = span.slice(match.index + word.length);
    if (word === 'up' && /^\s(?:to|of)\b/i.test(after)) continue;
    if (UP.has(word) || DOWN.has(word))
      return { sign: UP.has(word) ? 1 : -1, before: span.slice(0, match.index), after };
  }
  return null;
}

const VERBLESS = words(
  'up down higher lower gain gains loss losses premium discount drawdown drawdowns negative ahead rise fall drop increase decrease decline advance climb jump surge growing falling rising losing gaining',
);

/** The direction of a number at a place of a sentence; `from` is where the number before it ends. */
export function directionAt(sentence: string, start: number, end: number, from: number): Direction {
  const before = sentence.slice(from, start);
  const lastBreak = [...before.matchAll(BREAKS)].at(-1);
  const span = lastBreak === undefined ? before : before.slice(lastBreak.index + lastBreak[0].length);
  const verb = verbIn(span);
  // "Rose in 60% of the years": how often, and not how far.
  const isShare = /\bin\s$/.test(before) && /^\s(?:of|cases)\b/.test(sentence.slice(end));
  if (isShare) return NO_DIRECTION;
  if (verb !== null && !NEGATIONS.test(wordsOf(verb.before).slice(-3).join(' '))) {
    const word = span.slice(verb.before.length, span.length - verb.after.length).toLowerCase();
    return { sign: verb.sign, isLevel: LEVEL.test(verb.after), isVerb: !VERBLESS.has(word) };
  }
  if (verb !== null) return NO_DIRECTION;
  const [next = '', second = ''] = wordsOf(sentence.slice(end, end + 40).split(/[;:(),.]/)[0] ?? '').map((word) =>
    word.toLowerCase(),
  );
  const word =
    UP_AFTER.has(next) || DOWN_AFTER.has(next)
      ? next
      : /^(?:points?|shares?|sessions?|annual|daily|net|maximum)$/.test(next)
        ? second
        : '';
  if (UP_AFTER.has(word)) return { sign: 1, isLevel: false, isVerb: false };
  return DOWN_AFTER.has(word) ? { sign: -1, isLevel: false, isVerb: false } : NO_DIRECTION;
}

/** A statement of a direction without a number: "AAPL fell today". */
export interface DirectionClaim {
  readonly start: number;
  readonly end: number;
  readonly sign: 1 | -1;
}

const CLAIMING_UP =
  'rose|has risen|have risen|gained|climbed|jumped|advanced|surged|rallied|soared|went up|is up|are up|was up';
const CLAIMING_DOWN =
  'fell|has fallen|have fallen|lost ground|dropped|declined|slid|slipped|plunged|tumbled|sank|went down|is down|are down|was down';
const CLAIM = new RegExp(`\\b(?:(${CLAIMING_UP})|(${CLAIMING_DOWN}))\\b`, 'gi');
const HYPOTHETICAL =
  /\b(?:if|whether|would|could|may|might|had|not|never|no|why|when|how often|often|after|where)\b|n[’']t\b|\?/i;

/** What a sentence states of directions, other than in questions, conditions and denials. */
export function directionClaims(sentence: string): readonly DirectionClaim[] {
  return Array.from(sentence.matchAll(CLAIM)).flatMap((match) => {
    const clause =
      sentence
        .slice(0, match.index)
        .split(/[;:(),]|\bbut\b|\bwhile\b/)
        .at(-1) ?? '';
    if (HYPOTHETICAL.test(clause) || sentence.trimEnd().endsWith('?')) return [];
    if (/^\sin\s\d/.test(sentence.slice(match.index + match[0].length))) return [];
    return [
      {
        start: match.index,
        end: match.index + match[0].length,
        sign: match[1] === undefined ? (-1 as const) : (1 as const),
      },
    ];
  });
}
