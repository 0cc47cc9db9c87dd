import { isoDate } from '../../calendar/days.js';
import { currentReportItem, EXHIBITS_TITLE } from './current-report-items.js';
import { eventOf, knownMsOf, type DatedEvent, type EventGroup } from './event.js';

/** One filing of a company. Days since 1970-01-01. */
export interface Filing {
  readonly accession: string;
  readonly form: string;
  readonly filingDay: number;
  readonly acceptedAt: Date | null;
  readonly reportDay: number | null;
  readonly items: readonly string[];
  readonly primaryDocument: string | null;
}

/** Forms of owners, which are in the group `insider`. */
export const OWNERSHIP_FORM = /^([345])(\/A)?$/;
const CURRENT_REPORT = /^8-K/;

const ARCHIVES = 'https://www.sec.gov/Archives/edgar/data';

/** What forms are, in words. */
const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '10-K': 'annual report',
    '10-KT': 'transition report',
    '10-Q': 'quarterly report',
    '20-F': 'annual report of a foreign company',
    '40-F': 'annual report of a Canadian company',
    '6-K': 'report of a foreign company',
    '8-K': 'current report',
    '11-K': 'annual report of an employee stock plan',
    '144': 'notice of a proposed sale by an insider',
    '25': 'notice of delisting',
    '25-NSE': 'notice of delisting by the exchange',
    '424B2': 'prospectus',
    '424B3': 'prospectus',
    '424B4': 'prospectus',
    '424B5': 'prospectus',
    '425': 'communication about a merger',
    ARS: 'annual report to shareholders',
    CORRESP: 'letter to the SEC',
    'DEF 14A': 'proxy statement',
    DEFA14A: 'additional proxy material',
    FWP: 'free writing prospectus',
    'NT 10-K': 'notice of a late annual report',
    'NT 10-Q': 'notice of a late quarterly report',
    'PRE 14A': 'preliminary proxy statement',
    PX14A6G: 'notice of exempt solicitation',
    'S-1': 'registration of securities',
    'S-3': 'registration of securities',
    'S-3ASR': 'registration of securities',
    'S-4': 'registration of securities for a merger',
    'S-8': 'registration of securities for employees',
    'SC 13D': 'report of an owner of 5 percent',
    'SC 13G': 'report of a passive owner of 5 percent',
    'SC TO-I': 'tender offer by the company',
    'SC TO-T': 'tender offer',
    'SCHEDULE 13D': 'report of an owner of 5 percent',
    'SCHEDULE 13G': 'report of a passive owner of 5 percent',
    SD: 'report on conflict minerals',
    UPLOAD: 'letter of the SEC',
  }),
);

/** The address of a filing's main document, else of its index; null for an invented one. */
export function filingUrl(
  cik: number | null,
  { accession, primaryDocument }: Pick<Filing, 'accession' | 'primaryDocument'>,
): string | null {
  if (cik === null) return null;
  const folder = `${ARCHIVES}/${cik}/${accession.replaceAll('-', '')}`;
  return `${folder}/${primaryDocument === null ? `${accession}-index.htm` : encodeURI(primaryDocument)}`;
}

/** Nobody should take an invented filing for a fact. */
function labelled(detail: string, { accession }: Filing): string {
  return accession.startsWith('SIMULATED-') ? `${detail} Invented for the simulated market.` : detail;
}

function isAmended(form: string): boolean {
  return form.endsWith('/A');
}

function formInWords(form: string): string {
  const words = FORMS.get(form.replace(/\/A$/, ''));
  return words === undefined ? '' : `: ${words}`;
}

function sourceOf(cik: number | null, filing: Filing) {
  return {
    sourceUrl: filingUrl(cik, filing),
    knownMs: knownMsOf(filing.acceptedAt, filing.filingDay),
    accession: filing.accession,
  };
}

/** The filing itself. */
function filingEvent(cik: number | null, filing: Filing): DatedEvent {
  const { form, filingDay, reportDay, items } = filing;
  const contents = items.map((item) => `${item} ${currentReportItem(item)?.title ?? EXHIBITS_TITLE}`);
  const about = reportDay === null || reportDay === filingDay ? '' : ` for ${isoDate(reportDay)}`;
  return eventOf({
    day: filingDay,
    kind: 'filing',
    title: `Form ${form}${formInWords(form)}`,
    detail: labelled(`Filed${about}${contents.length === 0 ? '' : `; ${contents.join('; ')}`}.`, filing),
    ...sourceOf(cik, filing),
  });
}

interface GroupedEvent {
  readonly group: EventGroup;
  readonly event: DatedEvent;
}

/** One event for each item of a form 8-K, on the day of its filing. */
function itemEvents(cik: number | null, filing: Filing): readonly GroupedEvent[] {
  const { form, filingDay, reportDay } = filing;
  if (!CURRENT_REPORT.test(form)) return [];
  return filing.items.flatMap((number) => {
    const item = currentReportItem(number);
    if (item === undefined) return [];
    const when = reportDay === null || reportDay === filingDay ? '' : `, for ${isoDate(reportDay)}`;
    const event = eventOf({
      day: filingDay,
      kind: item.kind,
      title: isAmended(form) ? `${item.title} (amended)` : item.title,
      detail: labelled(`Item ${number} of form ${form}${when}.`, filing),
      ...sourceOf(cik, filing),
    });
    return [{ group: item.group, event }];
  });
}

/** The events of a company's filings, but for those of owners. */
export function filingEvents(
  cik: number | null,
  filings: readonly Filing[],
): Readonly<Record<'filings' | 'earnings' | 'conferences' | 'corporate', readonly DatedEvent[]>> {
  const items = filings.flatMap((filing) => itemEvents(cik, filing));
  const inGroup = (group: EventGroup): readonly DatedEvent[] =>
    items.filter((each) => each.group === group).map(({ event }) => event);
  return {
    filings: filings.filter(({ form }) => !OWNERSHIP_FORM.test(form)).map((filing) => filingEvent(cik, filing)),
    earnings: inGroup('earnings'),
    conferences: inGroup('conferences'),
    corporate: inGroup('corporate'),
  };
}
