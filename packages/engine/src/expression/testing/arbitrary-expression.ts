import fc from 'fast-check';
import { numbers, texts } from './arbitrary-data.js';

const orderOperators = ['<', '<=', '>', '>='];
const equalityOperators = ['=', '!='];
const logicOperators = ['and', 'or'];
const arithmeticOperators = ['+', '-', '*', '/', '**'];

const numberLiteral = numbers.map(String).filter((text) => !text.includes('e'));
const textLiteral = texts.filter((text) => !text.includes('"')).map((text) => `"${text}"`);
const literal = fc.oneof(numberLiteral, textLiteral, fc.constantFrom('true', 'false', 'null'));

const interval = fc
  .tuple(fc.constantFrom('[', '(', ']'), numberLiteral, numberLiteral, fc.constantFrom(']', ')', '['))
  .map(([open, low, high, close]) => `${open}${low}..${high}${close}`);
const tests = fc.oneof(
  interval,
  fc
    .array(fc.oneof(literal, interval, infix(fc.constant(''), orderOperators, literal)), { minLength: 2, maxLength: 3 })
    .map((list) => `(${list.join(', ')})`),
  fc.array(literal, { maxLength: 3 }).map((list) => `[${list.join(', ')}]`),
);

/** Well-typed expressions over `typedVariables`, mostly without brackets, so that precedence is put to the test too. */
export const { boolean: typedExpression } = fc.letrec<{ boolean: string; number: string; text: string }>((tie) => ({
  number: fc.oneof(
    { depthIdentifier: 'text', maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom('n', 'm', 'o.x', 'o.y') },
    { weight: 2, arbitrary: numberLiteral },
    { weight: 3, arbitrary: infix(tie('number'), arithmeticOperators) },
    bracketed(tie('number')),
    bracketed(choice(tie('boolean'), tie('number'))),
    tie('number').map((text) => `-(${text})`),
  ),
  text: fc.oneof(
    { depthIdentifier: 'text', maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom('s', 't') },
    { weight: 2, arbitrary: textLiteral },
    infix(tie('text'), ['+']),
    bracketed(choice(tie('boolean'), tie('text'))),
  ),
  boolean: fc.oneof(
    { depthIdentifier: 'text', maxDepth: 4, withCrossShrink: true },
    { weight: 2, arbitrary: fc.constantFrom('p', 'q', 'true', 'false') },
    { weight: 3, arbitrary: infix(tie('number'), [...equalityOperators, ...orderOperators]) },
    { weight: 2, arbitrary: infix(tie('text'), [...equalityOperators, ...orderOperators]) },
    { weight: 3, arbitrary: infix(tie('boolean'), logicOperators) },
    infix(fc.constantFrom('n', 'o.x', 's', 'p'), ['in'], tests),
    fc.tuple(tie('number'), tie('number'), tie('number')).map(([a, b, c]) => `(${a}) between (${b}) and (${c})`),
    infix(fc.constantFrom('n', 's', 'p', 'o', 'o.x'), equalityOperators, fc.constant('null')),
    tie('boolean').map((text) => `not(${text})`),
    bracketed(tie('boolean')),
  ),
}));

function infix(
  left: fc.Arbitrary<string>,
  operators: readonly string[],
  right: fc.Arbitrary<string> = left,
): fc.Arbitrary<string> {
  return fc.tuple(left, fc.constantFrom(...operators), right).map((words) => words.join(' '));
}

function choice(condition: fc.Arbitrary<string>, part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(condition, part, part).map(([a, b, c]) => `if ${a} then ${b} else ${c}`);
}

function bracketed(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return part.map((text) => `(${text})`);
}
