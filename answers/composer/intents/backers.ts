import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { capitalised } from '../words.js';
import { kept } from './signal.js';
import { roundLine } from './valuation.js';

const SHOWN = 8;

/** Listed holders with what is known of their stakes. */
export function stakesLine(found: Found, { id, name }: Entity): Line {
  const parts = [...new Set(found.rows('private_stakes.ticker', id))].slice(0, 5).map((row) => {
    const [holder, ticker, percent, value] = [
      found.text('private_stakes.holder', id, row),
      found.text('private_stakes.ticker', id, row),
      found.number('private_stakes.share', id, row),
      found.number('private_stakes.value', id, row),
    ];
    const size =
      percent === undefined
        ? value === undefined
          ? say``
          : say`, a stake worth ${value}`
        : say`, a share of ${percent}${value === undefined ? say`` : say` worth ${value}`}`;
    return say`${holder ?? ''} (${ticker ?? ''}${size})`;
  });
  return parts.length === 0 ? NO_LINE : say`Listed holders of ${name}: ${listed(parts)}.`;
}

const SHARED = /\b(?:both|common|shared?|same|overlap\w*|all (?:of them|three))\b/;

/** Backers that several companies have in common. */
function sharedLine(found: Found, companies: readonly Entity[]): Line {
  const [first, ...others] = companies.map(({ id }) => found.texts('private_company.investor', id));
  if (first === undefined) return NO_LINE;
  const common = first.filter(({ value }) =>
    others.every((own) => own.some((other) => other.value.toLowerCase() === value.toLowerCase())),
  );
  const names = listed(companies.map(({ name }) => say`${name}`));
  return common.length === 0
    ? say`No known backer of one of ${names} is a known backer of the ${companies.length > 2 ? 'others' : 'other'}.`
    : say`Known backers of ${companies.length > 2 ? 'all of' : 'both'} ${names}: ${listed(common.map((each) => say`${each}`))}.`;
}

/** Who backs a private company. */
export const INTENT: Intent = {
  name: 'backers',
  signs: [
    [
      /\b(?:back(?:s|ed|ers?|ing)?|investors?|invested|invests?|funded|funders?|shareholders?|owns?|owners?|cap table|lead investors?|led|money behind|behind)\b/,
      4,
    ],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies }) =>
    companies.slice(0, 3).flatMap(({ key: slug }) => [
      { tool: 'private_company', input: { slug } },
      { tool: 'private_stakes', input: { slug } },
    ]),
  research: ({ companies }) =>
    companies.slice(0, 2).flatMap(({ key: slug, name }) => [
      { tool: 'startup_news', input: { first: 5, search: name, hasFunding: false, topic: null } },
      { tool: 'ipo_readiness', input: { slug } },
    ]),
  write({ plain, companies, investors }, found) {
    const asked = companies.slice(0, 3);
    const told = asked.filter(({ id }) => found.number('private_company.investors', id) !== undefined);
    const [first] = told;
    const [company] = asked;
    if (first === undefined)
      return company === undefined
        ? null
        : { headline: say`No investors of ${company.name} are known to this service.`, lines: [], coverage: 0.2 };
    const names = (id: string) =>
      found
        .texts('private_company.investor', id)
        .slice(0, SHOWN)
        .map((investor) => say`${investor}`);
    const parts = told.map(({ id, name }) => {
      const count = found.number('private_company.investors', id);
      const own = names(id);
      if (own.length === 0) return say`no investor of ${name} is known`;
      return (count?.value ?? 0) > own.length
        ? say`the ${count ?? ''} known backers of ${name} include ${listed(own)}`
        : say`${name} is backed by ${listed(own)}`;
    });
    const shared = told.length > 1 && SHARED.test(plain) ? sharedLine(found, told) : NO_LINE;
    if (shared.text !== '')
      return {
        headline: shared,
        lines: kept(parts.map((part) => say`${{ ...part, text: capitalised(part.text) }}.`)),
        coverage: share(asked, ({ id }) => names(id).length > 0),
      };
    const [investor] = investors;
    const asksOne = investor !== undefined && told.length === 1;
    const isBacker =
      asksOne &&
      found
        .texts('private_company.investor', first.id)
        .some(({ value }) => investor.names.some((name) => name.toLowerCase() === value.toLowerCase()));
    const headline = asksOne
      ? isBacker
        ? say`Yes: ${investor.name} is one of the ${found.number('private_company.investors', first.id) ?? ''} known backers of ${first.name}.`
        : say`Not as far as is known: ${parts[0] ?? ''}.`
      : say`${listed(parts)}.`;
    const lead = leadLine(found, first);
    if (/\b(?:led|lead)\b/.test(plain) && lead.text !== '')
      return {
        headline: lead,
        lines: kept([
          { ...headline, text: headline.text.charAt(0).toUpperCase() + headline.text.slice(1) },
          roundLine(found, first),
        ]),
        coverage: found.texts('private_company.round_lead', first.id).length > 0 ? 1 : 0.5,
      };
    const text = headline.text.charAt(0).toUpperCase() + headline.text.slice(1);
    return {
      headline: { ...headline, text },
      lines: kept([
        ...(isBacker ? [{ text: `${capitalised(parts[0]?.text ?? '')}.`, sources: parts[0]?.sources ?? [] }] : []),
        ...asked.flatMap((each) => [roundLine(found, each), stakesLine(found, each), raisedLine(found, each)]),
      ]),
      coverage: share(asked, ({ id }) => names(id).length > 0),
    };
  },
};

/** Who led the last round. */
function leadLine(found: Found, { id, name }: Entity): Line {
  const [on, stage] = [found.date('private_company.round_on', id), found.text('private_company.round_stage', id)];
  const leads = found.texts('private_company.round_lead', id).map((lead) => say`${lead}`);
  if (on === undefined || stage === undefined) return NO_LINE;
  return leads.length === 0
    ? say`Who led the last known round of ${name}, of ${on}, is not known to this service.`
    : say`The last known round of ${name}, of ${on}, was led by ${listed(leads)}.`;
}

/** All money raised. */
export function raisedLine(found: Found, { id, name }: Entity): Line {
  const raised = found.number('private_company.raised', id);
  return raised === undefined ? NO_LINE : say`In all ${name} has raised ${raised}.`;
}
