import type { AnswerShape } from './answer-shape.js';
import type { ToDataPath } from './data-path.js';
import type { EntityPath } from './entity-path.js';
import type { BuildRepresentation } from './representations.js';
import type { ApplyRewrites } from './rewrites.js';
import type { ObjectValue } from './values.js';

/** One `_entities` field of a fetch, compiled. */
export interface EntityField {
  readonly alias: string;
  readonly variable: string;
  readonly paths: readonly EntityPath[];
  /** Set where the field is for the values of some types only. */
  readonly isOf: ((typename: unknown) => boolean) | undefined;
  readonly shape: AnswerShape;
  readonly toDataPath: ToDataPath;
  readonly build: BuildRepresentation;
  readonly rewrite: ApplyRewrites | undefined;
}

/** The entities that one `_entities` field is asked for, each with the slot of its representation in the list. */
export interface EntityRequest {
  readonly field: EntityField;
  readonly representations: ObjectValue[];
  readonly entities: ObjectValue[];
  readonly slots: number[];
}
