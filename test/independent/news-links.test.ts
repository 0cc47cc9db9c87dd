import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from '@jest/globals';
import { linkIndex, tickerLinks } from '../../engines/text/ticker-links.js';
import { externalFile, hasExternalData } from './datasets.js';

const FILES = ['news_general_2025-07-28.json', 'news_merger_2025-07-21.json', 'news_merger_2025-07-28.json'];

/** Read by hand, in the order of the headlines that link to anything; only STT, of "STT GDC", is wrong. */
const LINKED = `SBUX;MS;WMT;COIN;GEV;INTC;NKE;MS;TSLA;C;TSLA;TSLA;KO;CHTR;PYPL;MSFT;DOV;GOOG GOOGL;INTC;NVDA;CNC;GS;TSLA;BA;PANW;
EQIX MSFT;SPGI;NSC;CVX XOM;AXP MMM SCHW;CVX XOM;BKR;UNP;NSC UNP;KKR STT;PSKY;INTC;CHTR;NSC UNP`;

const securities = (): { ticker: string; name: string }[] =>
  parse<Readonly<Record<string, string>>>(readFileSync(externalFile('reference', 'sp500_constituents.csv')), {
    columns: true,
  }).map(({ Symbol: ticker = '', Security: name = '' }) => ({ ticker, name }));

const headlines = (): ReadonlySet<string> =>
  new Set(
    FILES.flatMap(
      (file) => JSON.parse(readFileSync(externalFile('finnhub_recorded', file), 'utf8')) as { headline: string }[],
    ).map(({ headline }) => headline),
  );

(hasExternalData ? describe : describe.skip)('links of 227 recorded headlines to the companies of an index', () => {
  it('are right, but for one of 48', () => {
    const index = linkIndex(securities());
    const links = [...headlines()].map((title) => tickerLinks({ title, summary: null, givenTickers: [] }, index));
    const linked = links.filter((each) => each.length > 0).map((each) => each.map(({ ticker }) => ticker).join(' '));
    expect(linked).toEqual(LINKED.split(/;\s*/));
    expect(linked.flatMap((each) => each.split(' '))).toHaveLength(48);
  });
});
