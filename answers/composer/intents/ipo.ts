import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { kept } from './signal.js';
import { roundLine } from './valuation.js';

const AXES = ['signal', 'scale', 'maturity', 'growth', 'liquidity'] as const;

function axesLine(found: Found, { id, name }: Entity): Line {
  const parts = AXES.flatMap((axis) => {
    const fact = found.number(`ipo_readiness.${axis}`, id);
    return fact === undefined ? [] : [say`${axis} ${fact}`];
  });
  return parts.length === 0 ? NO_LINE : say`The axes of ${name}: ${listed(parts)}.`;
}

/** When a private company may be listed. */
export const INTENT: Intent = {
  name: 'ipo',
  signs: [
    [
      /\b(?:still|yet|already|now) (?:a )?(?:private|public)\b|\bprivate or public\b|\bis @c (?:a )?(?:private|public)\b/,
      4,
    ],
    [/\b(?:ipos?|go(?:es|ing)? public|publicly traded|list(?:ed|ing)|readiness|ready to list|float(?:ation)?)\b/, 3.8],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies }) =>
    companies.slice(0, 3).flatMap(({ key: slug }) => [
      { tool: 'ipo_readiness', input: { slug } },
      { tool: 'private_company', input: { slug } },
    ]),
  research: ({ companies }) =>
    companies.slice(0, 2).flatMap(({ key: slug }) => [
      { tool: 'private_mark', input: { slug } },
      { tool: 'private_liquidity', input: { slug } },
    ]),
  write({ companies }, found) {
    const asked = companies.slice(0, 3);
    const [company] = asked;
    if (company === undefined) return null;
    const score = ({ id }: Entity) => found.number('ipo_readiness.composite', id);
    const status = ({ id }: Entity) => found.text('private_company.ipo_status', id);
    const told = asked.filter((each) => score(each) !== undefined);
    const lines = asked.flatMap((each) => {
      const [window, rank, year] = [
        found.text('ipo_readiness.window', each.id),
        found.number('ipo_readiness.rank', each.id),
        found.number('private_company.ipo_year', each.id),
      ];
      const state = status(each);
      return [
        year === undefined ? NO_LINE : say`The press expects a listing of ${each.name} in ${year}.`,
        window === undefined
          ? NO_LINE
          : say`The window that the model gives ${each.name} is ${window.value}${rank === undefined ? say`` : say`; it ranks ${rank} among the private companies`}.`,
        axesLine(found, each),
        state === undefined ? NO_LINE : say`The listing status of ${each.name} is: ${state.value}.`,
        roundLine(found, each),
      ];
    });
    const gone = status(company);
    if (gone !== undefined && /^(?:listed|acquired)$/.test(gone.value)) {
      const successor = found.text('private_company.succeeded_by', company.id);
      return {
        headline: say`${company.name} is no longer private: it has been ${gone.value}${successor === undefined ? say`` : say` (${successor})`}.`,
        lines: kept(lines),
        coverage: 1,
      };
    }
    const buyer = found.text('private_company.pending_acquirer', company.id);
    if (buyer !== undefined)
      return {
        headline: say`${buyer} has agreed to buy ${company.name}, so that it is not ranked for a listing.`,
        lines: kept(lines),
        coverage: 1,
      };
    if (told.length === 0)
      return {
        headline: say`Too little is known of ${company.name} for an IPO readiness.`,
        lines: kept(lines),
        coverage: 0.3,
      };
    const parts = told.map(
      (each) =>
        say`${each.name} has an IPO readiness of ${score(each) ?? ''} of 100 (${found.text('ipo_readiness.band', each.id)?.value ?? ''})`,
    );
    return {
      headline: say`No date is announced here; ${listed(parts)}.`,
      lines: kept(lines),
      coverage: share(asked, (each) => score(each) !== undefined),
    };
  },
};
