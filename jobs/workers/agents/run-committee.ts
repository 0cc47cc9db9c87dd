import type { Answer, AnswerRequest, Answers, AnswerSource } from '../../../answers/answers.js';
import type { TokenNeed } from '../../../access/tokens.js';
import type { NoteUsage, RunOutput } from './run-result.js';
import { askCounted, outputOf } from './run-answer.js';

/** The views of a committee, by the name that its text has. */
const VIEWS = [
  { part: 'bull', name: 'Bull' },
  { part: 'bear', name: 'Bear' },
  { part: 'risk', name: 'Risk' },
] as const;

interface View {
  readonly name: string;
  readonly answer: Answer;
}

/** A view as the chair reads it; the numbers of its sources are its own. */
function told({ name, answer: { headline, detail } }: View): string {
  return `${name} view: ${headline}\n${detail.replaceAll(/ ?\[\d{1,3}\]/g, '')}`;
}

/** All sources once, and the texts with the marks of their sources in this list. */
function combined(texts: readonly { readonly text: string; readonly sources: readonly AnswerSource[] }[]) {
  const sources: AnswerSource[] = [];
  const placeOf = (source: AnswerSource): number => {
    const known = sources.findIndex(
      ({ ref, title, asOf }) => ref === source.ref && title === source.title && asOf === source.asOf,
    );
    return known >= 0 ? known : sources.push(source) - 1;
  };
  const marked = texts.map(({ text, sources: own }) => {
    const places = own.map(placeOf);
    return text.replaceAll(/\[(\d{1,3})\]/g, (mark, number: string) => {
      const place = places[Number(number) - 1];
      return place === undefined ? mark : `[${place + 1}]`;
    });
  });
  return { sources, marked };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Tokens that a committee needs. */
export function committeeEstimate({ estimate }: Pick<Answers, 'estimate'>): TokenNeed {
  const [view, chair] = [estimate('research'), estimate('committee')];
  return { least: VIEWS.length * view.least + chair.least, most: VIEWS.length * view.most + chair.most };
}

/** Three views of a task, at the same time, and a chair that weighs them. */
export async function runCommittee(request: AnswerRequest, answers: Answers, note: NoteUsage): Promise<RunOutput> {
  // The views and the chair get the same.
  const tokens = request.tokens === undefined ? undefined : Math.floor(request.tokens / (VIEWS.length + 1));
  const ask = (rest: Pick<AnswerRequest, 'mode' | 'part' | 'views'>): Promise<Answer> =>
    askCounted({ ...request, ...rest, tokens }, answers, note);
  const views = await Promise.all(
    VIEWS.map(async ({ part, name }): Promise<View> => ({ name, answer: await ask({ mode: 'research', part }) })),
  );
  const chair = await ask({ mode: 'committee', part: 'chair', views: views.map(told) });
  const all = [chair, ...views.map(({ answer }) => answer)];
  const texts = [chair.detail, ...views.map(({ name, answer }) => `${name} view: ${answer.headline} ${answer.detail}`)];
  const { sources, marked } = combined(texts.map((text, index) => ({ text, sources: all[index]?.sources ?? [] })));
  return outputOf({
    ...chair,
    detail: marked.filter((text) => text !== '').join('\n\n'),
    sources,
    confidence: Number((sum(all.map(({ confidence }) => confidence)) / all.length).toFixed(6)),
    asOf:
      all
        .map(({ asOf }) => asOf)
        .sort()
        .at(-1) ?? chair.asOf,
    models: [...new Set(all.flatMap(({ models }) => models))],
    toolCalls: all.flatMap(({ toolCalls }) => toolCalls),
    grounding: {
      numberCount: sum(all.map(({ grounding }) => grounding.numberCount)),
      groundedCount: sum(all.map(({ grounding }) => grounding.groundedCount)),
      removedCount: sum(all.map(({ grounding }) => grounding.removedCount)),
    },
  });
}
