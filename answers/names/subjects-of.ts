import type { Fact, Subject } from '../facts/fact.js';
import type { NameDirectory } from './directory.js';

/** The names that texts call the subjects of facts. */
export function subjectsOf(facts: readonly Fact[], directory: NameDirectory): readonly Subject[] {
  const ids = new Set(facts.flatMap(({ subjects }) => subjects));
  return [...ids].map((id) => {
    const entity = directory.byId.get(id);
    const own = facts.flatMap((fact) =>
      fact.kind === 'text' && fact.key.endsWith('.name') && fact.subjects.includes(id) ? [fact.value] : [],
    );
    return {
      id,
      names: [
        ...new Set([
          ...(entity === undefined ? [] : [entity.name, entity.key]),
          ...own,
          ...(id.includes(':') ? [] : [id]),
        ]),
      ],
    };
  });
}
