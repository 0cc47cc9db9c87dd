import { ReadError } from '../live/read-error.js';
import { ImportError } from '../files/import-report.js';
import { accessionKey } from '../../store/filers.js';
import { childrenOf, readXmlTree, textAt, type XmlElement } from '../sec/xml-tree.js';

/** One entry of the feed of latest filings; a filing has one for each of its filers, issuers and owners. */
export interface LatestFiling {
  readonly accession: string;
  readonly form: string;
  readonly cik: number;
  readonly role: string;
}

export const FEED_PAGE = 100;

/** The path of a page of the feed, newest first. */
export function feedPath(start: number): string {
  return `/cgi-bin/browse-edgar?action=getcurrent&type=&company=&dateb=&owner=include&start=${start}&count=${FEED_PAGE}&output=atom`;
}

const ACCESSION = /accession-number=(\d{10}-\d{2}-\d{6})$/;
/** `4 - Callahan Patrick K (0001638126) (Reporting)` */
const TITLE = /\((\d{10})\) \((\w[\w -]*)\)$/;

function entryOf(entry: XmlElement): LatestFiling | undefined {
  const accession = accessionKey.safeParse(ACCESSION.exec(textAt(entry, 'id'))?.[1]);
  const [, cik, role = ''] = TITLE.exec(textAt(entry, 'title')) ?? [];
  const [form = ''] = textAt(entry, 'title').split(' - ');
  return accession.success && cik !== undefined && form !== ''
    ? { accession: accession.data, form, cik: Number(cik), role }
    : undefined;
}

/** The entries of a page of the feed; those of another form are left out. Throws ReadError. */
export async function readLatestFilings(text: string): Promise<readonly LatestFiling[]> {
  try {
    const root = await readXmlTree([text]);
    if (root.name !== 'feed') throw new ReadError('unreadable', `The feed of latest filings is a ${root.name}.`);
    return childrenOf(root, 'entry').flatMap((entry) => entryOf(entry) ?? []);
  } catch (cause) {
    if (!(cause instanceof ImportError)) throw cause;
    throw new ReadError('unreadable', `The feed of latest filings cannot be read: ${cause.message}`, { cause });
  }
}
