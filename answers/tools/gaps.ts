import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { GapsToolQuery } from '../generated/operations.js';
import { entriesOf, inPlainWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

type Stats = NonNullable<NonNullable<NonNullable<GapsToolQuery['securitiesByTicker']>[number]>['gapStats']>;

function tellGroup(
  facts: FactsAbout,
  side: 'up' | 'down',
  { count, fillRate, followRate, meanGap }: Stats['up'],
): void {
  facts.count(`${side}_count`, `gaps ${side}`, count, 'gaps');
  facts.fraction(`${side}_fill`, `fill rate of gaps ${side}`, fillRate, { terms: ['filled', 'fill', 'fill rate'] });
  facts.fraction(`${side}_follow`, `follow-through of gaps ${side}`, followRate, {
    terms: ['follow', 'followed', 'direction'],
  });
  facts.fraction(`${side}_mean`, `mean gap ${side}`, meanGap, { isChange: true, terms: ['average', 'mean'] });
}

/** How often overnight gaps occur and fill. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, GapsToolQuery>({
  name: 'gaps',
  description:
    'Overnight gaps of listed securities over up to ten years: how often, how large, how often filled the same day.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query GapsTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        gapStats {
          sessions
          from
          to
          gapCount
          gapFrequency
          up { count fillRate followRate meanGap }
          down { count fillRate followRate meanGap }
          buckets { direction size label count fillRate }
          lastGap { date gap isFilled openClose }
          largestUp { date gap isFilled }
          largestDown { date gap isFilled }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { gapStats }] of entriesOf(tickers, securitiesByTicker)) {
      if (!gapStats?.to) continue;
      const facts = list.about(ticker, {
        title: `Gap statistics of ${ticker}`,
        ref: restPath('/gap-stats', { ticker }),
        asOf: asOfDay(gapStats.to),
      });
      facts.count('sessions', 'sessions', gapStats.sessions, 'sessions');
      facts.date('from', 'first session', gapStats.from);
      facts.date('to', 'last session', gapStats.to);
      facts.count('count', 'gaps', gapStats.gapCount, 'gaps');
      facts.fraction('frequency', 'frequency of gaps', gapStats.gapFrequency, { terms: ['sessions'] });
      tellGroup(facts, 'up', gapStats.up);
      tellGroup(facts, 'down', gapStats.down);
      const { gapCount, up, down } = gapStats;
      const filled =
        gapCount === 0 ? null : ((up.fillRate ?? 0) * up.count + (down.fillRate ?? 0) * down.count) / gapCount;
      facts.fraction('fill', 'fill rate', filled, { terms: ['filled', 'fill'] });
      for (const [row, { direction, size, label, count, fillRate }] of gapStats.buckets.entries()) {
        facts.text('bucket', 'size', `${inPlainWords(size)} gaps ${direction === 'UP' ? 'up' : 'down'} (${label})`, {
          row,
        });
        facts.count('bucket_count', 'gaps of this size', count, 'gaps', { row });
        facts.fraction('bucket_fill', 'fill rate of this size', fillRate, { row, terms: ['filled', 'fill'] });
      }
      for (const [which, gap] of [
        ['last', gapStats.lastGap],
        ['largest_up', gapStats.largestUp[0]],
        ['largest_down', gapStats.largestDown[0]],
      ] as const) {
        if (!gap) continue;
        facts.date(`${which}_on`, `day of the ${inPlainWords(which)} gap`, gap.date);
        facts.fraction(which, `${inPlainWords(which)} gap`, gap.gap, { isChange: true, terms: ['gap'] });
        facts.text(
          `${which}_filled`,
          `whether the ${inPlainWords(which)} gap was filled`,
          gap.isFilled ? 'filled' : 'not filled',
        );
      }
    }
  },
});
