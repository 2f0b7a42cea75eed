import fc from 'fast-check';

export const numbers = fc.oneof(
  fc.integer({ min: -12, max: 12 }),
  fc.constantFrom(0, 0.1, 0.2, 1.5, -2.25, 10000, 1e15, 2 ** 53, 1e308),
);
export const texts = fc.constantFrom('', 'x', 'HIGH', 'high', '10', 'é', 'a"b');

const leaf: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: numbers },
  { weight: 3, arbitrary: texts },
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, new Date('2026-01-02T03:04:05Z')),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { weight: 6, arbitrary: leaf },
    fc.dictionary(fc.constantFrom('x', 'y', ' z', 'x ', 'constructor', '__proto__', 'x - y'), tie('value'), {
      maxKeys: 3,
      depthIdentifier: 'data',
    }),
    fc.array(tie('value'), { maxLength: 2, depthIdentifier: 'data' }),
  ),
}));

const members = fc.dictionary(fc.constantFrom('x', 'y', 'x ', '\ty'), numbers, { maxKeys: 3 });

/** Variables of the types that `typedExpression` expects, now and then one that breaks the expectation. */
export const typedVariables = fc.record({
  n: surprising(numbers),
  m: surprising(numbers),
  s: surprising(texts),
  t: surprising(texts),
  p: surprising(fc.boolean()),
  q: surprising(fc.boolean()),
  o: surprising(members),
});

function surprising(expected: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 20, arbitrary: expected }, { weight: 1, arbitrary: value });
}
