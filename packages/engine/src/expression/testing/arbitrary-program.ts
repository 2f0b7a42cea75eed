import fc from 'fast-check';

/** Expressions of the whole language, with nested loops, filters, recursion, patterns and time zones over large data. */
const names = ['list', 'objects', 'texts', 'big', 'n', 'x', 'partial', 'item', 'a', 'missing'];
const functions: readonly (readonly [name: string, parameters: number])[] = [
  ...(['count', 'sum', 'min', 'max', 'mean', 'median', 'mode', 'stddev', 'product', 'all', 'any'] as const).map(
    (name) => [name, 1] as const,
  ),
  ...(
    [
      'reverse',
      'flatten',
      'distinct values',
      'duplicate values',
      'sort',
      'string',
      'string length',
      'upper case',
      'trim',
      'to json',
    ] as const
  ).map((name) => [name, 1] as const),
  ...(
    [
      'from json',
      'to base64',
      'number',
      'date',
      'date and time',
      'time',
      'duration',
      'abs',
      'sqrt',
      'exp',
      'is empty',
      'get entries',
    ] as const
  ).map((name) => [name, 1] as const),
  ...(['context', 'context merge', 'week of year', 'range', 'not', 'is defined', 'last day of month'] as const).map(
    (name) => [name, 1] as const,
  ),
  ...(
    [
      'append',
      'concatenate',
      'union',
      'list contains',
      'index of',
      'remove',
      'partition',
      'string join',
      'contains',
    ] as const
  ).map((name) => [name, 2] as const),
  ...(
    [
      'matches',
      'split',
      'extract',
      'decimal',
      'modulo',
      'get value',
      'before',
      'includes',
      'get or else',
      'date and time',
    ] as const
  ).map((name) => [name, 2] as const),
  ...(['replace', 'substring', 'insert before', 'list replace', 'context put', 'sublist', 'date'] as const).map(
    (name) => [name, 3] as const,
  ),
];
const literal = fc.constantFrom(
  ...[
    '0',
    '1',
    '3',
    '-2',
    '0.1',
    '1e9',
    '1e300',
    '100000',
    '"a"',
    '"a+b"',
    '"(a|b)*c"',
    '"[a-z]+"',
    '"1"',
    '""',
    'true',
    'null',
    '[]',
    '{}',
  ],
  ...[
    '@"2026-01-31"',
    '@"2026-03-29T02:30:00@Europe/Berlin"',
    '@"10:00:00@Asia/Tokyo"',
    '@"P1M"',
    '@"PT1H"',
    '@"-P999999999D"',
    '[1..3]',
    '(> 5)',
  ],
);

/** Text of at most some thousand characters that is FEEL. */
export const { program: anyProgram } = fc.letrec<{ program: string }>((tie) => {
  const part = tie('program');
  return {
    program: fc.oneof(
      { depthIdentifier: 'program', maxDepth: 6, withCrossShrink: true },
      { weight: 3, arbitrary: literal },
      { weight: 4, arbitrary: fc.constantFrom(...names) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(part, fc.constantFrom('+', '-', '*', '/', '**', '=', '<', 'and', 'in'), part)
          .map(([a, o, b]) => `(${a} ${o} ${b})`),
      },
      { weight: 5, arbitrary: call(part) },
      { weight: 3, arbitrary: fc.tuple(part, part).map(([source, filter]) => `(${source})[${filter}]`) },
      { weight: 3, arbitrary: fc.tuple(part, part).map(([source, body]) => `(for x in ${source} return ${body})`) },
      {
        weight: 2,
        arbitrary: fc.tuple(part, part, part).map(([from, to, body]) => `(for x in (${from})..(${to}) return ${body})`),
      },
      fc
        .tuple(fc.constantFrom('some', 'every'), part, part)
        .map(([q, source, body]) => `(${q} x in ${source} satisfies ${body})`),
      fc.tuple(part, part, part).map(([a, b, c]) => `(if ${a} then ${b} else ${c})`),
      fc.tuple(part, part).map(([a, b]) => `[${a}, ${b}]`),
      fc.tuple(part, part).map(([a, b]) => `{a: ${a}, x: ${b}}`),
      fc
        .tuple(part, part)
        .map(([body, argument]) => `({f: function(x) if x = 0 then 1 else f(${body}), r: f(${argument})}.r)`),
      fc.tuple(part, part).map(([source, body]) => `sort(${source}, function(x, a) ${body})`),
      fc.tuple(part, fc.constantFrom('a', 'year', 'start', 'time offset')).map(([a, name]) => `(${a}).${name}`),
      fc
        .tuple(part, fc.constantFrom('number', 'list<string>', 'context<a: number>', 'range<number>'))
        .map(([a, type]) => `(${a} instance of ${type})`),
    ),
  };
});

function call(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .constantFrom(...functions)
    .chain(([name, count]) =>
      fc.array(part, { minLength: count, maxLength: count }).map((args) => `${name}(${args.join(', ')})`),
    );
}
