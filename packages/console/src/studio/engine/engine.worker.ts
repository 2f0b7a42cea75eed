import { compile } from '@millrace/engine';
import type { EngineAnswer, EngineRequest } from './protocol.js';

/** The engine of the server in the browser: it says what it finds in a diagram. */
const scope = globalThis as unknown as {
  onmessage: ((event: { readonly data: EngineRequest }) => void) | null;
  postMessage(answer: EngineAnswer): void;
};

scope.onmessage = async ({ data: { id, bpmn } }) => {
  const { report } = await compile(bpmn);
  scope.postMessage({ id, report });
};
