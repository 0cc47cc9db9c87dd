import { asOfDay } from '../facts/as-of.js';
import type { HeldStakesToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Stakes in private companies that listed companies hold. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, HeldStakesToolQuery>({
  name: 'held_stakes',
  description: 'Stakes in private companies that listed companies hold.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query HeldStakesTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        privateStakes { slug companyName stakePct stakeValueUsd class asOf exposurePer10kUsd }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { privateStakes }] of entriesOf(tickers, securitiesByTicker)) {
      for (const [row, stake] of (privateStakes ?? []).entries()) {
        const facts = list.about([ticker, `company:${stake.slug}`], {
          title: `Private stakes of ${ticker}`,
          ref: graphqlRef('privateStakes'),
          asOf: asOfDay(stake.asOf),
        });
        facts.text('company', 'company', stake.companyName, { row });
        facts.text('slug', 'slug', stake.slug, { row });
        facts.number('share', 'share', stake.stakePct, 'percent', { row, terms: ['share', 'owns', 'holds', 'stake'] });
        facts.number('value', 'value of the stake', stake.stakeValueUsd, 'usd', { row, terms: ['stake', 'worth'] });
        facts.number('exposure', 'exposure of 10,000 USD', stake.exposurePer10kUsd, 'usd', {
          row,
          terms: ['exposure', '$10,000'],
        });
        facts.text('class', 'class', stake.class.toLowerCase(), { row });
      }
    }
  },
});
