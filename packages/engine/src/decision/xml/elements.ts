import type { XmlElement } from './read-xml.js';

/** The first child of that name, or null. */
export function childOf(element: XmlElement, name: string): XmlElement | null {
  return element.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The attribute, trimmed; null when it is absent or blank. */
export function attributeOf(element: XmlElement, name: string): string | null {
  const value = element.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}

/** The text of the child `text` of an expression, or null when there is none. */
export function textOf(element: XmlElement): string | null {
  return childOf(element, 'text')?.text ?? null;
}

/** A name as FEEL reads it: without spaces around it, and with one space where several are written. */
export function normalName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
