import { asOfDay } from '../facts/as-of.js';
import type { FilingsToolQuery } from '../generated/operations.js';
import { entriesOf, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** "Form DEF 14A: proxy statement": the form and what it is. */
const TITLE = /^Form ([^:]+): (.+)$/;
/** "2.02 Results of operations": an item of form 8-K in the details of a filing. */
const ITEM = /(?:^|; )\d+\.\d+ ([^;.]+)/g;

/** The newest filings of companies with the SEC, by form and date. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, FilingsToolQuery>({
  name: 'filings',
  description:
    'Newest SEC filings of listed companies, except insiders’ forms: form, date, items of form 8-K; no text.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query FilingsTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        lastSession
        corporateEvents {
          summary { counts { filings } }
          events {
            filings { date title detail sourceUrl }
            earnings { date kind title sourceUrl }
          }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { corporateEvents: events, lastSession }] of entriesOf(tickers, securitiesByTicker)) {
      if (!events || lastSession === null) continue;
      const page = restPath('/corporate-events', { ticker });
      const whole = list.about(ticker, { title: `Filings of ${ticker}`, ref: page, asOf: asOfDay(lastSession) });
      whole.count('total', 'stored filings', events.summary.counts.filings, 'filings');
      whole.count('read', 'newest filings that were read', events.events.filings.length, 'filings');
      for (const [row, { date, title, detail, sourceUrl }] of events.events.filings.entries()) {
        const [, form = title, kind] = TITLE.exec(title) ?? [];
        const facts = list.about(ticker, {
          title: `Filing of ${ticker}`,
          ref: sourceUrl ?? page,
          asOf: asOfDay(date),
        });
        facts.date('on', 'day of the filing', date, { row });
        facts.text('form', 'form', form, { row });
        facts.text('kind', 'what the form is', kind, { row });
        const items = Array.from(detail.matchAll(ITEM), ([, item = '']) => item);
        facts.text('items', 'items', items.join('; '), { row });
      }
      const report = events.events.earnings.find(({ kind }) => kind === 'EARNINGS_REPORT');
      if (report === undefined) continue;
      const facts = list.about(ticker, {
        title: `Report of ${ticker}`,
        ref: report.sourceUrl ?? page,
        asOf: asOfDay(report.date),
      });
      facts.date('report_on', 'day of the newest report', report.date);
      facts.text('report', 'newest report', report.title);
    }
  },
});
