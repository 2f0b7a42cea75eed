import type { FlowModel } from '../../diagram/flow-model.js';
import type { RunsMessages } from '../messages/index.gen.js';

/** What people call an element: its name, else what it is. Of a called process only the id is known. */
export function elementName(model: FlowModel | undefined, m: RunsMessages, id: string): string {
  const element = model?.elements.get(id);
  if (element === undefined) return model?.flows.get(id) || id;
  return element.name === '' ? m.elementType({ type: element.type }) : element.name;
}
