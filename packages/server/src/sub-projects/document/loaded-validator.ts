import type { ValidateDocument } from './validate-document.js';

/** A validator whose modules load when it is first used: a server validates in threads, which load it for themselves. */
export function loadedValidator(): ValidateDocument {
  let validator: Promise<ValidateDocument> | undefined;
  return async (source, files) => {
    validator ??= import('./validate-document.js').then((module) => module.createDocumentValidator());
    return (await validator)(source, files);
  };
}
