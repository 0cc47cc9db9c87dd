import { useState } from 'preact/hooks';
import type { OperationDefinitionNode } from 'graphql';
import { tierWords, type Account } from '../../app/account.js';
import type { Tier } from '../../generated/types.js';
import { Prose } from '../../parts/prose.js';
import { selectedAt, type Path } from './edit.js';
import type { Graph, GraphField } from './graph.js';

interface TreeProps {
  readonly graph: Graph;
  readonly account: Account;
  readonly operation: OperationDefinitionNode | undefined;
  readonly toggle: (path: Path) => void;
}

/** What a field needs and costs, beside its name. */
function Marks({ on, field, account }: { readonly on: string; readonly field: GraphField; readonly account: Account }) {
  const { tier, isMetered, isSessionOnly, unit, points } = field;
  const isAllowed = account.allows(`${on}.${field.name}`);
  return (
    <>
      {tier !== undefined && (
        <span class={isAllowed ? 'tag' : 'tag warn'}>
          {tierWords(tier as Tier)}
          {!isAllowed && ', not yours'}
        </span>
      )}
      {isSessionOnly && <span class="tag">signed in</span>}
      {isMetered && <span class="tag">1 unit</span>}
      {points > 0 && (
        <span class="tag">
          {points} {points === 1 ? 'point' : 'points'}
        </span>
      )}
      {unit !== undefined && <span class="tag">{unit}</span>}
    </>
  );
}

function FieldRow({
  on,
  field,
  path,
  ...tree
}: TreeProps & { readonly on: string; readonly field: GraphField; readonly path: Path }) {
  const isSelected = tree.operation !== undefined && selectedAt(tree.operation, path) !== undefined;
  const below = tree.graph.fieldsOf(field.typeName);
  const [isOpen, setIsOpen] = useState(false);
  const args = field.args.map(({ name, type }) => `${name}: ${type}`).join(', ');
  return (
    <li>
      <div class="graph-field">
        <div class="graph-name">
          {below === undefined ? (
            <span class="graph-leaf" aria-hidden="true" />
          ) : (
            <button
              type="button"
              class="quiet"
              aria-expanded={isOpen}
              aria-label={`Fields of ${field.name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
            </button>
          )}
          <label title={args === '' ? undefined : `(${args})`}>
            <input type="checkbox" checked={isSelected} onChange={() => tree.toggle(path)} />
            <span>{field.name}</span>
            <span class="faint"> {field.type}</span>
          </label>
        </div>
        <Marks on={on} field={field} account={tree.account} />
      </div>
      {field.description !== undefined && (
        <p class="graph-about faint">
          <Prose text={field.description} />
          {args !== '' && ` Takes ${args}.`}
        </p>
      )}
      {isOpen && below !== undefined && <Fields {...tree} on={field.typeName} path={path} />}
    </li>
  );
}

/** The fields of a type, each with its tier, unit and points; those below an object are shown when it is opened. */
export function Fields({
  on,
  path = [],
  search = '',
  ...tree
}: TreeProps & { readonly on: string; readonly path?: Path; readonly search?: string }) {
  const wanted = search.toLowerCase();
  const fields = [...(tree.graph.fieldsOf(on)?.values() ?? [])].filter(
    ({ name, description = '' }) => name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted),
  );
  if (fields.length === 0) return <p class="empty">No field has “{search}” in its name or description.</p>;
  return (
    <ul class="graph-fields">
      {fields.map((field) => (
        <FieldRow key={field.name} {...tree} on={on} field={field} path={[...path, field.name]} />
      ))}
    </ul>
  );
}
