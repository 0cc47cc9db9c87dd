import type { AuditSuite } from './suite.js';
import { abstractTypes } from './abstract-types.js';
import { entities } from './entities.js';
import { federation1 } from './fed1.js';
import { interfaceObjects } from './interface-objects.js';
import { provides } from './provides.js';
import { requires } from './requires.js';
import { rootFields } from './root-fields.js';
import { visibility } from './visibility.js';

/** Every suite of the audit. */
export const ALL_SUITES: readonly AuditSuite[] = [
  entities,
  rootFields,
  federation1,
  abstractTypes,
  interfaceObjects,
  requires,
  provides,
  visibility,
].flatMap(({ suites }) => suites);
