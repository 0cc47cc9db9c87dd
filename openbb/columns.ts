import type { Choices } from './choices.js';
import type { Column } from './format.js';
import type { Field } from './part.js';

/** Numbers that are names, which no formatter may group in thousands. */
const NAMES = /year|month|quarter|place|version/;
/** Units that the formatter adds to the value. */
const FORMATTERS: Readonly<Record<string, 'percent' | 'normalizedPercent'>> = {
  '%': 'percent',
  fraction: 'normalizedPercent',
};

function numberFormat({ unit = '', isWhole }: Field): Pick<Column, 'formatterFn'> {
  return { formatterFn: FORMATTERS[unit] ?? (isWhole && !NAMES.test(unit) ? 'int' : 'none') };
}

function cellType(field: Field): Omit<Column, 'field' | 'headerName'> {
  switch (field.kind) {
    case 'number':
      return { cellDataType: 'number', chartDataType: 'series', align: 'right', ...numberFormat(field) };
    case 'boolean':
      return { cellDataType: 'boolean', chartDataType: 'excluded' };
    case 'date':
      return { cellDataType: 'dateString', chartDataType: 'time' };
    case 'instant':
    case 'text':
      return { cellDataType: 'text', chartDataType: 'category' };
    case 'list':
      return { cellDataType: 'text', chartDataType: 'excluded' };
  }
}

function headerOf(field: Field): string {
  const { kind, unit = '' } = field;
  const isShown = kind === 'number' && unit !== '' && FORMATTERS[unit] === undefined;
  return isShown ? `${field.title} (${unit})` : field.title;
}

/** The column of a field. `choices` are those of its values that other widgets can be told by a click. */
export function columnOf(field: Field, isFirst: boolean, choices: Choices | undefined): Column {
  return {
    field: field.name,
    headerName: headerOf(field),
    ...(field.description === undefined ? {} : { headerTooltip: field.description }),
    ...cellType(field),
    ...(isFirst ? { pinned: 'left' } : {}),
    ...(choices === undefined
      ? {}
      : { renderFn: 'cellOnClick', renderFnParams: { actionType: 'groupBy', groupBy: { paramName: choices.param } } }),
  };
}

/** Columns of the values of a single object; see `figuresOf`. */
export const FIGURES: readonly Column[] = [
  { field: 'figure', headerName: 'Figure', cellDataType: 'text', pinned: 'left' },
  { field: 'value', headerName: 'Value', cellDataType: 'text', align: 'right' },
  { field: 'unit', headerName: 'Unit', cellDataType: 'text' },
  { field: 'meaning', headerName: 'Meaning', cellDataType: 'text' },
];
