import { SaxesParser } from 'saxes';
import { ImportError } from '../files/import-report.js';

/** An element; `text` is all text directly in it, trimmed. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const MOST_DEPTH = 32;
const MOST_ELEMENTS = 200_000;

/** Elements of the documents that are read with it. */
export interface ElementCounter {
  elements: number;
}

interface TreeOptions {
  /** The file is refused if it has more; 200,000 by default. */
  readonly mostElements?: number;
  /** Whether `ns1:name` is read as `name`. */
  readonly dropsPrefixes?: boolean;
  /** Counts towards `mostElements`: given again for the next document, the limit is of all of them. */
  readonly counter?: ElementCounter;
  /** Names of the roots whose children are kept; of others the root alone is. All by default. */
  readonly roots?: readonly string[];
  /** Called with each whole child of a root that is kept; those that it takes (true) are not kept in the tree. */
  readonly takes?: (child: XmlElement, root: string) => boolean;
}

/**
 * The tree of an XML document that is read in pieces, so that other work runs in between. Only XML's five own entities
 * are replaced: a document type, which could define others, is refused. Throws ImportError.
 */
export async function readXmlTree(
  pieces: AsyncIterable<string> | Iterable<string>,
  {
    mostElements = MOST_ELEMENTS,
    dropsPrefixes = false,
    counter = { elements: 0 },
    roots,
    takes = () => false,
  }: TreeOptions = {},
): Promise<XmlElement> {
  const parser = new SaxesParser({ xmlns: false });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  const isKept = (): boolean => roots?.includes(open[0]?.name ?? '') ?? true;
  parser.on('error', (fault) => {
    throw new ImportError(`The file is not well-formed XML: ${fault.message.replace(/\.$/, '')}.`, { cause: fault });
  });
  parser.on('doctype', () => {
    throw new ImportError('The file has a document type, as web pages have, and the forms of the SEC have not.');
  });
  parser.on('opentag', ({ name }) => {
    counter.elements += 1;
    if (counter.elements > mostElements) throw new ImportError(`The file has more than ${mostElements} elements.`);
    if (open.length === MOST_DEPTH) throw new ImportError(`The file has elements more than ${MOST_DEPTH} deep.`);
    open.push({ name: dropsPrefixes ? name.slice(name.indexOf(':') + 1) : name, children: [], text: '' });
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined && isKept()) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined) return;
    closed.text = closed.text.trim();
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else if (isKept() && (open.length > 1 || !takes(closed, parent.name))) parent.children.push(closed);
  });
  let isStarted = false;
  for await (const piece of pieces) {
    // The SEC's full submissions have an empty line before the document.
    const content: string = isStarted ? piece : piece.replace(/^\uFEFF?\s+/, '');
    isStarted ||= content !== '';
    parser.write(content);
  }
  parser.close();
  if (root === undefined) throw new ImportError('The file is empty.');
  return root;
}

/** The children of this name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first element on a path of names; undefined if there is none. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce((found, name) => childrenOf(found, name)[0], element);
}

/** The text of the first element on a path; empty if there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text ?? '';
}
