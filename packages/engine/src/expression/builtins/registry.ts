import type { Builtin } from './builtin.js';
import { contextFunctions } from './context-functions.js';
import { controlFunctions, conversionFunctions } from './conversion-functions.js';
import { listFunctions } from './list-functions.js';
import { logicFunctions } from './logic-functions.js';
import { numberFunctions } from './number-functions.js';
import { patternFunctions } from './pattern-functions.js';
import { rangeFunctions } from './range-functions.js';
import { statistics } from './statistics.js';
import { temporalFunctions } from './temporal-functions.js';
import { textFunctions } from './text-functions.js';
import { workingTimeFunctions } from './working-time-functions.js';

/** The built-in functions of FEEL (DMN 1.5) and those that Camunda 8 adds, by name. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  [
    ...logicFunctions,
    ...numberFunctions,
    ...statistics,
    ...textFunctions,
    ...patternFunctions,
    ...listFunctions,
    ...contextFunctions,
    ...temporalFunctions,
    ...workingTimeFunctions,
    ...rangeFunctions,
    ...conversionFunctions,
    ...controlFunctions,
  ].map((builtin) => [builtin.name, builtin]),
);
