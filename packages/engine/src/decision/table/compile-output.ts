import { readSimpleCell } from '../cells/cell.js';
import type { BuildContext } from '../context/build-context.js';
import { feelContext } from '../context/feel-context.js';
import { compileFeel, compileTests } from '../feel/feel.js';
import type { OutputCell, OutputColumn } from '../model/decision-table.js';
import { type DmnType, resolved } from '../types/dmn-type.js';
import { attributeOf, childOf, normalName, textOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';

/** `count`: how many output columns the table has. */
export function readOutputColumn(context: BuildContext, output: XmlElement, at: number, count: number): OutputColumn {
  const { owner, types } = context;
  const written = attributeOf(output, 'name');
  if (written === null && count > 1)
    context.problems.error(output, 'missing-name', `output column ${at + 1} of ${owner.name} has no name`, owner.id);
  const name = normalName(written ?? attributeOf(output, 'label') ?? (count === 1 ? owner.name : `output ${at + 1}`));
  const type = types.of(attributeOf(output, 'typeRef'), output);
  const values = childOf(output, 'outputValues');
  const source = (values === null ? null : textOf(values))?.trim() ?? '';
  const hasValues = values !== null && source !== '' && source !== '-';
  const defaultElement = childOf(output, 'defaultOutputEntry');
  const defaultSource = (defaultElement === null ? null : textOf(defaultElement))?.trim() ?? '';
  return {
    name,
    type,
    allowed: hasValues ? attempt(context, values, name, () => compileTests(source, feelContext(context))) : null,
    priorities: priorities(
      context,
      hasValues ? source : sourceOf(type.kind === 'any' && count === 1 ? context.owner.type : type),
    ),
    defaultEntry:
      defaultElement === null || defaultSource === ''
        ? null
        : readOutputCell(context, defaultElement, `the default of ${name}`),
  };
}

/** The allowed values of a type, or of the elements of its lists; null when it allows all. */
function sourceOf(type: DmnType): string | null {
  const real = resolved(type);
  if (real.kind === 'list') return sourceOf(real.element);
  return real.kind === 'constrained' ? real.source : null;
}

/** The allowed values as a list; null when they are tests, such as intervals, which have no order of their own. */
function priorities(context: BuildContext, source: string | null): OutputColumn['priorities'] {
  if (source === null) return null;
  try {
    return compileFeel(`[${source}]`, feelContext(context));
  } catch {
    // Tests such as `> 5` are no values; the compiler has read them as tests.
    return null;
  }
}

function attempt<T>(context: BuildContext, element: XmlElement, column: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.problems.error(
      element,
      'bad-expression',
      `the allowed values of the output ${column} of ${context.owner.name} cannot be read: ${reason}`,
      context.owner.id,
    );
    return null;
  }
}

/** Reads an output entry; `what` names it in problems. An empty entry is null. */
export function readOutputCell(context: BuildContext, element: XmlElement, what: string): OutputCell {
  const source = textOf(element)?.trim() ?? '';
  if (source === '' || source === '-') return { kind: 'constant', value: null };
  const reference = attributeOf(element, 'typeRef');
  const type = reference === null ? null : context.types.of(reference, element);
  const simple = type === null ? readSimpleCell(source) : null;
  const [only] = simple?.tests ?? [];
  if (simple?.tests.length === 1 && !simple.negated && only?.kind === 'equals' && !source.startsWith('='))
    return { kind: 'constant', value: only.value };
  try {
    return { kind: 'feel', expression: compileFeel(source, feelContext(context)), type };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${what} of ${context.owner.name} cannot be read: ${reason}`;
    context.problems.error(element, 'bad-expression', message, context.owner.id);
    return { kind: 'broken', message };
  }
}
