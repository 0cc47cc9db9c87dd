import type { InputShape } from '../access/parameters/input-shape.js';
import type { Capability, Parameter } from '../rest-compat/capability.js';
import { DEMO } from '../rest-compat/capability.js';
import { textOf } from '../rest-compat/openapi/parameters.js';
import { choicesOf } from './choices.js';
import type { Choice, Param } from './format.js';

/**
 * What a widget has no control for: pages, which a table scrolls through; invented answers; and answers that are not
 * cached.
 */
const WITHOUT_CONTROL: ReadonlySet<string> = new Set(['cursor', DEMO, 'bypass_cache']);

const POPUP = { popupWidth: 450 };
const YES_OR_NO: readonly Choice[] = [
  { label: 'Yes', value: 'true' },
  { label: 'No', value: 'false' },
];

function choice(value: string): Choice {
  return { label: value, value };
}

/** The bounds, which the format has no place for. */
function boundsOf(shape: InputShape): string {
  if (shape.kind === 'list') return ` Up to ${shape.maxEntries ?? 'any number'}, separated by commas.`;
  if (shape.kind !== 'integer' && shape.kind !== 'number') return '';
  const { min, max, hasAll } = shape;
  return `${min === undefined || max === undefined ? '' : ` ${min} to ${max}.`}${hasAll === true ? ' Or all.' : ''}`;
}

type Control = Pick<Param, 'type'> & Partial<Param>;

function controlOf(shape: InputShape, hasDefault: boolean): Control {
  switch (shape.kind) {
    case 'integer':
    case 'number':
      return { type: shape.hasAll === true ? 'text' : 'number' };
    case 'boolean':
      // A switch could not be left unset.
      return hasDefault ? { type: 'boolean' } : { type: 'text', options: YES_OR_NO };
    case 'date':
      return { type: 'date' };
    case 'enum':
      return { type: 'text', options: shape.options.map(({ wire }) => choice(wire)) };
    case 'list':
      return shape.of.kind === 'enum'
        ? { type: 'text', multiSelect: true, options: shape.of.options.map(({ wire }) => choice(wire)) }
        : { type: 'text' };
    default:
      return { type: 'text' };
  }
}

function initial(value: unknown): Param['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function titled(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function paramOf(parameter: Parameter, { route }: Capability, given: string | undefined): Param {
  const { name, shape, isRequired, defaultValue } = parameter;
  const choices = choicesOf(route, name);
  const value = given ?? initial(isRequired ? route.sample.parameters[name] : defaultValue);
  return {
    paramName: name,
    value,
    label: titled(name),
    description: `${textOf(parameter)}${boundsOf(shape)}`,
    ...(choices === undefined
      ? controlOf(shape, value !== null)
      : { type: 'endpoint', optionsEndpoint: choices.path, style: POPUP }),
  };
}

/**
 * The parameters that a user can set, with what they are at first: as given, or else their default, or the sample's
 * value.
 */
export function paramsOf(capability: Capability, given: Readonly<Record<string, string>> = {}): readonly Param[] {
  const { route, parameters } = capability;
  const formed = (route.urlForm?.parameters ?? [])
    .filter(({ name }) => name === 'holdings')
    .map(({ name, description, example }): Param => ({
      type: 'text',
      paramName: name,
      value: example,
      label: titled(name),
      description,
    }));
  return [
    ...parameters
      .filter(({ name, place }) => place !== 'form' && place !== 'header' && !WITHOUT_CONTROL.has(name))
      .filter(({ name }) => route.selector?.value === undefined || name !== route.selector.parameter)
      .map((parameter) => paramOf(parameter, capability, given[parameter.name])),
    ...formed,
  ];
}

/** Whether a user can leave a parameter blank, which the endpoint itself refuses where it is no text. */
export function canBeBlank({ parameters }: Capability): boolean {
  return parameters.some(
    ({ name, isRequired, defaultValue }) =>
      !WITHOUT_CONTROL.has(name) && !isRequired && (defaultValue === undefined || defaultValue === null),
  );
}
