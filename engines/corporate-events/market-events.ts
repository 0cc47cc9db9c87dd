import { isoDate, parseIsoDate } from '../../calendar/days.js';
import type { AnnouncedAction } from '../announced-action.js';
import { shownReports, type EarningsCalendar } from '../earnings-calendar.js';
import type { ReportedQuarter } from '../earnings-reports.js';
import type { RatingAction, ShareSplit } from '../rating-actions.js';
import { eventOf, knownMsOf, type DatedEvent } from './event.js';
import { filingUrl } from './filing-events.js';

/** A report with the filing that it is from; nulls if it is not the SEC's. */
export interface FiledQuarter extends ReportedQuarter {
  readonly cik: number | null;
  readonly accession: string | null;
}

/** A cash dividend with ex-date `day`; `amount` in USD per share of today. */
export interface CashDividend {
  readonly day: number;
  readonly amount: number;
}

/** `234.2 billion USD`, in words that fit all sizes. */
export function moneyInWords(amount: number): string {
  const size = Math.abs(amount);
  if (size >= 1e9) return `${(amount / 1e9).toFixed(1)} billion USD`;
  return size >= 1e6 ? `${(amount / 1e6).toFixed(1)} million USD` : `${amount.toFixed(0)} USD`;
}

/** The reports that have a filing date, and the next one, estimated. */
export function earningsEvents(
  reports: readonly FiledQuarter[],
  splits: readonly ShareSplit[],
  { nextEarningsEstimate }: Pick<EarningsCalendar, 'nextEarningsEstimate'>,
): readonly DatedEvent[] {
  const past = shownReports({ reports, splits }).flatMap((report, index) => {
    const { cik = null, accession = null, filingDay = null } = reports[index] ?? {};
    if (filingDay === null) return [];
    const { fiscalYear, fiscalQuarter, periodEnd, revenue, epsDiluted, knownAt } = report;
    const figures = [
      ...(revenue === null ? [] : [`revenue ${moneyInWords(revenue)}`]),
      ...(epsDiluted === null ? [] : [`diluted earnings per share ${Number(epsDiluted.toFixed(4))} USD`]),
    ];
    return [
      eventOf({
        day: filingDay,
        kind: 'earnings_report',
        title: `Report of fiscal quarter ${fiscalQuarter}, ${fiscalYear}`,
        detail: `Quarter to ${periodEnd}${figures.map((figure) => `; ${figure}`).join('')}.`,
        value: epsDiluted,
        valueUnit: epsDiluted === null ? null : 'USD_PER_SHARE',
        sourceUrl: accession === null ? null : filingUrl(cik, { accession, primaryDocument: null }),
        knownMs: knownAt === null ? null : Date.parse(knownAt),
        accession,
      }),
    ];
  });
  const day = parseIsoDate(nextEarningsEstimate ?? '');
  if (day === null) return past;
  const estimate = eventOf({
    day,
    kind: 'earnings_estimate',
    title: 'Next report (estimate)',
    detail: 'Computed from the dates of earlier filings; the company has not announced it.',
    isEstimate: true,
  });
  return [estimate, ...past];
}

export function dividendEvents(dividends: readonly CashDividend[]): readonly DatedEvent[] {
  return dividends.map(({ day, amount }) =>
    eventOf({
      day,
      kind: 'dividend',
      title: 'Ex-dividend date',
      detail: 'Cash dividend; the amount is per share of today.',
      value: amount,
      valueUnit: 'USD_PER_SHARE',
    }),
  );
}

/** `4 for 1`, `1 for 8`, `3 for 2`. */
export function ratioInWords(ratio: number): string {
  const old = [1, 2, 3, 4, 5].find((each) => Math.abs(ratio * each - Math.round(ratio * each)) < 1e-6);
  if (ratio >= 1) return old === undefined ? `${ratio} for 1` : `${Math.round(ratio * old)} for ${old}`;
  return `1 for ${Number((1 / ratio).toFixed(4))}`;
}

export function splitEvents(splits: readonly ShareSplit[]): readonly DatedEvent[] {
  return splits.map(({ day, ratio }) =>
    eventOf({
      day,
      kind: 'split',
      title: `Split of ${ratioInWords(ratio)}`,
      detail: ratio > 1 ? 'New shares for old ones, from the open on.' : 'Reverse split, from the open on.',
      value: ratio,
      valueUnit: 'NEW_SHARES_PER_OLD_SHARE',
    }),
  );
}

/** What of an announced action is told of its company; `amount` of a dividend alone, `ratio` of a split alone. */
export type AnnouncedEvent = Omit<AnnouncedAction, 'ticker' | 'kind'>;

/** Those after the last stored session: what prices show of earlier ones counts, also that nothing was paid. */
export function announcedEvents(
  announced: readonly AnnouncedEvent[],
  lastDay: number,
): Readonly<Record<'dividends' | 'splits', readonly DatedEvent[]>> {
  const toCome = announced.filter(({ day }) => day > lastDay);
  const about = ({ day, announcedDay, note, sourceUrl }: AnnouncedEvent, sentences: readonly string[]) => ({
    day,
    detail: [...sentences, ...(note === null ? [] : [note.replace(/\.?$/, '.')])].join(' '),
    sourceUrl,
    knownMs: announcedDay === null ? null : knownMsOf(null, announcedDay),
  });
  return {
    dividends: toCome.flatMap((action) => {
      const { amount, payDay } = action;
      if (amount === null) return [];
      const sentences = ['Announced cash dividend.', ...(payDay === null ? [] : [`Payable on ${isoDate(payDay)}.`])];
      const event = { ...about(action, sentences), value: amount, valueUnit: 'USD_PER_SHARE' } as const;
      return [eventOf({ ...event, kind: 'dividend', title: 'Ex-dividend date' })];
    }),
    splits: toCome.flatMap((action) => {
      const { ratio } = action;
      if (ratio === null) return [];
      const sentences = [ratio > 1 ? 'Announced split.' : 'Announced reverse split.'];
      const event = { ...about(action, sentences), value: ratio, valueUnit: 'NEW_SHARES_PER_OLD_SHARE' } as const;
      return [eventOf({ ...event, kind: 'split', title: `Split of ${ratioInWords(ratio)}` })];
    }),
  };
}

const ACTIONS = {
  upgrade: { kind: 'upgrade', words: 'Upgrade' },
  downgrade: { kind: 'downgrade', words: 'Downgrade' },
  initiation: { kind: 'initiation', words: 'Initiation of coverage' },
  reiteration: { kind: 'reiteration', words: 'Reiteration' },
  resumption: { kind: 'resumption', words: 'Resumption of coverage' },
  termination: { kind: 'termination', words: 'Termination of coverage' },
} as const;

/** The price target is on today's share basis. */
export function analystEvents(actions: readonly RatingAction[], splits: readonly ShareSplit[]): readonly DatedEvent[] {
  return actions.map(({ day, firm, action, fromGrade, toGrade, priceTarget }) => {
    const value =
      priceTarget === null
        ? null
        : splits.reduce((price, split) => (split.day > day ? price / split.ratio : price), priceTarget);
    const target = priceTarget === null ? 'no price target' : `price target ${priceTarget} USD on that day's shares`;
    return eventOf({
      day,
      kind: ACTIONS[action].kind,
      title: `${ACTIONS[action].words} by ${firm}`,
      detail: `${fromGrade === null || fromGrade === toGrade ? toGrade : `${fromGrade} to ${toGrade}`}; ${target}.`,
      value,
      valueUnit: value === null ? null : 'USD_PER_SHARE',
    });
  });
}
