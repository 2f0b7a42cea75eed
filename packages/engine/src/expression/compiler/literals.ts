import type { Code } from '../evaluation/evaluation.js';
import type { SyntaxNode } from '../syntax/parse-syntax.js';
import { childrenOf } from '../syntax/parse-syntax.js';
import { stringOf } from '../syntax/string-literal.js';
import { parseAt, zoneNameIn } from '../temporal/parse-temporal.js';
import { ExpressionSyntaxError } from '../values/errors.js';
import { type Compiler, textOf } from './compiler.js';

export function compileNumber(c: Compiler, node: SyntaxNode): Code {
  const text = textOf(c, node);
  const value = Number(text.replace(/\s/g, '')) + 0;
  if (!Number.isFinite(value)) {
    throw new ExpressionSyntaxError(`The number "${text}" is too large`, node.from + c.offset);
  }
  return () => value;
}

export function compileString(c: Compiler, node: SyntaxNode): Code {
  const value = stringOf(textOf(c, node));
  return () => value;
}

/** `@"2026-01-01"`: read once, at the first evaluation. */
export function compileAt(c: Compiler, node: SyntaxNode): Code {
  const [literal] = childrenOf(node);
  const text = stringOf(textOf(c, literal === undefined ? undefined : childrenOf(literal)[0]));
  const zone = zoneNameIn(text);
  let value: ReturnType<typeof parseAt> | undefined;
  return (e) => {
    if (zone !== null) e.budget.spendOnZone(zone);
    if (value === undefined) value = parseAt(text);
    return value ?? e.warn(() => `"${text}" is no date, time or duration`);
  };
}
