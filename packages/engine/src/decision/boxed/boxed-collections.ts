import { type BuildContext, broken, withNames } from '../context/build-context.js';
import { Frame } from '../evaluation/frame.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { Steps } from '../steps/steps.js';
import { coerce } from '../types/conform.js';
import { anyType, type DmnType } from '../types/dmn-type.js';
import { attributeOf, childOf, childrenOf, normalName } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { type CompileBoxed, expressionOf, kinds } from './expression-kinds.js';

type Entry = { readonly name: string | null; readonly type: DmnType; readonly logic: Logic };
type Cell = { readonly name: string; readonly type: DmnType; readonly logic: Logic };

/** Entries see those before them. An entry without a variable is the result; without one, the result is the context. */
export function* compileContext(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const entries: Entry[] = [];
  let inner = context;
  for (const entry of childrenOf(element, 'contextEntry')) {
    const variable = childOf(entry, 'variable');
    const written = variable === null ? null : attributeOf(variable, 'name');
    const name = written === null ? null : normalName(written);
    const type = variable === null ? anyType : context.types.of(attributeOf(variable, 'typeRef'), variable);
    const expression = expressionOf(entry);
    if (name !== null && entries.some((other) => other.name === name))
      context.problems.error(entry, 'duplicate-entry', `the context of ${context.owner.name} has two entries ${name}`);
    // A function may call itself.
    const seen = name !== null && expression?.name === 'functionDefinition' ? withNames(inner, [[name, type]]) : inner;
    entries.push({ name, type, logic: expression === null ? () => null : yield* compile(seen, expression) });
    if (name !== null) inner = withNames(inner, [[name, typeOfEntry(context, type, expression)]]);
  }
  if (entries.slice(0, -1).some(({ name }) => name === null))
    return broken(
      context,
      element,
      'bad-context',
      `the context of ${context.owner.name} has an entry without a name before its last one`,
    );
  return (frame, evaluation) => {
    const values = new Map<string, unknown>();
    const visible = new Frame(values, frame);
    for (const { name, type, logic } of entries) {
      evaluation.spend(1);
      const value = coerce(evaluation.feel, logic(visible, evaluation), type);
      if (name === null) return value;
      values.set(name, value);
    }
    return Object.fromEntries(values);
  };
}

/** The declared type of an entry, else that of its expression. */
function typeOfEntry(context: BuildContext, declared: DmnType, expression: XmlElement | null): DmnType {
  if (declared.kind !== 'any' || expression === null) return declared;
  return context.types.find(attributeOf(expression, 'typeRef') ?? 'Any') ?? declared;
}

export function* compileList(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const items: Logic[] = [];
  for (const item of element.children) if (kinds.has(item.name)) items.push(yield* compile(context, item));
  return (frame, evaluation) => {
    evaluation.spend(items.length);
    return items.map((item) => item(frame, evaluation));
  };
}

/** A list of contexts: one for each row, with a member for each column. */
export function* compileRelation(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const columns = childrenOf(element, 'column').map((column) => ({
    name: normalName(attributeOf(column, 'name') ?? ''),
    type: context.types.of(attributeOf(column, 'typeRef'), column),
  }));
  const rows: (readonly Cell[])[] = [];
  for (const [index, row] of childrenOf(element, 'row').entries()) {
    const cells = row.children.filter(({ name }) => kinds.has(name));
    if (cells.length !== columns.length)
      context.problems.error(
        row,
        'wrong-entries',
        `row ${index + 1} of the relation of ${context.owner.name} has ${cells.length} entries for ${columns.length} columns`,
        context.owner.id,
      );
    const compiled: Cell[] = [];
    for (const [at, { name, type }] of columns.entries()) {
      const cell = cells[at];
      compiled.push({ name, type, logic: cell === undefined ? () => null : yield* compile(context, cell) });
    }
    rows.push(compiled);
  }
  return (frame, evaluation) => {
    evaluation.spend(rows.length * columns.length);
    return rows.map((row) =>
      Object.fromEntries(
        row.map(({ name, type, logic }) => [name, coerce(evaluation.feel, logic(frame, evaluation), type)]),
      ),
    );
  };
}
