import { isContext } from '../../expression/values/feel-object.js';
import { parseTemporal } from '../feel/values.js';
import { type DmnType, resolved, type SimpleTypeName } from '../types/dmn-type.js';

/** A value of a test case without a type: it has the type that the model declares. */
export class UntypedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The text as a value of the type; a text when it cannot be one. */
  as(type: SimpleTypeName): unknown {
    const text = this.text.trim();
    switch (type) {
      case 'number':
        return text === '' || Number.isNaN(Number(text)) ? this.text : Number(text);
      case 'boolean':
        return text === 'true' || text === 'false' ? text === 'true' : this.text;
      case 'string':
        return this.text;
      default:
        return parseTemporal(type, text) ?? this.text;
    }
  }
}

/** The value with its untyped texts as values of the type; texts where the type says nothing. */
export function typedBy(value: unknown, type: DmnType): unknown {
  const real = resolved(type);
  if (real.kind === 'constrained') return typedBy(value, real.base);
  if (value instanceof UntypedText) {
    if (real.kind === 'list') return typedBy(value, real.element);
    return real.kind === 'simple' ? value.as(real.name) : value.text;
  }
  const any: DmnType = { kind: 'any' };
  if (Array.isArray(value)) return value.map((item) => typedBy(item, real.kind === 'list' ? real.element : any));
  if (!isContext(value)) return value;
  const memberType = (name: string): DmnType => (real.kind === 'context' ? (real.members.get(name) ?? any) : any);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, typedBy(item, memberType(name))]));
}
