/**
 * What an evaluation costs. Run after `npm run build`, from the repository's root:
 * `node -e "import('vite').then((vite) => vite.runnerImport('./packages/engine/bench/feel-bench.ts'))"`
 */
import { performance } from 'node:perf_hooks';
import { compileExpression } from '../src/expression/compile-expression.js';

const variables = new Map<string, unknown>([
  ['amount', 12_000],
  ['approved', true],
  ['name', 'Ada'],
  ['process', { state: 'INIT', fields: { amount: 12_000, supplier: 'ACME' } }],
  ['items', Array.from({ length: 20 }, (_, index) => ({ price: index, quantity: 2 }))],
]);
const scope = {
  get: (name: string) => variables.get(name),
  has: (name: string) => variables.has(name),
  names: () => variables.keys(),
};
const now = new Date(0);

const sources = [
  '=amount > 10000',
  '=approved = true',
  '=process.fields.amount > 10000 and process.state = "INIT"',
  '=if amount > 10000 then "HIGH" else "LOW"',
  '="Dear " + name + ","',
  '=process.state in ("INIT", "IN_REVIEW")',
  '=items',
  '=count(items) > 3',
  '=items[price > 10]',
  '=now() > date and time("2026-01-01T00:00:00Z")',
];

for (const source of sources) {
  const expression = compileExpression(source);
  const evaluate = () => expression.evaluate(scope, now);
  const microseconds = measure(evaluate, 200_000);
  const compiling = measure(() => compileExpression(source), 500);
  process.stdout.write(`${microseconds.toFixed(3).padStart(9)} us  compile ${compiling.toFixed(0)} us  ${source}\n`);
}

/** Microseconds per call, after a warm-up of a tenth of the calls. */
function measure(call: () => unknown, times: number): number {
  for (let i = 0; i < times / 10; i++) call();
  const start = performance.now();
  for (let i = 0; i < times; i++) call();
  return ((performance.now() - start) * 1_000) / times;
}
