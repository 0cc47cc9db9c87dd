import type { Entity } from '../../names/entity.js';
import type { TextFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { dated, joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import { article, possessive } from '../words.js';
import { kept } from './signal.js';

/** Stages begin with a small letter but for those that are names. */
const stageName = (stage: string): string =>
  /^(?:Series|IPO|SAFE)/.test(stage)
    ? stage
    : `${stage.charAt(0).toLowerCase()}${stage.slice(1)}${/\b(?:round|notes?|financing)\b/i.test(stage) ? '' : ' round'}`;

/** How sure a figure is, in brackets: disclosed, reported or indicative. */
export const classOf = (sure: TextFact | undefined): Line => (sure === undefined ? NO_LINE : say` (${sure})`);

/** What a company is worth by the newest disclosed or reported valuation, with its class and day. */
function valued(found: Found, id: string): Line {
  const [value, on] = [found.number('private_company.valuation', id), found.date('private_company.valuation_on', id)];
  const sure = classOf(found.text('private_company.valuation_class', id));
  return value === undefined || on === undefined ? NO_LINE : say`${value}${sure}, of ${on}`;
}

/** The last round. */
export function roundLine(found: Found, { id, name }: Entity): Line {
  const [stage, on, amount, post] = [
    found.text('private_company.round_stage', id),
    found.date('private_company.round_on', id),
    found.number('private_company.round_amount', id),
    found.number('private_company.round_post', id),
  ];
  if (stage === undefined || on === undefined) return NO_LINE;
  const leads = found.texts('private_company.round_lead', id).map((lead) => say`${lead}`);
  const raised = amount === undefined ? say`` : say` of ${amount}`;
  const after = post === undefined ? say`` : say` at a valuation of ${post} after it`;
  const sure = classOf(found.text('private_company.round_class', id));
  return say`The last known round of ${name} is ${article(stageName(stage.value))}${raised} ${dated(on)}${after}${sure}${leads.length === 0 ? say`` : say`, led by ${listed(leads)}`}.`;
}

/** The modelled valuation, or that the tier does not have it. */
export function markLine(found: Found, { id, name }: Entity): Line {
  const [value, low, high, level, on] = [
    ...['value', 'low', 'high'].map((key) => found.number(`private_mark.${key}`, id)),
    found.text('private_mark.confidence', id),
    found.date('private_mark.on', id),
  ];
  if (
    value?.kind !== 'number' ||
    low?.kind !== 'number' ||
    high?.kind !== 'number' ||
    level?.kind !== 'text' ||
    on === undefined
  )
    return NO_LINE;
  return say`The model of this service puts ${name} at ${value} on ${on}, in a range from ${low} to ${high}, with ${level.value} confidence.`;
}

export function readinessLine(found: Found, { id, name }: Entity): Line {
  const [composite, band] = [found.number('ipo_readiness.composite', id), found.text('ipo_readiness.band', id)];
  return composite === undefined || band === undefined
    ? NO_LINE
    : say`The IPO readiness of ${name} is ${composite} of 100 (${band.value}).`;
}

/** An agreed sale of the whole company. */
function saleLine(found: Found, { id, name }: Entity): Line {
  const buyer = found.text('private_company.pending_acquirer', id);
  return buyer === undefined ? NO_LINE : say`${buyer} has agreed to buy ${name}.`;
}

export function statusLine(found: Found, { id, name }: Entity): Line {
  const [status, successor] = [
    found.text('private_company.ipo_status', id),
    found.text('private_company.succeeded_by', id),
  ];
  if (status === undefined || !/^(?:listed|acquired)$/.test(status.value)) return NO_LINE;
  return say`${name} has been ${status.value}${successor === undefined ? say`` : say` (${successor})`}, so that an older valuation says little about today.`;
}

export function tapeLine(found: Found, { id, name }: Entity): Line {
  const [row] = found.rows('private_liquidity.mark_on', id);
  const [on, kind, valuation, premium] = [
    found.date('private_liquidity.mark_on', id, row),
    found.text('private_liquidity.mark_kind', id, row),
    found.number('private_liquidity.mark_valuation', id, row),
    found.number('private_liquidity.mark_premium', id, row),
  ];
  if (on === undefined || kind === undefined || valuation === undefined) return NO_LINE;
  const sure = found.text('private_liquidity.mark_class', id, row);
  return say`A secondary event of ${name} ${dated(on)} (${kind.value}${sure === undefined ? say`` : say`, ${sure}`}) implied a valuation of ${valuation}${premium === undefined ? say`` : say`, ${signed(premium)} against the last round`}.`;
}

/** A secondary event after the last valuation. */
function newerEvent(found: Found, { id, name }: Entity): Line {
  const [row] = found.rows('private_liquidity.mark_on', id);
  const [on, kind, valuation] = [
    found.date('private_liquidity.mark_on', id, row),
    found.text('private_liquidity.mark_kind', id, row),
    found.number('private_liquidity.mark_valuation', id, row),
  ];
  const last = found.date('private_company.valuation_on', id);
  if (on === undefined || kind === undefined || valuation === undefined || last === undefined || on.value <= last.value)
    return NO_LINE;
  const sure = classOf(found.text('private_liquidity.mark_class', id, row));
  return say`The newest evidence on ${name} is ${article(kind.value)} of ${on} that implies a valuation of ${valuation}${sure}`;
}

/** What a private company is worth. */
export const INTENT: Intent = {
  name: 'valuation',
  signs: [
    [/\b(?:worth|valu(?:ed?|ation|ations|able)|market cap\w*|price tag|marks?|marked)\b/, 3.6],
    [/\b(?:more|higher|bigger|larger)\b/, 0.6],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies }) =>
    companies.slice(0, 3).flatMap(({ key: slug }) => [
      { tool: 'private_company', input: { slug } },
      { tool: 'private_mark', input: { slug } },
      { tool: 'private_liquidity', input: { slug } },
    ]),
  research: ({ companies }) =>
    companies.slice(0, 3).flatMap(({ key: slug }) => [
      { tool: 'ipo_readiness', input: { slug } },
      { tool: 'secondary_tape', input: { slug } },
      { tool: 'private_stakes', input: { slug } },
    ]),
  write({ companies }, found) {
    const asked = companies.slice(0, 3);
    const told = asked
      .flatMap((company) => {
        const fact = found.number('private_company.valuation', company.id);
        return fact === undefined ? [] : [{ company, fact }];
      })
      .sort((one, other) => other.fact.value - one.fact.value);
    const coverage = share(asked, ({ id }) => found.number('private_company.valuation', id) !== undefined);
    const lines = asked.flatMap((company) => [
      statusLine(found, company),
      saleLine(found, company),
      roundLine(found, company),
      markLine(found, company),
      tapeLine(found, company),
      readinessLine(found, company),
    ]);
    const [best, ...others] = told;
    if (best === undefined) {
      const [company] = asked;
      return company === undefined
        ? null
        : {
            headline: say`No valuation of ${company.name} is known to this service.`,
            lines: kept(lines),
            coverage: 0.3,
          };
    }
    const newer = others.length === 0 ? newerEvent(found, best.company) : NO_LINE;
    const headline =
      newer.text !== ''
        ? say`${newer}; the current valuation is ${valued(found, best.company.id)}.`
        : others.length === 0
          ? say`${possessive(best.company.name)} current valuation is ${valued(found, best.company.id)}.`
          : say`By current valuations, ${best.company.name} is worth the most: ${joined(
              told.map(({ company }) => say`${company.name} ${valued(found, company.id)}`),
              '; ',
            )}.`;
    return { headline, lines: kept(lines), coverage };
  },
};
