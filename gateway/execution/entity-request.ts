import type { AnswerShape } from './answer-shape.js';
import type { PlanPath } from '../planner/plan.js';
import type { Merge } from './merge.js';
import type { BuildRepresentation } from './representations.js';
import type { ApplyRenames, ToDataPath } from './renames.js';
import type { ObjectValue } from './values.js';

/** One `_entities` field of a fetch, compiled. */
export interface EntityField {
  readonly alias: string;
  readonly variable: string;
  readonly paths: readonly PlanPath[];
  readonly shape: AnswerShape;
  readonly merge: Merge;
  readonly toDataPath: ToDataPath;
  readonly build: BuildRepresentation;
  readonly rename: ApplyRenames | undefined;
  /** Whether equal representations are sent once. */
  readonly isDeduplicated: boolean;
}

/** The entities requested through one `_entities` field, each with the index of its representation. */
export interface EntityRequest {
  readonly field: EntityField;
  readonly representations: ObjectValue[];
  readonly entities: ObjectValue[];
  readonly slots: number[];
}
