import { subProjectId as filledId } from './generate.mjs';

/** Fields that make the worst checks that are known possible. */
export const fields = {
  note: { type: 'string' },
  rows: { type: 'array', uniqueItems: true, maxItems: 20_000 },
  texts: { type: 'array', items: { type: 'string', pattern: '[ab]*a[ab]{400}[xy]' } },
  words: { type: 'array', items: { type: 'string', pattern: '^(\\p{L}|\\w)*$' } },
  tree: {
    $defs: { n: { type: 'array', anyOf: [{ items: { $ref: '#/$defs/n' } }, { items: { $ref: '#/$defs/n' } }] } },
    $ref: '#/$defs/n',
  },
};

const update = (processId, subProjectId, updates) => ({
  method: 'POST',
  path: '/v1/process/updateProcessField',
  body: { subProjectId, processId, updates },
});
const deploy = (document, files) => ({
  method: 'POST',
  path: '/v1/process/projects/deploySubProject',
  body: { document, files, dryRun: true },
});

/**
 * The worst that one user can ask for, as far as it is known: each entry is a request that is repeated by some
 * connections at once. What the server answers does not matter here, also not that it refuses.
 */
export const worstRequests = ({ subProjectId, processId }) => [
  { name: 'nothing else', connections: 0 },
  {
    name: 'uniqueItems on 20,000 objects',
    connections: 2,
    request: update(processId, subProjectId, { rows: many(20_000, (id) => ({ id, name: 'x', tags: ['a', 'b'] })) }),
  },
  {
    name: 'patterns on 180 texts of 5,000 characters',
    connections: 2,
    request: update(processId, subProjectId, { texts: many(180, (n) => `${mixed(n).slice(0, 4_998)}zz`) }),
  },
  {
    name: 'patterns that backtrack, on 180 texts',
    connections: 2,
    request: update(processId, subProjectId, { words: many(180, () => `${'a'.repeat(4_990)}!`) }),
  },
  {
    name: 'a schema that doubles with each of 50 levels',
    connections: 2,
    request: update(processId, subProjectId, { tree: JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`) }),
  },
  {
    name: 'deployment of a diagram with 20,000 elements',
    connections: 1,
    request: deploy(
      {
        name: 'Large',
        stages: [{ key: 'one' }],
        workflows: [{ key: 'w', name: 'w', stages: ['one'], file: 'w.bpmn' }],
      },
      { 'w.bpmn': diagram(20_000) },
    ),
  },
  {
    name: 'deployment of YAML with 60,000 keys',
    connections: 1,
    request: deploy(`name: Large\nstages: [{ key: one }]\n${many(60_000, (n) => `k${n}: 1`).join('\n')}`),
  },
  {
    name: 'deployment of 500 fields with 10 sub-schemas each',
    connections: 1,
    request: deploy({
      name: 'Large',
      stages: [{ key: 'one' }],
      fields: Object.fromEntries(many(500, (n) => [`f${n}`, wide(n)])),
    }),
  },
  {
    name: 'import of 10,000 rows (dry run)',
    connections: 1,
    request: imports({
      subProjectId,
      format: 'ndjson',
      dryRun: true,
      content: many(10_000, (n) => JSON.stringify({ fields: { note: `${n} `.repeat(200) } })).join('\n'),
    }),
  },
  {
    name: 'import of 16 MB that is refused',
    connections: 1,
    request: imports({
      subProjectId,
      format: 'csv',
      content: `fields.note,fields.none\n${many(9_000, (n) => `${'x'.repeat(1_600)},${n}`).join('\n')}`,
    }),
  },
  {
    name: 'lists with 90 "or" branches',
    connections: 8,
    request: {
      method: 'GET',
      path: `/v1/process/getProcess?page=1&perPageCount=100&filters=${encodeURIComponent(
        JSON.stringify({
          subProjectId_id: filledId,
          or: many(90, (n) => ({ 'fields.notes': { contains: `nothing ${n}` } })),
        }),
      )}`,
    },
  },
];

const imports = (body) => ({ method: 'POST', path: '/v1/process/importProcesses', body });

const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** Letters a and b without a short period. */
const mixed = (seed) => many(5_000, (n) => ((n * 7919 + seed * 104_729) % 13 < 6 ? 'a' : 'b')).join('');

const wide = (n) => ({
  type: 'object',
  properties: Object.fromEntries(
    many(9, (m) => [`p${m}`, { type: 'string', maxLength: n + m + 1, pattern: `^[a-z]{0,${m + 1}}$` }]),
  ),
});

/** Script tasks in a row, half of the elements; the flows between them are the other half. */
function diagram(elements) {
  const tasks = Math.floor((elements - 3) / 2);
  const parts = many(tasks, (n) => {
    const from = n === 0 ? 's' : `t${n - 1}`;
    return `<bpmn:scriptTask id="t${n}"><bpmn:extensionElements><zeebe:script expression="=a + ${n}" resultVariable="r"/></bpmn:extensionElements></bpmn:scriptTask><bpmn:sequenceFlow id="f${n}" sourceRef="${from}" targetRef="t${n}"/>`;
  });
  return `<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="d" targetNamespace="urn:bench"><bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/>${parts.join('')}<bpmn:endEvent id="e"/><bpmn:sequenceFlow id="last" sourceRef="t${tasks - 1}" targetRef="e"/></bpmn:process></bpmn:definitions>`;
}
