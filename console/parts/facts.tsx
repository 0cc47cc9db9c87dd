import type { ComponentChildren } from 'preact';

/** A few key figures side by side. */
export function Facts({
  items,
}: {
  readonly items: readonly (readonly [label: string, value: ComponentChildren, hint?: string])[];
}) {
  return (
    <dl class="facts">
      {items.map(([label, value, hint]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {hint !== undefined && <small>{hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
