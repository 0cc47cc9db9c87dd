/** Words that do not tell what a figure is about. */
const GENERIC = new Set(
  `a about above actual adjusted after all along also although an and annual annually anticipate anticipated anticipates
  approximately are around as at back balance based basis be because been before being below better between both but by
  can closer comparable compared comparison consistent continue continued continues could current currently decline
  declined declines declining decrease decreased decreases deliver delivered delivering diluted digit digits double
  down due during each earlier earnings end ended entire estimate estimated estimates even expansion expect expected
  expects far first fiscal flat for forward fourth from full fy gaap general going good grew grow growing grown growth
  guidance had half has have high higher i improvement in including increase increased increases increasing into is it
  its just last later level like line look looking low lower maintain maintaining margins may mid midpoint million billion
  minus modestly more moving much negative net new next non non-gaap now of on one or our out outlook over overall
  overall, part per percent percentage period plus point points positive previous previously prior project projected
  q1 q2 q3 q4 quarter quarterly quarters range ranging reflecting reflects remain reported representing result resulted
  resulting results revenue revenues rise rose roughly s sales same second see sequential sequentially share shares
  should similar since single so solid some still strong subject teens than that the their them then there these they
  think third this those through throughout to top total toward turning two under up upper us versus very was we were
  what which while will with within would year year-on-year year-over-year years yield yields as-reported company group
  continuing operation operations constant currency terms movements organic organically largely slightly approximate
  driven reflect achieved generally income quarter's today key financial metrics savings saving forecasted guided significantly reduced benefit healthy stock summarize scenario terms thus come coming came ebitda ebit eps margin expense expenses operating gross capex flow free conversion cash interest rate tax combination business businesses performance report pleased
  compound rate effective target targeting market markets spend spending majority remaining`.split(/\s+/),
);
const WORD = /[\p{L}\p{N}][\p{L}\p{N}&'’]*/gu;
const SHORTEST_WORD = 2;
/** What follows a figure and still tells what it is about. */
const AFTER = /^[^,.;]{0,60}?\b(?:growth|increase|decrease|decline|declines)? ?in (?:the )?([^,.;]{1,50})/i;
/** A segment named at the start: "In residential, we …". */
const FRAME = /^(?:and |so |first, |second, )?(?:in|for|looking at|within) ([^,]{2,60}),/i;
/** Where the words on the result begin. */
const SAYS =
  /\bwe(?:'re)? (?:are |now |also |still |continue to |currently |do |would )*(?:expect|anticipat|estimat|project|see|target)(?:e|ing)?\b/i;
/** How many characters before a figure tell what it is about. */
const NEAR = 90;
/** Where words on reasons start. */
const REASON = /\b(?:with|driven|due|on|as|reflecting|up from|down from|from|compared|versus)\b.*$/i;

function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(WORD)].map(([word]) => word.replace(/['’]s$/, ''));
}

/** The words that tell something apart: neither general ones nor the company's name. */
function tellingWords(text: string, company: string): ReadonlySet<string> {
  const names = new Set(wordsOf(company));
  return new Set(
    wordsOf(text).filter(
      (word) => word.length >= SHORTEST_WORD && !GENERIC.has(word) && !names.has(word) && !/^\d/.test(word),
    ),
  );
}

/**
 * What a figure at `at` of a sentence is about: the words before it, and those after "growth in", without general ones.
 */
export function subjectOf(sentence: string, at: number, company: string): ReadonlySet<string> {
  const after = AFTER.exec(sentence.slice(at, at + 130))?.[1]?.replace(REASON, '') ?? '';
  const before = sentence.slice(Math.max(0, at - NEAR), at);
  const own = before.split(SAYS).at(-1)?.split(' as ').at(-1) ?? before;
  const framed = FRAME.exec(sentence)?.[1] ?? '';
  const whole = own === before && at > NEAR ? before.slice(before.indexOf(' ') + 1) : own;
  return tellingWords(`${framed} ${whole} ${after}`, company);
}

/** The words of a whole sentence that tell what it is about. */
export function contentOf(sentence: string, company: string): ReadonlySet<string> {
  return tellingWords(sentence, company);
}

export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

/** How alike two subjects are, 0 to 1: shared words over those of the smaller; 1 if both are of the whole company. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 && other.size === 0) return 1;
  return one.size === 0 || other.size === 0 ? 0 : shared(one, other) / Math.min(one.size, other.size);
}

/** `gaap` or `non-gaap` if the sentence says it; the first if it says both. */
export function basisOf(sentence: string): 'gaap' | 'non-gaap' | null {
  const found = /\b(non-)?gaap\b/i.exec(sentence);
  if (found === null) return null;
  return found[1] === undefined ? 'gaap' : 'non-gaap';
}
