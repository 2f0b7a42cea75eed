import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDocumentValidator } from './validate-document.js';

const example = new URL('../../../../../examples/invoice-approvals/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, example), 'utf8');
const diagram = read('auto-classify.bpmn');
const validate = createDocumentValidator();

/** A document that is valid, as lines; `{...}` of each case replaces the part it is about. */
const parts = {
  head: 'id: 01900000-0000-7000-8000-000000000009\nname: Test',
  stages: 'stages:\n  - { key: one, default: true }\n  - { key: two }',
  states: 'states: { initial: NEW, values: [NEW, OLD] }',
  priorities: 'priorities: { values: [LOW, HIGH], default: LOW }',
  fields: 'fields:\n  amount: { type: number }\n  owner: { type: string, format: user }',
  roles: 'roles:\n  - { name: CLERK, read: true }',
  members: 'members:\n  - { user: someone, roles: [CLERK] }',
  workflows: 'workflows:\n  - { key: flow, name: Flow, stages: [one], file: flow.bpmn }',
  rest: 'storage: {}',
};
const files = { 'flow.bpmn': diagram };

interface Case {
  readonly rule: string;
  readonly given: Partial<typeof parts>;
  /** Path, then what the message says. */
  readonly finding: readonly [path: string, message: RegExp];
  /** The line is that of the first line of the document that holds this text. */
  readonly line?: string;
}

const cases: readonly Case[] = [
  {
    rule: 'unknown members, with what was meant',
    given: { rest: 'storge: {}' },
    finding: ['/storge', /"storge" is not known here; did you mean "storage"\?/],
    line: 'storge',
  },
  {
    rule: 'unknown members inside',
    given: { stages: 'stages:\n  - { key: one, defualt: true }' },
    finding: ['/stages/0/defualt', /did you mean "default"\?/],
    line: 'defualt',
  },
  {
    rule: 'missing members',
    given: { head: 'description: no name' },
    finding: ['', /"name" is missing/],
  },
  {
    rule: 'types',
    given: { stages: 'stages: one' },
    finding: ['/stages', /must be a list/],
    line: 'stages',
  },
  {
    rule: 'names',
    given: { stages: 'stages:\n  - { key: one }\n  - { key: "1 two" }' },
    finding: ['/stages/1/key', /"1 two" is not a name; names start with a letter/],
    line: '1 two',
  },
  {
    rule: 'unions',
    given: { roles: 'roles:\n  - name: CLERK\n    read: yes please' },
    finding: ['/roles/0/read', /must be true or false, or a list of names/],
    line: 'yes please',
  },
  { rule: 'the id is a UUID', given: { head: 'id: mine\nname: Test' }, finding: ['/id', /"mine" is not a UUID/] },
  {
    rule: 'stage keys are unique',
    given: { stages: 'stages:\n  - { key: one }\n  - { key: two }\n  - { key: one, name: again }' },
    finding: ['/stages/2/key', /"one" is taken by \/stages\/0/],
    line: 'again',
  },
  {
    rule: '[D16] one default stage',
    given: { stages: 'stages:\n  - { key: one, default: true }\n  - { key: two, default: true }' },
    finding: ['/stages/1/default', /\/stages\/0 is the default already/],
    line: 'two',
  },
  {
    rule: '[D16] the initial state is a state',
    given: { states: 'states: { initial: NOW, values: [NEW, OLD] }' },
    finding: ['/states/initial', /"NOW" is not one of the values; did you mean "NEW"\?/],
    line: 'states',
  },
  {
    rule: '[D16] without INIT an initial state is named',
    given: { states: 'states: { values: [NEW, OLD] }' },
    finding: ['/states', /name the initial state: one of NEW, OLD/],
  },
  {
    rule: '[D17] transitions name states',
    given: { states: 'states:\n  initial: NEW\n  values: [NEW]\n  transitions:\n    - { from: "*", to: [NEW, NEWS] }' },
    finding: ['/states/transitions/0/to/1', /there is no state "NEWS"; did you mean "NEW"\?/],
    line: 'NEWS',
  },
  {
    rule: 'the default priority is a priority',
    given: { priorities: 'priorities: { values: [LOW, HIGH], default: MEDIUM }' },
    finding: ['/priorities/default', /"MEDIUM" is not one of the values; known are LOW, HIGH/],
  },
  {
    rule: '[D73] x-file is for files',
    given: { fields: 'fields:\n  amount: { type: number, x-file: { maximumSize: 5 } }' },
    finding: ['/fields/amount/x-file', /only a field of the format file, or a list of them, has "x-file"/],
    line: 'x-file',
  },
  {
    rule: '[D73] the size of x-file is a number of bytes',
    given: { fields: 'fields:\n  scan: { format: file, x-file: { maximumSize: 5 MB } }' },
    finding: ['/fields/scan/x-file/maximumSize', /must be a number of bytes, at least 1/],
    line: '5 MB',
  },
  {
    rule: '[D73] the types of x-file are types',
    given: { fields: 'fields:\n  scan: { format: file, x-file: { mimeTypes: [pdf] } }' },
    finding: ['/fields/scan/x-file/mimeTypes', /must be a list of types such as application\/pdf or image\/\*/],
    line: 'pdf',
  },
  {
    rule: '[D73] x-file has known members',
    given: { fields: 'fields:\n  scan: { format: file, x-file: { maxSize: 5 } }' },
    finding: ['/fields/scan/x-file/maxSize', /"x-file" has no "maxSize"/],
    line: 'maxSize',
  },
  {
    rule: '[D18] a list of files is a list of ids',
    given: { fields: 'fields:\n  scans: { type: array, format: file }' },
    finding: ['/fields/scans/type', /for a list of files give type array and items with the format file/],
    line: 'scans',
  },
  {
    rule: '[D18] the format file stands at the top or at items of a list',
    given: { fields: 'fields:\n  scans: { type: object, properties: { one: { format: file } } }' },
    finding: ['/fields/scans/properties/one/format', /can only stand at the top of a field, or at the items/],
    line: 'properties',
  },
  {
    rule: '[D18] field names are usable',
    given: { fields: 'fields:\n  "due date": { type: string }' },
    finding: ['/fields/due date', /"due date" is not a field name/],
    line: 'due date',
  },
  ...['state', 'stageKey', 'id', 'createdTs', 'constructor', 'toString', 'hasOwnProperty'].map(
    (name): Case => ({
      rule: `[D17] the field name ${name} is reserved`,
      given: { fields: `fields:\n  ${name}: { type: string }` },
      finding: [`/fields/${name}`, /is reserved/],
      line: `  ${name}`,
    }),
  ),
  {
    rule: '[D18] unknown keywords are refused',
    given: { fields: 'fields:\n  amount: { type: number, minimun: 0 }' },
    finding: ['/fields/amount/minimun', /"minimun" is not a JSON Schema keyword.*did you mean "minimum"\?/],
    line: 'minimun',
  },
  {
    rule: '[D18] unknown keywords are refused inside',
    given: { fields: 'fields:\n  list:\n    type: array\n    items: { typ: string }' },
    finding: ['/fields/list/items/typ', /did you mean "type"\?/],
    line: 'typ:',
  },
  {
    rule: '[D18] keywords hold what JSON Schema says',
    given: { fields: 'fields:\n  amount: { type: number, minimum: low }' },
    finding: ['/fields/amount/minimum', /must be a number/],
  },
  {
    rule: '[D18] unknown formats are refused',
    given: { fields: 'fields:\n  day: { type: string, format: dat }' },
    finding: ['/fields/day/format', /there is no format "dat"; did you mean "date"\?/],
  },
  {
    rule: '[D18] required is true or false',
    given: { fields: 'fields:\n  day: { type: string, required: yes }' },
    finding: ['/fields/day/required', /must be true or false/],
  },
  {
    rule: '[D18] references are text',
    given: { fields: 'fields:\n  owner: { type: number, format: user }' },
    finding: ['/fields/owner/type', /its type must be string/],
  },
  {
    rule: '[D18] references stand at the top',
    given: { fields: 'fields:\n  owners: { type: array, items: { type: string, format: user } }' },
    finding: ['/fields/owners/items/format', /only stand at the top/],
  },
  {
    rule: '[D18] schemas do not leave the document',
    given: { fields: 'fields:\n  day: { $ref: "https://example.com/day.json" }' },
    finding: ['/fields/day/$ref', /starts with #/],
  },
  {
    rule: '[D18] schemas refer to what is there',
    given: { fields: 'fields:\n  day: { $ref: "#/$defs/day" }' },
    finding: ['/fields/day', /"#\/\$defs\/day" names no part of this schema/],
  },
  {
    rule: '[D18] defaults are valid',
    given: { fields: 'fields:\n  amount: { type: number, minimum: 0, default: -1 }' },
    finding: ['/fields/amount/default', /the default must be at least 0/],
  },
  {
    rule: 'patterns are regular expressions',
    given: { fields: 'fields:\n  code: { type: string, pattern: "(" }' },
    finding: ['/fields/code/pattern', /must be a regular expression/],
  },
  {
    rule: 'patterns are bounded',
    given: { fields: `fields:\n  code: { type: string, pattern: "${'a'.repeat(501)}" }` },
    finding: ['/fields/code/pattern', /501 characters; at most 500/],
  },
  {
    rule: 'patterns can be matched in linear time',
    given: { fields: 'fields:\n  code: { type: string, pattern: "^(?=.*[0-9]).+$" }' },
    finding: ['/fields/code/pattern', /at character 1 looks ahead\. .*linear time.*"allOf"/],
  },
  {
    rule: 'names of patternProperties can be matched in linear time',
    given: { fields: 'fields:\n  code: { patternProperties: { "^(a)\\\\1$": {} } }' },
    finding: ['/fields/code/patternProperties/^(a)\\1$', /refers back/],
  },
  {
    rule: 'fields do not hold more schemas than a request can compile',
    given: {
      fields: `fields:\n${Array.from({ length: 60 }, (_, n) => `  f${n}: { properties: { ${Array.from({ length: 99 }, (__, m) => `p${m}: {}`).join(', ')} } }`).join('\n')}`,
    },
    finding: ['/fields', /have 6000 sub-schemas; at most 5000/],
  },
  {
    rule: '[D12] role names are unique',
    given: { roles: 'roles:\n  - { name: CLERK }\n  - { name: CLERK }' },
    finding: ['/roles/1/name', /taken by \/roles\/0/],
  },
  {
    rule: '[D12] stages of roles exist',
    given: { roles: 'roles:\n  - { name: CLERK, stages: [one, tow] }' },
    finding: ['/roles/0/stages/1', /there is no stage "tow"; did you mean "two"\?/],
    line: 'tow',
  },
  {
    rule: '[D12] fields of roles exist',
    given: { roles: 'roles:\n  - name: CLERK\n    update: [state, amount, amuont]' },
    finding: ['/roles/0/update/2', /there is no field "amuont"; did you mean "amount"\?/],
    line: 'amuont',
  },
  {
    rule: '[D12] workflows of roles exist',
    given: { roles: 'roles:\n  - { name: CLERK, call: [float] }' },
    finding: ['/roles/0/call/0', /there is no workflow "float"/],
  },
  {
    rule: '[D12] row filters are filters',
    given: { roles: 'roles:\n  - name: CLERK\n    filter:\n      fields.owner: $user.id\n      fields.ownr: x' },
    finding: ['/roles/0/filter/fields.ownr', /There is no field "ownr"/],
    line: 'fields.ownr',
  },
  {
    rule: '[D12] row filters compare what fits',
    given: { roles: 'roles:\n  - { name: CLERK, filter: { fields.amount: { gt: much } } }' },
    finding: ['/roles/0/filter/fields.amount/gt', /must be a number/],
  },
  {
    rule: '[D12] row filters know one placeholder',
    given: { roles: 'roles:\n  - { name: CLERK, filter: { fields.owner: $user.email } }' },
    finding: ['/roles/0/filter', /"\$user.email" stands for nothing; only "\$user.id" does/],
  },
  {
    rule: 'roles of members exist',
    given: { members: 'members:\n  - { user: someone, roles: [CLERC] }' },
    finding: ['/members/0/roles/0', /there is no role "CLERC"; did you mean "CLERK"\?/],
    line: 'CLERC',
  },
  {
    rule: 'members are named once',
    given: { members: 'members:\n  - { user: someone, roles: [CLERK] }\n  - { user: someone, roles: [CLERK] }' },
    finding: ['/members/1/user', /is \/members\/0 already/],
  },
  {
    rule: 'workflow keys are unique',
    given: {
      workflows:
        'workflows:\n  - { key: flow, name: A, stages: [one], file: flow.bpmn }\n  - { key: flow, name: B, stages: [one], file: flow.bpmn }',
    },
    finding: ['/workflows/1/key', /taken by \/workflows\/0/],
    line: 'name: B',
  },
  {
    rule: 'stages of workflows exist',
    given: { workflows: 'workflows:\n  - { key: flow, name: Flow, stages: [on], file: flow.bpmn }' },
    finding: ['/workflows/0/stages/0', /there is no stage "on"; did you mean "one"\?/],
  },
  {
    rule: 'files of workflows are given',
    given: { workflows: 'workflows:\n  - { key: flow, name: Flow, stages: [one], file: flow.bpm }' },
    finding: ['/workflows/0/file', /"flow.bpm" was not given; did you mean "flow.bpmn"\?/],
    line: 'flow.bpm',
  },
  {
    rule: 'processes of workflows exist',
    given: {
      workflows: 'workflows:\n  - { key: flow, name: Flow, stages: [one], file: flow.bpmn, process: auto-clasify }',
    },
    finding: ['/workflows/0/process', /no process "auto-clasify"; did you mean "auto-classify"\?/],
  },
  {
    rule: 'private addresses are addresses',
    given: { rest: 'http: { allowPrivateAddresses: [10.0.0.0/8, "::1", intranet.local, 10.0.0.0/64] }' },
    finding: ['/http/allowPrivateAddresses/3', /neither a host name, an IP address nor a range/],
  },
  { rule: 'YAML is well-formed', given: { rest: 'storage: [' }, finding: ['', /Flow sequence/], line: 'storage' },
  { rule: 'tags have no meaning', given: { rest: 'storage: !!js/function x' }, finding: ['', /Unresolved tag/] },
  {
    rule: 'members stand once',
    given: { rest: 'storage: {}\nname: Twice' },
    finding: ['/name', /"name" stands here twice/],
    line: 'Twice',
  },
  { rule: 'names of members are text', given: { rest: '1: x' }, finding: ['', /must be text; put it in quotes/] },
  {
    rule: 'numbers are finite',
    given: { rest: 'storage: { maximumFileSize: .inf }' },
    finding: ['/storage/maximumFileSize', /finite/],
  },
  { rule: 'aliases name anchors', given: { rest: 'storage: *nothing' }, finding: ['/storage', /no anchor &nothing/] },
  { rule: 'one document', given: { rest: '---\nname: Another' }, finding: ['', /more than one document/] },
];

describe('rules', () => {
  it.each(cases)('$rule', async ({ given, finding: [path, message], line }) => {
    const text = Object.values({ ...parts, ...given }).join('\n');
    const { errors, valid } = await validate(text, files);
    expect(errors).toContainEqual(expect.objectContaining({ path, message: expect.stringMatching(message) }));
    expect(valid).toBeUndefined();
    const found = errors.find((error) => error.path === path && message.test(error.message));
    expect(found?.line).toBeGreaterThan(0);
    if (line !== undefined) {
      expect(found?.line).toBe(text.split('\n').findIndex((one) => one.includes(line)) + 1);
    }
  });
});

describe('findings', () => {
  it('are all there at once, in the order of the document', async () => {
    const text = Object.values({
      ...parts,
      states: 'states: { initial: NOW, values: [NEW, OLD] }',
      members: 'members:\n  - { user: someone, roles: [CLERC] }',
    }).join('\n');
    const { errors } = await validate(text, {});
    expect(errors.map(({ path }) => path)).toEqual(['/states/initial', '/members/0/roles/0', '/workflows/0/file']);
  });

  it('have no line when the document came as an object', async () => {
    const { errors } = await validate({ name: 'Test', stages: [{ key: 'one' }, { key: 'one' }] }, {});
    expect(errors).toEqual([{ path: '/stages/1/key', message: 'the key "one" is taken by /stages/0' }]);
  });

  it('about a diagram name the file and the element', async () => {
    const broken = diagram.replace('type="process.update"', '');
    const { errors } = await validate(Object.values(parts).join('\n'), { 'flow.bpmn': broken });
    expect(errors).toEqual([expect.objectContaining({ path: 'flow.bpmn#Task_RaisePriority' })]);
  });

  it('warn of what has no effect or is probably not meant', async () => {
    const { warnings, valid } = await validate({ name: 'Test', stages: [{ key: 'one' }] }, { 'unused.bpmn': diagram });
    expect(valid?.document.states).toEqual({ initial: 'INIT', values: ['INIT'], transitions: null });
    expect(warnings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(/^: the document has no id/),
      expect.stringMatching(/^\/stages: no stage is the default/),
      expect.stringMatching(/^: there are no roles/),
      expect.stringMatching(/^unused.bpmn: nothing uses this file/),
    ]);
  });
});

describe('what is valid', () => {
  it('[D35] the example, without a warning', async () => {
    const names = ['auto-classify.bpmn', 'invoice-check.bpmn', 'manager-approval.bpmn', 'payment-reminder.bpmn'];
    const { errors, warnings, ignored, valid } = await validate(
      read('sub-project.yaml'),
      Object.fromEntries(names.map((name) => [name, read(name)])),
    );
    expect([errors, warnings, ignored]).toEqual([[], [], []]);
    expect(valid?.workflows.map(({ processId }) => processId)).toEqual([
      'auto-classify',
      'manager-approval',
      'invoice-check',
      'payment-reminder',
    ]);
  });

  it('the same document as YAML, as JSON text indented by tabs, and as an object', async () => {
    const document = { name: 'Test', stages: [{ key: 'one', default: true }], fields: { a: { type: 'string' } } };
    const yaml = 'name: Test\nstages: [{ key: one, default: true }]\nfields: { a: { type: string } }';
    const [fromYaml, fromJson, fromObject] = await Promise.all(
      [yaml, JSON.stringify(document, null, '\t'), document].map(async (source) => (await validate(source, {})).valid),
    );
    expect(fromYaml).toBeDefined();
    expect(fromJson).toEqual(fromYaml);
    expect(fromObject).toEqual(fromYaml);
  });

  it('anchors and aliases', async () => {
    const text = 'name: Test\nstages: [{ key: one, default: true }]\nfields:\n  a: &text { type: string }\n  b: *text';
    const { valid } = await validate(text, {});
    expect(valid?.document.fields).toEqual([
      { name: 'a', schema: { type: 'string' } },
      { name: 'b', schema: { type: 'string' } },
    ]);
  });
});
