/** Where a clause ends and another begins. */
const BOUNDARY =
  /[,;:] (?:and |but |so |while |which )?|\b(?:and|but|so|while|because) (?=(?:we|we're|we'll|we've|I|I'm|our|they|it|this|that|plan|intend|expect|remain|continue)\b)/gi;
const PAST_VERB =
  /\b(?:was|were|included|totaled|benefited|contributed|represented|generated|delivered|achieved|resulted|came in)\b|\b(?:we|we've|I|I've|they|it|this|which|who|sales|revenues?|margins?|orders|volumes|backlog|earnings|results|savings|teams?) (?:have |has |had |also |\w+ly ){0,2}(?:saw|grew|rose|fell|made|took|drove|brought|led|won|built|kept|came|did|paid|been|had|(?!expected|anticipated|planned|projected|targeted|needed)\w{3,}ed)\b/i;

/** The clause around a place of a sentence; one without a verb, such as "in the quarter,", goes with the next. */
function clauseAt(sentence: string, at: number): string {
  let start = 0;
  for (const { index, 0: mark } of sentence.matchAll(BOUNDARY)) {
    const end = index + mark.length;
    const isAdverbial = index - start < ADVERBIAL && !VERB.test(sentence.slice(start, index));
    if (at < index && !isAdverbial) return sentence.slice(start, index);
    if (at >= end && !isAdverbial) start = end;
  }
  return sentence.slice(start);
}
/** Longest words of time or place before a clause. */
const ADVERBIAL = 45;
const VERB =
  /\b(?:is|are|was|were|will|would|should|can|could|have|has|had|we've|we're|we'll|I'm|(?:we|I|they|it|which) \w+)\b/i;

/** Whether what stands at a place of a sentence is told as past: its clause has a past verb and no word of `ahead`. */
export function isToldAsPast(sentence: string, at: number, ahead: readonly RegExp[]): boolean {
  const clause = clauseAt(sentence, at);
  return PAST_VERB.test(clause) && !ahead.some((pattern) => pattern.test(clause));
}
