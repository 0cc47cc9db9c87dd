import type { MetricOperand } from './condition.js';
import { Fault } from './fault.js';
import { metricRow } from './metrics.js';
import { expected } from './operands.js';
import type { Reader } from './reader.js';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/** The label that one or two words, or a quoted text, spell. */
export function readLabel(reader: Reader, { metric }: MetricOperand): string {
  const { labels = [] } = metricRow(metric);
  const named = (text: string): string | undefined => labels.find((label) => plain(label) === plain(text));
  const [first, second] = [reader.peek(), reader.peek(1)];
  const isText = first.kind === 'text';
  if (!isText && first.kind !== 'word') throw expected(reader, `a label (${labels.join(', ')})`);
  const ofTwo = !isText && second.kind === 'word' ? named(`${first.text} ${second.text}`) : undefined;
  const label = ofTwo ?? named(first.text);
  if (label === undefined)
    throw new Fault(first.column, `${JSON.stringify(first.text)} is no label of ${metric}: ${labels.join(', ')}`);
  reader.skip(ofTwo === undefined ? 1 : 2);
  return label;
}

/** `(Buy, Strong Buy)`, without repetitions, in the order of the metric's labels. */
export function readLabels(reader: Reader, of: MetricOperand): readonly string[] {
  if (!reader.takeSymbol('(')) throw expected(reader, 'an opening parenthesis');
  const found = new Set<string>();
  do found.add(readLabel(reader, of));
  while (reader.takeSymbol(','));
  if (!reader.takeSymbol(')')) throw expected(reader, 'a comma or a closing parenthesis');
  return (metricRow(of.metric).labels ?? []).filter((label) => found.has(label));
}
