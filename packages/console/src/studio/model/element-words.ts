import type { DrawnElement } from '../drawing/moddle.js';
import type { StudioMessages } from '../messages/index.gen.js';

/** What an element is. */
export const typeOf = ({ businessObject: { $type } }: DrawnElement, m: StudioMessages): string =>
  m.elementType({ type: $type.slice($type.indexOf(':') + 1) });

/** What people call an element: its name, else what it is. */
export const nameOf = (element: DrawnElement, m: StudioMessages): string =>
  element.businessObject.name?.replaceAll(/\s+/g, ' ').trim() || typeOf(element, m);
