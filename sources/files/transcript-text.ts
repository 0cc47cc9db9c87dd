import { ImportError } from './import-report.js';

/** A transcript as its file gives it, before it is checked. */
export interface RawTranscript {
  readonly header: Readonly<Record<string, unknown>>;
  readonly prepared_remarks: readonly { readonly speaker: string; readonly speech: string }[];
  readonly q_and_a: readonly { readonly speaker: string; readonly speech: string }[];
  readonly participants: readonly string[];
}

const HEADER = /^(ticker|company|date|fiscal[ _]year|fiscal[ _]quarter|quarter|period[ _]end): *(.{1,200})$/i;
/** `Jane Doe -- Chief Executive Officer`, or `Operator`, alone on a line. */
const TITLED = /^(\p{Lu}[\p{L}.'’-]*(?: \p{L}[\p{L}.'’-]*){0,5}) ?(?:--|–|—) ?(\S.{0,120})$/u;
const OPERATOR = /^operator:?$/i;
/** `Jane Doe: words`. */
const LABELLED = /^(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,4}): +(\S.*)$/u;
const QUESTIONS = /^questions?[ -](?:and|&)[ -]answers?(?: session)?:?$/i;
const SECTION = /^(?:prepared remarks|contents|presentation|call participants|duration: .{0,40}):?$/i;
/** What is longer is no line that names a speaker. */
const LONGEST_LABEL = 200;

interface Turn {
  readonly speaker: string;
  readonly isRemark: boolean;
  readonly lines: string[];
}

interface SpeakerLine {
  readonly speaker: string;
  readonly title: string | null;
  readonly words: string | null;
}

function speakerLine(line: string): SpeakerLine | null {
  const head = line.slice(0, LONGEST_LABEL);
  if (OPERATOR.test(head)) return { speaker: 'Operator', title: null, words: null };
  const titled = line.length > LONGEST_LABEL ? null : TITLED.exec(line);
  if (titled !== null) return { speaker: titled[1] ?? '', title: titled[2] ?? '', words: null };
  const labelled = LABELLED.exec(head);
  if (labelled === null) return null;
  const speaker = labelled[1] ?? '';
  return { speaker, title: null, words: line.slice(speaker.length + 1).trim() };
}

/** Reads a transcript as plain text: lines with `Ticker:` and the like, then speakers and what they say. */
export function readTranscriptText(content: string): RawTranscript {
  const header: Record<string, string> = {};
  const turns: Turn[] = [];
  const titles = new Map<string, string>();
  let isRemark = true;
  for (const given of content.replace(/^\uFEFF/, '').split('\n')) {
    const line = given.trim();
    if (line === '' || SECTION.test(line)) continue;
    const field = turns.length === 0 ? HEADER.exec(line) : null;
    if (field !== null) {
      header[(field[1] ?? '').toLowerCase().replace(' ', '_')] = field[2] ?? '';
    } else if (QUESTIONS.test(line)) {
      isRemark = false;
    } else {
      const named = speakerLine(line);
      const current = turns.at(-1);
      if (named !== null) {
        if (named.title !== null) titles.set(named.speaker, named.title);
        turns.push({ speaker: named.speaker, isRemark, lines: named.words === null ? [] : [named.words] });
      } else if (current !== undefined) current.lines.push(line);
    }
  }
  if (turns.length === 0)
    throw new ImportError(
      'The transcript has no speakers: begin each turn with "Jane Doe -- Title" on a line, or "Jane Doe: words".',
    );
  const speeches = (areRemarks: boolean): RawTranscript['q_and_a'] =>
    turns
      .filter((turn) => turn.isRemark === areRemarks && turn.lines.length > 0)
      .map(({ speaker, lines }) => ({ speaker, speech: lines.join('\n') }));
  return {
    header,
    prepared_remarks: speeches(true),
    q_and_a: speeches(false),
    participants: [...titles].map(([name, title]) => `${name}--${title}`),
  };
}
