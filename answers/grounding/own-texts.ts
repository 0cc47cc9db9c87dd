import type { Claim } from './claim.js';
import { isOf, type Evidence } from './evidence.js';
import { hide } from './sentences.js';
import { ownersOf, subjectsIn, type Topic } from './subject-mentions.js';

/** What may stand beside own texts: a lead before a colon, and what separates them. */
const BESIDE = /^\s*(?:[^.;:_]*:)?(?:[\s;,.]|_|\band\b)*$/i;

/**
 * Own texts that a sentence consists of, word for word and each of its subject, maybe after a lead and a colon; and the
 * sentence without them. Beside other words nothing is hidden, since they may say anything of a text.
 */
export function recited(
  shown: string,
  topic: Topic,
  evidence: Evidence,
): { readonly rest: string; readonly claims: readonly Claim[] } {
  const lower = shown.toLowerCase();
  const said = evidence.ownTexts.filter((each) => lower.includes(each.lower));
  const claims: Claim[] = [];
  let rest = shown;
  if (said.length === 0) return { rest, claims };
  const { mentions } = subjectsIn(shown, evidence.names);
  for (const { fact, pattern } of said) {
    rest = rest.replace(pattern, (text, start: number) => {
      const place = { start, end: start + text.length };
      const outside = mentions.filter((mention) => mention.end <= place.start || mention.start >= place.end);
      // What is of nobody is not of somebody who is named before.
      const isWhose =
        fact.subjects.length === 0 ? outside.length === 0 : isOf(fact, ownersOf(shown, place, outside, topic));
      if (!isWhose) return text;
      claims.push({ kind: 'statement', text, ...place, fault: null, sources: [fact.source] });
      return hide(text);
    });
  }
  // "Technology: Energy is 40% of it" would be of another entry.
  const lead = /^\s*([^:]*):/.exec(rest)?.[1]?.toLowerCase();
  const isOfEntry = evidence.labels.some(({ value }) => value.toLowerCase() === lead);
  return BESIDE.test(rest) && !isOfEntry ? { rest, claims } : { rest: shown, claims: [] };
}
