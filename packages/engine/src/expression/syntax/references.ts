import { evaluate } from 'feelin';
import { ExpressionSyntaxError } from '../values/errors.js';
import { childrenOf, FEEL_DIALECT, nameIn, type SyntaxNode } from './parse-syntax.js';

/** The variables and functions that an expression uses. */
export interface References {
  /** Root variables that are read. */
  readonly variables: ReadonlySet<string>;
  /** Built-in functions that are called. */
  readonly functions: ReadonlySet<string>;
}

/** Built-in functions of DMN that feelin 8.2 declares but does not implement: they return null or fail. */
const unsupportedFunctions: ReadonlySet<string> = new Set([
  'overlaps before',
  'overlaps after',
  'finishes',
  'finished by',
  'during',
  'starts',
  'started by',
  'coincides',
]);

interface Collected {
  readonly variables: Set<string>;
  readonly functions: Set<string>;
}

/**
 * Collects the references of a parsed expression. Inside a filter (`items[price > 10]`) a name may be a member of the element or a
 * variable, so it counts as a variable.
 * @throws ExpressionSyntaxError for a call of a function that is neither built in nor defined in the expression.
 */
export function collectReferences(root: SyntaxNode, text: string, offset: number): References {
  const found: Collected = { variables: new Set(), functions: new Set() };
  walk(root, new Set());
  return found;

  function walk(node: SyntaxNode, bound: ReadonlySet<string>): void {
    switch (node.name) {
      case 'VariableName':
        read(nameIn(node, text), bound);
        break;
      case 'Type':
        break;
      case 'FunctionInvocation':
        walkCall(node, bound);
        break;
      case 'ForExpression':
      case 'QuantifiedExpression':
        walkIteration(node, bound);
        break;
      case 'FunctionDefinition':
        walkAll(childrenOf(node), withNames(bound, namesBelow(node, 'ParameterName')));
        break;
      case 'Context':
        walkContext(node, bound);
        break;
      case 'FilterExpression':
        // The filter sees the element as `item`; the target, the first child, does not.
        childrenOf(node).forEach((child, index) => {
          walk(child, index === 0 ? bound : withNames(bound, ['item']));
        });
        break;
      default:
        walkAll(childrenOf(node), bound);
    }
  }

  function read(name: string, bound: ReadonlySet<string>): void {
    if (!bound.has(name)) found.variables.add(name);
  }

  function walkAll(nodes: readonly SyntaxNode[], bound: ReadonlySet<string>): void {
    for (const node of nodes) walk(node, bound);
  }

  function walkCall(node: SyntaxNode, bound: ReadonlySet<string>): void {
    const [callee, ...rest] = childrenOf(node);
    walkAll(rest, bound);
    if (callee?.name === 'VariableName') call(nameIn(callee, text), bound, callee.from + offset);
    else if (callee !== undefined) walk(callee, bound);
  }

  function call(name: string, bound: ReadonlySet<string>, position: number): void {
    if (bound.has(name)) return;
    if (!isBuiltin(name)) {
      throw new ExpressionSyntaxError(`There is no function "${name}"; see the built-in functions of FEEL`, position);
    }
    if (unsupportedFunctions.has(name)) {
      throw new ExpressionSyntaxError(
        `The function "${name}" is not supported; compare the ends of the ranges`,
        position,
      );
    }
    found.functions.add(name);
  }

  function walkIteration(node: SyntaxNode, outer: ReadonlySet<string>): void {
    let bound = node.name === 'ForExpression' ? withNames(outer, ['partial']) : outer;
    for (const child of childrenOf(node)) {
      if (child.name !== 'InExpressions') {
        walk(child, bound);
        continue;
      }
      for (const iterator of childrenOf(child)) {
        const [name, ...source] = childrenOf(iterator);
        walkAll(source, bound);
        if (name !== undefined) bound = withNames(bound, [nameIn(name, text)]);
      }
    }
  }

  function walkContext(node: SyntaxNode, outer: ReadonlySet<string>): void {
    let bound = outer;
    for (const entry of childrenOf(node)) {
      if (entry.name !== 'ContextEntry') continue;
      const [key, value] = childrenOf(entry);
      if (value !== undefined) walk(value, bound);
      if (key !== undefined) bound = withNames(bound, [keyIn(key)]);
    }
  }

  function keyIn(key: SyntaxNode): string {
    const inner = key.firstChild;
    if (inner === null) return text.slice(key.from, key.to);
    return inner.name === 'StringLiteral' ? text.slice(inner.from + 1, inner.to - 1) : nameIn(inner, text);
  }

  function namesBelow(node: SyntaxNode, kind: string): string[] {
    return childrenOf(node).flatMap((child) =>
      child.name === kind ? [nameIn(child, text)] : child.name === 'FunctionBody' ? [] : namesBelow(child, kind),
    );
  }
}

function withNames(bound: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  return new Set([...bound, ...names]);
}

/** feelin exports no list of its functions; evaluating a name returns the function. Costs 50 us, at deploy only. */
function isBuiltin(name: string): boolean {
  try {
    return typeof evaluate(name, {}, FEEL_DIALECT).value === 'function';
  } catch {
    // A keyword in backticks, such as `if`.
    return false;
  }
}
