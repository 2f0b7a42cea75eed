/** The arrows of ARCHITECTURE.md, and no cycles. `npm run check` fails on any other arrow. */
const features = ['sub-projects', 'jobs', 'processes', 'workflows', 'files', 'identity', 'demo'];
const base = ['access', 'audit', 'filters', 'postgres', 'testing'];

const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$|/testing/' },
  to: { path: '^(packages|acceptance|chaos)/', pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('engine-is-alone', '^packages/engine/', ['^packages/engine/'], 'The engine is pure and knows nothing of ours'),
    only('object-store-is-alone', '^packages/object-store/', ['^packages/object-store/']),
    only('contract-is-alone', '^packages/contract/', ['^packages/contract/']),
    only('server-uses', '^packages/server/', [
      '^packages/server/',
      '^packages/(contract|engine|object-store)/(src|dist)/index\\.',
    ]),
    only('client-uses', '^packages/client/', ['^packages/client/', '^packages/contract/(src|dist)/index\\.']),
    only('cli-uses', '^packages/cli/', ['^packages/cli/', '^packages/(client|server)/(src|dist)/index\\.']),
    {
      name: 'only-server-commands-use-the-server',
      comment: 'Every everyday command works over the client alone; these load the server for themselves',
      severity: 'error',
      from: {
        path: '^packages/cli/src/',
        pathNot: '^packages/cli/src/server/|\\.test\\.ts$|^packages/cli/src/testing/',
      },
      to: { path: '^packages/server/' },
    },
    {
      name: 'acceptance-is-black-box',
      comment: 'Acceptance tests know the wire only',
      severity: 'error',
      from: { path: '^acceptance/' },
      to: { path: '^packages/' },
    },
    {
      name: 'chaos-is-black-box',
      comment: 'Chaos knows the wire, and the engine to check histories against models',
      severity: 'error',
      from: { path: '^chaos/' },
      to: { path: '^(packages|acceptance)/', pathNot: '^packages/engine/(src|dist)/index\\.' },
    },
    {
      name: 'engine-has-no-node',
      comment: 'No I/O, clock or randomness in the engine',
      severity: 'error',
      from: { path: '^packages/engine/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-do-not-know-http',
      severity: 'error',
      from: { path: `^packages/server/src/(${[...features, ...base].join('|')})/` },
      to: { path: '^packages/server/src/http/' },
    },
    {
      name: 'base-does-not-know-features',
      severity: 'error',
      from: {
        path: `^packages/server/src/(${base.filter((b) => b !== 'testing').join('|')})/`,
        pathNot: '\\.test\\.ts$',
      },
      to: { path: `^packages/server/src/(${features.join('|')})/` },
    },
    {
      name: 'queries-stay-in-their-feature',
      comment: 'Only the feature that owns a table speaks SQL about it',
      severity: 'error',
      from: { path: '^packages/server/src/([^/]+)/' },
      to: { path: '^packages/server/src/[^/]+/.*queries[^/]*\\.ts$', pathNot: '^packages/server/src/$1/' },
    },
    {
      name: 'processes-know-no-other-work',
      severity: 'error',
      from: { path: '^packages/server/src/processes/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/server/src/(workflows|files)/' },
    },
    {
      name: 'jobs-know-no-other-work',
      comment: 'The worker loop is handed what it advances; it does not know what a run is',
      severity: 'error',
      from: { path: '^packages/server/src/jobs/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/server/src/(workflows|processes|files|identity)/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^packages/(cli|object-store)/bin/', '\\.cjs$', '\\.test\\.ts$', 'vitest\\.config'],
      },
      to: {},
    },
    {
      name: 'no-undeclared-dependencies',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { pathNot: '^packages/', dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)(node_modules|dist)/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['@millrace/source', 'import', 'node', 'default'],
    },
  },
};
