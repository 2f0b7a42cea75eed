import type { BpmnElement } from '../../diagram/flow-model.js';

/** A part of a BPMN file, as the library keeps it. */
export interface Moddle extends BpmnElement {
  readonly $descriptor: { readonly properties: readonly { readonly name: string }[] };
  readonly $attrs: Readonly<Record<string, string>>;
  readonly $parent?: Moddle;
  get(name: string): unknown;
}

/** An element of the drawing. */
export interface DrawnElement {
  readonly id: string;
  readonly type: string;
  readonly businessObject: Moddle;
  readonly parent?: DrawnElement;
  readonly labelTarget?: DrawnElement;
  readonly incoming?: readonly DrawnElement[];
  readonly outgoing?: readonly DrawnElement[];
}

const isModdle = (value: unknown): value is Moddle => typeof value === 'object' && value !== null && '$type' in value;

/** A property that is another part; undefined: there is none. */
export function partOf(owner: Moddle, name: string): Moddle | undefined {
  const value = owner.get(name);
  return isModdle(value) ? value : undefined;
}

/** A property that is a list of parts. */
export function partsOf(owner: Moddle | undefined, name: string): readonly Moddle[] {
  const value = owner?.get(name);
  return Array.isArray(value) ? value.filter(isModdle) : [];
}

/** A property as a text; empty where it has no value. */
export function textOf(owner: Moddle | undefined, name: string): string {
  const value = owner?.get(name);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The extension element of a type, for example `zeebe:TaskDefinition`. */
export const extensionOf = (owner: Moddle, type: string): Moddle | undefined =>
  extensionsOf(owner).find(({ $type }) => $type === type);

export function extensionsOf(owner: Moddle): readonly Moddle[] {
  const extensions = partOf(owner, 'extensionElements');
  return extensions === undefined ? [] : partsOf(extensions, 'values');
}

/** What a part is made of, for a part that differs in some properties. */
export function propertiesOf(part: Moddle | undefined): Record<string, unknown> {
  if (part === undefined) return {};
  const own = Object.fromEntries(
    part.$descriptor.properties
      .map(({ name }) => name.replace(/^[^:]*:/, ''))
      .filter((name) => Object.hasOwn(part, name))
      .map((name) => [name, part.get(name)]),
  );
  return { ...part.$attrs, ...own };
}
