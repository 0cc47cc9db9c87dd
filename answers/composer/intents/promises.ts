import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say } from '../line.js';
import { fullName, possessive } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

const QUARTERS = 6;

/** Whether management keeps its word. */
export const INTENT: Intent = {
  name: 'promises',
  signs: [
    [
      /\b(?:promis\w*|credib\w*|(?:keep|kept|keeps|break|broke) (?:its|their|his|her) (?:word|promises?)|walk(?:ed|s)? back|commitments?|overpromis\w*)\b/,
      4.5,
    ],
    [
      /\b(?:guidance|management|forward[- ]looking|said they would|trust(?:worthy)?|deliver(?:s|ed)? on|execut\w+)\b/,
      2.4,
    ],
    [/\b(?:earnings calls?|transcripts?)\b/, 1.5],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => [
    { tool: 'promises', input: { tickers: securities.slice(0, 3).map(({ key }) => key), quarters: QUARTERS } },
  ],
  research: ({ securities }) => [{ tool: 'earnings', input: { tickers: securities.map(({ key }) => key) } }],
  write({ securities }, found) {
    const told = placed(securities, found, 'promises.kept');
    const [asked] = securities;
    const [first] = told;
    if (first === undefined) {
      if (asked === undefined || found.refused('promises').some(({ code }) => code === 'transcript_quota_reached'))
        return null;
      return { headline: say`No earnings calls of ${fullName(asked)} are stored.`, lines: [], coverage: 0.2 };
    }
    const n = (key: string, id: string) => found.number(`promises.${key}`, id);
    const scored = placed(
      told.map(({ security }) => security),
      found,
      'promises.credibility',
    );
    const [best] = scored;
    const of = best?.security ?? first.security;
    const counts = (id: string) =>
      say`${n('kept', id) ?? ''} kept, ${n('missed', id) ?? ''} missed, ${n('walked_back', id) ?? ''} walked back and ${n('pending', id) ?? ''} pending`;
    const headline =
      scored.length > 1 && best !== undefined
        ? say`${possessive(best.security.name)} management is the more credible: ${listed(scored.map(({ security, fact }) => say`${fact} of 100 for ${security.key}`))}.`
        : say`${possessive(of.name)} management has a credibility index of ${n('credibility', of.key) ?? ''} of 100: of ${n('total', of.key) ?? ''} promises it kept ${n('kept', of.key) ?? ''} and missed ${n('missed', of.key) ?? ''}.`;
    const lines = told.flatMap(({ security: { key } }) => {
      const rows = [...new Set(found.rows('promises.text', key))];
      const [missed, pending] = ['missed', 'pending'].map((status) =>
        rows.find((row) => found.text('promises.status', key, row)?.value === status),
      );
      const quoted = (row: number | undefined) =>
        row === undefined ? undefined : found.text('promises.text', key, row);
      const [miss, open] = [quoted(missed), quoted(pending)];
      return [
        say`In ${n('quarters', key) ?? ''} calls of ${key}, promises are ${counts(key)}; its archetype is ${found.text('promises.archetype', key) ?? ''}.`,
        miss === undefined ? NO_LINE : say`A promise of ${key} that was missed: ${miss}.`,
        open === undefined ? NO_LINE : say`The newest open promise of ${key}: ${open}.`,
      ];
    });
    return {
      headline,
      lines: kept(lines),
      coverage: share(securities.slice(0, 3), ({ key }) => n('kept', key) !== undefined),
    };
  },
};
