import type { Found } from '../found.js';
import { share, type Intent, type Reading } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

const COUNT = 10;

function storyLine(found: Found, id: string, row: number): Line {
  const [title, on, sentiment] = [
    found.text('news.title', id, row),
    found.date('news.published', id, row),
    found.text('news.sentiment', id, row),
  ];
  return title === undefined || on === undefined || sentiment === undefined
    ? NO_LINE
    : say`${title} (${on}, ${sentiment.value}).`;
}

/** What is written about securities. */
export const INTENT: Intent = {
  name: 'news',
  signs: [
    [/\b(?:news|headlines?|stor(?:y|ies)|articles?|press|media coverage)\b/, 3.6],
    [/\b(?:sentiment|saying about|latest|recent(?:ly)?|what's new)\b/, 2],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => [{ tool: 'news', input: { tickers: securities.map(({ key }) => key), count: COUNT } }],
  research: ({ securities }) => [
    { tool: 'signal', input: { tickers: securities.map(({ key }) => key) } },
    { tool: 'events', input: { tickers: securities.map(({ key }) => key) } },
  ],
  write({ securities }, found) {
    const told = securities.filter(({ key }) => found.number('news.shown', key) !== undefined);
    const [asked] = securities;
    if (told.length === 0)
      return asked === undefined
        ? null
        : { headline: say`No stories about ${fullName(asked)} are stored.`, lines: [], coverage: 0.3 };
    const parts = told.map((security) => {
      const [shown, positive, negative] = ['shown', 'positive', 'negative'].map((key) =>
        found.number(`news.${key}`, security.key),
      );
      return say`${fullName(security)} has ${positive ?? ''} positive and ${negative ?? ''} negative among its ${shown ?? ''} newest stories`;
    });
    const rows = (id: string): readonly number[] => [...new Set(found.rows('news.title', id))];
    const each = Math.max(1, Math.floor(4 / told.length));
    const lines = told.flatMap(({ key }) =>
      rows(key)
        .slice(0, each)
        .map((row) => storyLine(found, key, row)),
    );
    const readings = told.flatMap(({ key }): readonly Reading[] => {
      const balance =
        (found.number('news.positive', key)?.value ?? 0) - (found.number('news.negative', key)?.value ?? 0);
      return [{ subject: key, sign: balance > 0 ? 1 : balance < 0 ? -1 : 0, name: 'the news' }];
    });
    return {
      headline: say`${listed(parts)}.`,
      lines: kept([...lines, ...told.map(({ key }) => priceLine(found, key))]),
      coverage: share(securities, ({ key }) => found.number('news.shown', key) !== undefined),
      readings,
    };
  },
};
