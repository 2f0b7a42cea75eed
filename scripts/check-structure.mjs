#!/usr/bin/env node
// The rules of ARCHITECTURE.md that no linter knows; `npm run check` runs it. Tests, `testing/` folders, samples of
// the console's gallery and generated files are not counted.
//
// 1. No folder holds more than 20 source files.
// 2. The folders of a package import each other one way.
// 3. In the server, SQL stands in `records/` folders and in the infrastructure named below.
// 4. Each table has one owner, and only the owner's SQL names it.
// 5. Numbers of the error catalogue stand in `kernel/errors/` alone.
// 6. The folders of the console import only those below them, and of our packages the types of the contract alone.
// 7. Scripts of CI negate no command: `set -e` does not end a script when `! command` fails.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAXIMUM_FILES = 20;

const isSource = (file) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.gallery\.tsx$|\.gen\.ts$|\.d\.ts$|(^|\/)testing\//.test(file);
const sourceRoots = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'src'));
const findings = [];

/** Every source file below a folder, as paths from the root of the repository. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter(isSource)
    .sort();
}

/** The files of the same package that a file imports. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)\.js'/g)].map(([, path]) => path);
  return specifiers.map((path) => `${normalize(join(dirname(file), path))}.ts`);
}

function checkSizes(files) {
  const folders = Map.groupBy ? Map.groupBy(files, dirname) : groupBy(files, dirname);
  for (const [folder, members] of folders) {
    if (members.length > MAXIMUM_FILES) {
      findings.push(`${folder} holds ${members.length} source files. Split it: at most ${MAXIMUM_FILES}.`);
    }
  }
}

/** Node 20 has no Map.groupBy. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Folder → folder it imports → one import that says so. */
function folderGraph(files) {
  const graph = new Map();
  for (const file of files) {
    const from = dirname(file);
    const targets = graph.get(from) ?? new Map();
    graph.set(from, targets);
    for (const imported of importsOf(file)) {
      const to = dirname(imported);
      if (to !== from && !targets.has(to)) targets.set(to, `${file} imports ${imported}`);
    }
  }
  return graph;
}

/** Groups of folders that reach each other (Tarjan's strongly connected components). */
function cyclesOf(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const cycles = [];
  const visit = (folder) => {
    order.set(folder, order.size);
    low.set(folder, order.get(folder));
    stack.push(folder);
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(folder, Math.min(low.get(folder), low.get(next)));
    }
    if (low.get(folder) !== order.get(folder)) return;
    const component = stack.splice(stack.indexOf(folder));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const folder of graph.keys()) if (!order.has(folder)) visit(folder);
  return cycles;
}

function checkArrows(files) {
  const graph = folderGraph(files);
  for (const cycle of cyclesOf(graph)) {
    const arrows = cycle.flatMap((from) =>
      cycle.filter((to) => graph.get(from)?.has(to)).map((to) => `    ${graph.get(from).get(to)}`),
    );
    findings.push(`These folders import each other in a circle: ${cycle.join(', ')}\n${arrows.join('\n')}`);
  }
}

const server = join('packages', 'server', 'src');

/** Where the server may write SQL: the records of features, and what all features share. */
const SQL_FOLDERS = [
  /\/records\//,
  // Conditions, order and pages of any list: they name columns that a feature hands them, no tables.
  /^packages\/server\/src\/filters\//,
  /^packages\/server\/src\/postgres\//,
];
const SQL_TAG = /(?<![\w.])(?:sql|tx|db|\w*[dD]b)(?:<[^`;=]{0,200}>)?`|\bsql\.(?:and|or|raw|join|rows|set|id|json)\(/;

function checkSqlFolders(files) {
  for (const file of files) {
    if (SQL_FOLDERS.some((folder) => folder.test(file)) || !SQL_TAG.test(withoutComments(file))) continue;
    findings.push(`${file} holds SQL. Move the statement to the records/ folder of the feature that owns the table.`);
  }
}

/** The feature that owns each table. */
const TABLE_OWNERS = {
  audit: [
    'audit_heads',
    'audit_log',
    'audit_partitions',
    'audit_seal_entries',
    'audit_sealing',
    'audit_seals',
    'audit_settings',
    'audit_time_stamps',
    'evidence_keys',
    'field_editors',
  ],
  clocks: ['clock_facts', 'clock_positions'],
  comments: ['comments', 'comment_versions'],
  events: ['event_inbox', 'event_log', 'event_positions', 'process_event_heads', 'stream_tickets'],
  files: ['files', 'file_processes', 'storage_reconciliations', 'storage_usage'],
  http: ['idempotency_keys'],
  identity: [
    'application_grants',
    'applications',
    'authorization_codes',
    'clients',
    'client_secrets',
    'consents',
    'device_codes',
    'drafts',
    'invitations',
    'identity_links',
    'identity_providers',
    'one_time_links',
    'one_time_link_tokens',
    'passkeys',
    'passkey_challenges',
    'passwords',
    'pending_sign_ins',
    'personal_tokens',
    'recovery_codes',
    'sessions',
    'groups',
    'group_members',
    'refresh_tokens',
    'scim_groups',
    'scim_tokens',
    'scim_users',
    'sign_in_failures',
    'sign_in_trust',
    'sign_in_devices',
    'sign_in_policy',
    'signing_keys',
    'sso_flows',
    'sso_logout_tokens',
    'sso_sessions',
    'token_issuers',
    'totp_secrets',
    'users',
  ],
  'inbound-hooks': ['inbound_hooks', 'inbound_receipts'],
  jobs: ['jobs'],
  mail: ['mails'],
  push: ['push_keys', 'push_subscriptions', 'pushes'],
  notifications: [
    'notifications',
    'notification_dues',
    'notification_failures',
    'notification_mailings',
    'notification_positions',
    'notification_preferences',
    'process_watchers',
  ],
  postgres: ['millrace_migrations'],
  statistics: ['process_stays', 'statistics_positions'],
  search: ['search_fields', 'search_texts'],
  secrets: ['secrets'],
  processes: [
    'bulk_operations',
    'bulk_operation_errors',
    // What they count is the matter of the feature `clocks`; lists of processes and tasks filter by them.
    'clocks',
    'processes',
    'process_chains',
    'process_chain_counts',
    'process_counted_fields',
    'process_deltas',
    'process_groups',
    'process_keys',
    'process_tree_blocks',
    'process_tree_counts',
    'process_unique_fields',
    'saved_views',
  ],
  'sub-projects': [
    'decision_definitions',
    'definition_decisions',
    'sub_projects',
    'sub_project_members',
    'sub_project_role_sources',
    'sub_project_versions',
    'workflow_definitions',
    'workflows',
  ],
  webhooks: [
    'deliveries',
    'delivery_attempts',
    'delivery_workers',
    'event_subscriptions',
    'subscription_progress',
    'subscription_secrets',
  ],
  workflows: [
    'bulk_repair_items',
    'decision_evaluations',
    'decision_rule_deltas',
    'decision_rule_hits',
    'delegations',
    'incidents',
    'messages',
    'run_timeline',
    'runs',
    'signals',
    'start_subscriptions',
    'subscriptions',
    'task_addressees',
    'task_links',
    'tasks',
    'task_votes',
  ],
};

function checkTableOwners(files) {
  const ownerOf = new Map(
    Object.entries(TABLE_OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
  );
  const schema = readFileSync(join(root, server, 'postgres', 'schema.sql'), 'utf8');
  for (const [, table] of schema.matchAll(/^create table (\w+)/gm)) {
    if (!ownerOf.has(table)) findings.push(`The table ${table} has no owner. Name one in scripts/check-structure.mjs.`);
  }
  for (const file of files) {
    const feature = relative(server, file).split('/')[0];
    for (const [, table] of templatesOf(file).matchAll(/\b(?:from|join|into|update|lock table)\s+(\w+)/g)) {
      const owner = ownerOf.get(table);
      if (owner === undefined || owner === feature) continue;
      findings.push(
        `${file} names the table ${table}, which ${owner} owns. Call a function of ${owner}/records/ instead.`,
      );
    }
  }
}

/** The text of a file's template literals. */
const templatesOf = (file) =>
  [...withoutComments(file).matchAll(/`(?:[^`\\]|\\.)*`/g)].map(([text]) => text).join('\n');

const withoutComments = (file) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');

/** Catalogue ids but 1000, which is also a usual number of milliseconds. */
const CATALOGUE_NUMBER = /(?<![\w.'/$`#-])(?:100[1-9]|101\d|12[0-3]\d|1704|1709|1712|1715|172\d)(?![\w'.%-])/;

function checkCatalogueNumbers(files) {
  for (const file of files) {
    if (['kernel/errors', 'demo', 'postgres'].some((folder) => file.startsWith(join(server, folder)))) continue;
    const [number] = CATALOGUE_NUMBER.exec(withoutComments(file)) ?? [];
    if (number === undefined) continue;
    findings.push(`${file} writes the catalogue number ${number}. Use a factory or a name of kernel/errors/.`);
  }
}

const consoleSources = join('packages', 'console', 'src');
const SHARED = ['messages', 'api', 'ui', 'session', 'live', 'frame', 'list', 'form', 'diagram', 'document'];
/** Features share what is below them, and do not import each other. */
const FEATURES = [
  'account',
  'admin',
  'audit',
  'calendars',
  'connections',
  'flow',
  'inbox',
  'members',
  'new-project',
  'notifications',
  'process',
  'processes',
  'runs',
  'search',
  'studio',
  'transfer',
];

/** The folders of the console from the bottom up, each with those it may import. */
const CONSOLE_LAYERS = {
  messages: [],
  api: ['messages'],
  ui: ['messages', 'api'],
  session: ['messages', 'api', 'ui'],
  live: ['messages', 'api', 'session'],
  frame: ['messages', 'api', 'ui', 'session', 'live'],
  list: ['messages', 'api', 'ui', 'session', 'live', 'frame'],
  form: ['messages', 'api', 'ui', 'session', 'live', 'frame'],
  diagram: ['messages', 'ui'],
  document: [],
  ...Object.fromEntries(FEATURES.map((feature) => [feature, SHARED])),
  app: [...SHARED, ...FEATURES],
};

function checkConsole(files) {
  const layerOf = (file) => relative(consoleSources, file).split('/')[0];
  for (const file of files) {
    const layer = layerOf(file);
    const allowed = CONSOLE_LAYERS[layer];
    if (allowed === undefined) findings.push(`${file} stands in a folder that CONSOLE_LAYERS does not name.`);
    for (const imported of importsOf(file)) {
      const target = layerOf(imported);
      if (target === layer || allowed?.includes(target)) continue;
      findings.push(`${file} imports ${imported}: ${layer}/ may import only ${allowed?.join(', ') || 'nothing'}.`);
    }
    for (const [statement, name] of readFileSync(join(root, file), 'utf8').matchAll(
      /import [^;]*?'(@millrace\/[\w-]+)[^;]*;/g,
    )) {
      if (name === '@millrace/contract' && statement.startsWith('import type ')) continue;
      // The engine is large: the design studio runs it in a worker of its own.
      if (name === '@millrace/engine' && (statement.startsWith('import type ') || file.endsWith('.worker.ts')))
        continue;
      findings.push(`${file} imports ${name}: the console takes types of @millrace/contract alone (import type).`);
    }
  }
}

function checkScripts(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(?:ts|mjs|yaml)$/.test(entry.name));
  for (const { name } of files) {
    const lines = readFileSync(join(root, folder, name), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (!/^\s*!\s/.test(line)) continue;
      findings.push(`${folder}/${name}:${index + 1} cannot fail: write \`if …; then exit 1; fi\` in place of \`! …\`.`);
    }
  }
}

for (const sources of sourceRoots) {
  const files = filesBelow(sources);
  checkSizes(files);
  checkArrows(files);
}

checkConsole(filesBelow(consoleSources));
checkScripts('.ci');

const serverFiles = filesBelow(server);
checkSqlFolders(serverFiles);
checkTableOwners(serverFiles);
checkCatalogueNumbers(serverFiles);

for (const finding of findings) process.stderr.write(`${finding}\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
