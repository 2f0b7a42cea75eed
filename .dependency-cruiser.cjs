/** The arrows of ARCHITECTURE.md, and no cycles. `npm run check` fails on any other arrow. */

/** What every feature imports. */
const common = ['kernel', 'postgres', 'use-case', 'filters', 'access', 'audit'];

/** The folders of `packages/server/src` from the bottom up, each with those it may import. */
const serverLayers = {
  kernel: [],
  postgres: ['kernel'],
  // Of the embedded PostgreSQL: it reaches into it, as `start` does.
  backup: ['kernel', 'postgres'],
  'use-case': ['kernel', 'postgres'],
  filters: ['kernel', 'postgres'],
  access: ['kernel', 'use-case', 'filters'],
  audit: ['kernel', 'postgres', 'use-case', 'filters', 'access'],
  mail: ['kernel', 'postgres'],
  // Messages to browsers; what they say and how they are sent, others know.
  push: ['kernel', 'postgres'],
  identity: [...common, 'mail'],
  // Of identity providers: people and groups, and nothing of what they may do.
  scim: ['kernel', 'postgres', 'use-case', 'audit', 'identity'],
  'sub-projects': [...common, 'identity'],
  // The worker is handed what it works on; it does not know what a run is.
  jobs: ['kernel', 'postgres', 'mail', 'push', 'sub-projects'],
  secrets: [...common, 'sub-projects', 'jobs'],
  // What processes need of workflows and files they are handed as functions.
  processes: [...common, 'sub-projects', 'identity', 'jobs'],
  files: [...common, 'sub-projects', 'jobs', 'processes'],
  // Whether a task or a file may be named, it asks functions that it is handed.
  comments: [...common, 'sub-projects', 'identity', 'processes'],
  events: [...common, 'sub-projects', 'jobs', 'processes'],
  workflows: [...common, 'sub-projects', 'jobs', 'processes', 'events'],
  webhooks: [...common, 'sub-projects', 'jobs', 'processes', 'events'],
  clocks: [...common, 'sub-projects', 'jobs', 'processes', 'events'],
  // What people are told of is what the lists of these show them.
  notifications: [
    ...common,
    'mail',
    'push',
    'sub-projects',
    'identity',
    'processes',
    'comments',
    'events',
    'workflows',
  ],
  // How processes flow, from the log of events.
  statistics: [...common, 'sub-projects', 'processes', 'events'],
  // What administrators see of the server that runs.
  installation: ['kernel', 'use-case', 'access'],
  // What a delivery does is passed in as operations.
  'inbound-hooks': [...common, 'sub-projects', 'identity'],
  // It shows what the lists of these show.
  search: [...common, 'sub-projects', 'identity', 'jobs', 'processes', 'comments', 'events', 'files', 'workflows'],
  // Runs of users' tests: the rules of the features without their tables.
  scenarios: ['kernel', 'use-case', 'access', 'sub-projects', 'jobs', 'processes', 'workflows'],
  http: ['kernel', 'postgres', 'use-case'],
  // What people see before the console: sign-in, consent, the links of mails.
  pages: ['kernel', 'postgres', 'use-case', 'identity', 'http'],
  // The files of the web console. What it shows, the browser asks the operations for.
  console: ['kernel'],
  demo: ['kernel', 'postgres', 'use-case', 'identity'],
};

const serverLayer = ([layer, allowed]) => ({
  name: `server-${layer}-uses`,
  comment: `server/src/${layer} may import only: ${allowed.join(', ') || 'nothing of the server'}`,
  severity: 'error',
  from: { path: `^packages/server/src/${layer}/`, pathNot: '\\.test\\.ts$|/testing/' },
  to: {
    path: '^packages/server/src/',
    pathNot: [layer, ...allowed].map((name) => `^packages/server/src/${name}/`),
  },
});

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
      comment: 'No I/O in the engine; biome.json forbids clocks and randomness',
      severity: 'error',
      from: { path: '^packages/engine/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    ...Object.entries(serverLayers).map(serverLayer),
    {
      name: 'one-entry-to-postgres',
      comment: 'Features import postgres/database.ts; only the composition reaches its parts',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: '\\.test\\.ts$|/testing/|src/(postgres|start|workers|backup)/|src/index\\.ts$',
      },
      to: { path: '^packages/server/src/postgres/', pathNot: '^packages/server/src/postgres/database\\.ts$' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^packages/(cli|object-store)/bin/',
          '^packages/server/src/pages/assets/',
          '\\.cjs$',
          '\\.test\\.ts$',
          'vitest\\.config',
        ],
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
    // The parser reads no JSX: scripts/check-structure.mjs checks the arrows of the console.
    exclude: { path: '(^|/)(node_modules|dist)/|^packages/console/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['@millrace/source', 'import', 'node', 'default'],
    },
  },
};
