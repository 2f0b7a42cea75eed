import { ANY, type FeelType } from '../../expression/conversion/feel-type.js';
import { type DmnType, resolved } from './dmn-type.js';

/** The type as FEEL expressions use it, for `instance of` and the parameters of functions. */
export function toFeelType(type: DmnType): FeelType {
  const real = resolved(type);
  switch (real.kind) {
    case 'any':
      return ANY;
    case 'simple':
      return real;
    case 'list':
    case 'range':
      return lazyElement(real.kind, real.element);
    case 'context':
      return { kind: 'context', entries: [...real.members].map(([name, member]) => lazyEntry(name, member)) };
    case 'function':
      return { kind: 'function', parameters: null, returns: ANY };
    case 'constrained':
      return { kind: 'restricted', base: toFeelType(real.base), allows: real.allows };
  }
}

/** Types may contain themselves, so what they contain is converted when it is first needed. */
function lazyElement(kind: 'list' | 'range', element: DmnType): FeelType {
  return {
    kind,
    get element() {
      return toFeelType(element);
    },
  };
}

function lazyEntry(name: string, type: DmnType) {
  return {
    name,
    get type() {
      return toFeelType(type);
    },
  };
}
