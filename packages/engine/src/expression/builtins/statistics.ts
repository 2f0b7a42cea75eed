import type { Evaluation } from '../evaluation/evaluation.js';
import { add, divide, multiply, settle, subtract } from '../numbers/decimal.js';
import { addTemporal } from '../temporal/temporal-arithmetic.js';
import { isDuration } from '../temporal/temporal-values.js';
import { Builtin, form } from './builtin.js';
import { any, list, rest } from './parameter.js';

type Numbers = readonly number[];

/** A function of numbers, given as one list or one by one; null when one is not a number. */
function ofNumbers(name: string, body: (e: Evaluation, numbers: Numbers) => unknown): Builtin {
  const checked = (e: Evaluation, values: readonly unknown[]): unknown => {
    if (!values.every((value) => typeof value === 'number')) return e.warn(() => `${name} needs numbers`);
    e.budget.spend(values.length);
    return body(e, values);
  };
  return new Builtin(name, [form([list('list')], checked), form([rest(any('list'))], checked)], { readsOnly: true });
}

function fold(numbers: Numbers, operation: (a: number, b: number) => number | null, start: number): number | null {
  let result: number | null = start;
  for (const value of numbers) result = result === null ? null : operation(result, value);
  return result;
}

function total(numbers: Numbers): number | null {
  return numbers.length === 0 ? null : fold(numbers, add, 0);
}

function mean(numbers: Numbers): number | null {
  const sum = total(numbers);
  return sum === null ? null : divide(sum, numbers.length);
}

function sorted(e: Evaluation, numbers: Numbers): Numbers {
  e.budget.spend(numbers.length * Math.ceil(Math.log2(numbers.length + 1)));
  return numbers.toSorted((a, b) => a - b);
}

function median(e: Evaluation, numbers: Numbers): number | null {
  if (numbers.length === 0) return null;
  const inOrder = sorted(e, numbers);
  const middle = inOrder.length >> 1;
  const high = inOrder[middle] ?? 0;
  if (inOrder.length % 2 === 1) return high;
  return divide(add(inOrder[middle - 1] ?? 0, high) ?? Number.NaN, 2);
}

/** The standard deviation of a sample. */
function deviation(numbers: Numbers): number | null {
  const center = mean(numbers);
  if (center === null || numbers.length < 2) return null;
  const squares = numbers.map((value) => (subtract(value, center) ?? Number.NaN) ** 2);
  return settle(Math.sqrt((fold(squares, (a, b) => a + b, 0) ?? Number.NaN) / (numbers.length - 1)));
}

/** The most frequent numbers, the smallest first. */
function mode(e: Evaluation, numbers: Numbers): Numbers {
  const counts = new Map<number, number>();
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return sorted(
    e,
    [...counts].filter(([, count]) => count === most).map(([value]) => value),
  );
}

/** Numbers, or durations of one kind. */
function sum(e: Evaluation, values: readonly unknown[]): unknown {
  if (values.every((value) => typeof value === 'number')) return total(values);
  if (!values.every(isDuration)) return e.warn(() => 'sum needs numbers, or durations of one kind');
  e.budget.spend(values.length * 5);
  return values.slice(1).reduce<unknown>((left, right) => addTemporal(left, right) ?? null, values[0]);
}

export const statistics: readonly Builtin[] = [
  new Builtin('sum', [form([list('list')], sum), form([rest(any('list'))], sum)], { readsOnly: true }),
  ofNumbers('mean', (_, numbers) => mean(numbers)),
  ofNumbers('product', (_, numbers) => (numbers.length === 0 ? null : fold(numbers, multiply, 1))),
  ofNumbers('median', median),
  ofNumbers('stddev', (_, numbers) => deviation(numbers)),
  ofNumbers('mode', mode),
];
