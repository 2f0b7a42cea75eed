import { hookMembers, hookName, signing, subscriptionSettings, Type, toneSchema } from '@millrace/contract';
import type { Static } from 'typebox';

const key = (description: string) => Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,127}$', description });

const grantList = (description: string) =>
  Type.Union([Type.Boolean(), Type.Array(Type.String(), { uniqueItems: true })], { description });

const strict = { additionalProperties: false } as const;

const stage = Type.Object(
  { key: key('Stage key'), name: Type.Optional(Type.String()), default: Type.Optional(Type.Boolean()) },
  strict,
);

const states = Type.Object(
  {
    initial: Type.Optional(Type.String({ description: 'Default "INIT"' })),
    values: Type.Array(key('State'), { minItems: 1, uniqueItems: true }),
    transitions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            from: Type.Union([Type.String(), Type.Array(Type.String())], {
              description: 'State or states; "*" for any',
            }),
            to: Type.Union([Type.String(), Type.Array(Type.String())]),
          },
          strict,
        ),
        { description: 'Absent: every state may follow every other' },
      ),
    ),
    tones: Type.Optional(
      Type.Record(Type.String(), toneSchema, { description: 'State to its colour in the console; absent: grey' }),
    ),
  },
  { ...strict, description: 'Default: INIT only' },
);

const priorities = Type.Object(
  { values: Type.Array(key('Priority'), { minItems: 1, uniqueItems: true }), default: Type.Optional(Type.String()) },
  { ...strict, description: 'Default: LOW, MEDIUM, HIGH with MEDIUM as default' },
);

/** A role (D12): absent means forbidden. */
const role = Type.Object(
  {
    name: key('Role'),
    assignable: Type.Optional(Type.Boolean({ description: 'Whether its members may be assigned to processes' })),
    stages: Type.Optional(Type.Array(Type.String(), { description: 'Only processes in these stages; absent: all' })),
    filter: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Row filter over processes; "$user.id" is the caller',
      }),
    ),
    read: Type.Optional(grantList('Processes: true, or the list of dynamic fields it sees')),
    create: Type.Optional(grantList('Processes: true, or the list of fields it may set')),
    update: Type.Optional(
      grantList('Processes: true, or the list of fields it may set; state, priority and stageKey count as fields'),
    ),
    call: Type.Optional(grantList('Execute and resume workflows, evaluate decisions: true, or the list of their keys')),
    delete: Type.Optional(Type.Boolean({ description: 'Delete processes for good' })),
    operate: Type.Optional(Type.Boolean({ description: 'Cancel, retry, move, migrate runs' })),
    work: Type.Optional(grantList('Activate and report external jobs: true, or the list of job types')),
    users: Type.Optional(Type.Boolean({ description: 'List assignable users; default: as read' })),
    audit: Type.Optional(Type.Boolean({ description: 'Read the audit log' })),
    subscribe: Type.Optional(
      grantList('Read and stream events: true, or the list of types, e.g. process.updated or task.*'),
    ),
    members: Type.Optional(
      grantList(
        'Give roles to people and groups: true for roles that grant no more than this one, or the list of roles',
      ),
    ),
    comment: Type.Optional(
      Type.Union([Type.Literal('none'), Type.Literal('read'), Type.Literal('write')], {
        description: 'Comments on processes that it reads; default: write',
      }),
    ),
    hooks: Type.Optional(Type.Boolean({ description: 'Create, change and delete inbound hooks that act as oneself' })),
    design: Type.Optional(
      Type.Boolean({
        description:
          'Read and deploy this configuration, but for roles, members, events, hooks, storage and http; workflows may change every process',
      }),
    ),
    secrets: Type.Optional(Type.Boolean({ description: 'Set, delete and list secrets; never read their values' })),
    files: Type.Optional(
      Type.Object(
        {
          read: Type.Optional(Type.Boolean()),
          create: Type.Optional(Type.Boolean()),
          delete: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ),
  },
  strict,
);

const member = Type.Object(
  {
    user: Type.Optional(Type.String({ minLength: 1, description: 'User id, e-mail address or client id' })),
    group: Type.Optional(Type.String({ minLength: 1, description: 'Name or id of a group, instead of user' })),
    roles: Type.Array(Type.String(), { minItems: 1, uniqueItems: true }),
  },
  strict,
);

const workflow = Type.Object(
  {
    key: key('Stable key of the workflow'),
    name: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    stages: Type.Array(Type.String(), {
      uniqueItems: true,
      description: 'Stages it can be executed on; none: only other workflows call it',
    }),
    file: Type.String({ minLength: 1, description: 'Name of the BPMN file' }),
    process: Type.Optional(
      Type.String({ description: 'Process id in the file, where it holds several executable ones' }),
    ),
  },
  strict,
);

const decisions = Type.Object(
  {
    key: key('Stable key of the DMN file'),
    name: Type.Optional(Type.String({ minLength: 1, description: 'Default: the name in the file' })),
    file: Type.String({ minLength: 1, description: 'Name of the DMN file' }),
    tests: Type.Optional(
      Type.String({ minLength: 1, description: 'Name of a YAML or JSON file with tests of its decisions' }),
    ),
    coverage: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Percentage of the rules that have to apply in the tests; absent: any',
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({ description: 'true: gaps, overlaps and unreachable rules of its tables are errors' }),
    ),
  },
  strict,
);

const openHours = (description: string) => Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10, description });

/** Working time: which hours of which days count. */
const calendar = Type.Object(
  {
    key: key('Stable key of the calendar'),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'For people; default: the key' })),
    zone: Type.String({ minLength: 1, maxLength: 64, description: 'Time zone, e.g. Europe/Berlin' }),
    week: Type.Record(Type.String(), openHours('Opening hours in order, e.g. 09:00-12:00; none: closed'), {
      maxProperties: 7,
      description: 'Hours by day (MON) or days (MON-FRI); a day that is absent is closed',
    }),
    holidays: Type.Optional(
      Type.Array(
        Type.Object(
          {
            country: Type.Optional(
              Type.String({ maxLength: 2, description: 'ISO 3166 code, e.g. DE: its holidays are closed' }),
            ),
            region: Type.Optional(Type.String({ maxLength: 8, description: 'Of the country, e.g. BY' })),
            types: Type.Optional(
              Type.Array(
                Type.Union([
                  Type.Literal('public'),
                  Type.Literal('bank'),
                  Type.Literal('optional'),
                  Type.Literal('school'),
                  Type.Literal('observance'),
                ]),
                { minItems: 1, uniqueItems: true, description: 'Which holidays of the country; default: public' },
              ),
            ),
            date: Type.Optional(
              Type.String({ maxLength: 10, description: 'Instead of country: a date that is closed' }),
            ),
            name: Type.Optional(Type.String({ maxLength: 200, description: 'Of the date, for people' })),
          },
          strict,
        ),
        { maxItems: 500 },
      ),
    ),
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date: Type.String({ maxLength: 10 }),
            open: openHours('Opening hours of the date, also on a holiday; none: closed'),
            name: Type.Optional(Type.String({ maxLength: 200, description: 'Why, for people' })),
          },
          strict,
        ),
        { maxItems: 500, description: 'Dates with other hours' },
      ),
    ),
  },
  strict,
);

const clockCondition = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description: `${description}, a filter by state, priority, stageKey and fields`,
  });

/** A clock on processes or tasks: when it runs, how long it may, and what happens on the way. */
const sla = Type.Object(
  {
    key: key('Stable key of the clock'),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'For people; default: the key' })),
    on: Type.Optional(
      Type.Union([Type.Literal('process'), Type.Literal('task')], {
        description: 'What it is about; default: process',
      }),
    ),
    elements: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Of a clock on tasks: ids of the elements; absent: all tasks',
      }),
    ),
    start: Type.Optional(clockCondition('When it starts; absent: at once')),
    pause: Type.Optional(clockCondition('While this holds it does not count')),
    resume: Type.Optional(clockCondition('When a paused clock goes on; absent: when pause does not hold any more')),
    stop: Type.Optional(clockCondition('When it has ended; a clock on tasks also ends with its task')),
    budget: Type.Array(
      Type.Object(
        {
          when: Type.Optional(clockCondition('For which processes; absent: all')),
          time: Type.String({
            maxLength: 64,
            description: 'ISO 8601 duration, in the time of the calendar, e.g. P2D or PT4H',
          }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 20, description: 'The first that applies counts' },
    ),
    calendar: Type.Optional(
      Type.String({ description: 'Key of the calendar whose working time counts; absent: all time' }),
    ),
    at: Type.Optional(
      Type.Array(
        Type.Object(
          {
            reached: Type.String({
              maxLength: 64,
              description: 'A share of the budget (80%), or time after it (+P1D)',
            }),
            notify: Type.Optional(
              Type.Object(
                {
                  roles: Type.Optional(Type.Array(Type.String(), { uniqueItems: true, description: 'Their members' })),
                  fields: Type.Optional(
                    Type.Array(Type.String(), { uniqueItems: true, description: 'The users whom these fields name' }),
                  ),
                  deciders: Type.Optional(
                    Type.Boolean({
                      description: 'Of a clock on tasks: those who can decide the task, without those who voted',
                    }),
                  ),
                },
                { ...strict, description: 'Whom to tell' },
              ),
            ),
            set: Type.Optional(
              Type.Record(Type.String(), Type.Unknown(), {
                description: 'New values of the process: fields, state, priority, stageKey',
              }),
            ),
            assign: Type.Optional(
              Type.Object(
                {
                  roles: Type.Optional(Type.Array(Type.String(), { uniqueItems: true, description: 'Their members' })),
                  fields: Type.Optional(
                    Type.Array(Type.String(), { uniqueItems: true, description: 'The users whom these fields name' }),
                  ),
                  substitute: Type.Optional(Type.Boolean({ description: 'The substitute of its assignee' })),
                  next: Type.Optional(Type.Boolean({ description: 'The next level that its approval matrix names' })),
                },
                { ...strict, description: 'Of a clock on tasks: whom to hand the task on to' },
              ),
            ),
            decide: Type.Optional(
              Type.Literal('reject', { description: 'Of a clock on tasks: reject what nobody decided in time' }),
            ),
            message: Type.Optional(
              Type.Object(
                {
                  name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the message' }),
                  field: Type.Optional(
                    Type.String({
                      description: 'The field whose value is its correlation key; default: the id of the process',
                    }),
                  ),
                },
                { ...strict, description: 'A message to send' },
              ),
            ),
            run: Type.Optional(Type.String({ description: 'Key of a workflow to start on the process' })),
          },
          strict,
        ),
        { maxItems: 10, description: 'What happens on the way, each once' },
      ),
    ),
  },
  strict,
);

const scan = Type.Object(
  {
    url: Type.String({ pattern: '^https?://', maxLength: 2048, description: 'Address that files are announced to' }),
    timeoutSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 600, description: 'How long the answer may take; default 60' }),
    ),
  },
  { ...strict, description: 'A scanner that has to pass a closed file before it can be downloaded' },
);

const storage = Type.Object(
  {
    legalHold: Type.Optional(Type.Boolean({ description: 'true: no file can be deleted or recovered' })),
    plugins: Type.Optional(Type.Array(Type.String(), { description: 'Storage plugins that may be used; absent: all' })),
    maximumFileSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Bytes' })),
    quota: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Bytes of all files together: closed, deleted until they are purged, and open uploads; absent: none',
      }),
    ),
    retentionDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 36_500,
        description: 'Days that a deleted file can be recovered; absent: the setting of the server',
      }),
    ),
    scan: Type.Optional(scan),
  },
  strict,
);

const http = Type.Object(
  {
    allowPrivateAddresses: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Hosts or CIDR ranges that http jobs may reach although they are private',
      }),
    ),
  },
  strict,
);

const { url, types, filter, condition, format, payload, ordering, ratePerSecond, maxInFlight, name } =
  subscriptionSettings;

/** A webhook that the document declares. */
const eventSubscription = Type.Object(
  {
    key: key('Stable key of the event subscription'),
    name,
    url,
    owner: Type.String({
      minLength: 1,
      description: 'User id, e-mail address or client id of the user whose roles decide what is sent',
    }),
    types,
    filter,
    condition,
    format,
    payload,
    ordering,
    ratePerSecond,
    maxInFlight,
    signing: Type.Optional(signing('. Default: hmac')),
  },
  strict,
);

/** An inbound hook that the document declares. */
const inboundHook = Type.Object(
  {
    key: key('Stable key of the hook'),
    name: Type.Optional(hookName),
    scheme: hookMembers.scheme,
    signature: Type.Optional({ ...hookMembers.signature, ...strict }),
    deliveryId: Type.Optional(hookMembers.deliveryId),
    when: Type.Optional(hookMembers.when),
    createProcess: Type.Optional({ ...hookMembers.createProcess, ...strict }),
    publishMessage: Type.Optional({ ...hookMembers.publishMessage, ...strict }),
    actAs: Type.String({
      minLength: 1,
      description: 'User id, e-mail address or client id of the user whose roles apply',
    }),
  },
  strict,
);

/**
 * The configuration document of a sub-project: the one shape that `deploySubProject` accepts, as YAML or JSON. Rules
 * between its parts (a role's stage exists, a transition's states exist, …) are checked by `validate-document.ts`.
 */
export const documentSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Sub-project id' })),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String()),
    stages: Type.Array(stage, { minItems: 1, maxItems: 500 }),
    states: Type.Optional(states),
    priorities: Type.Optional(priorities),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description:
          'Field name to JSON Schema (2020-12), with our keywords required, x-indexed, x-unique, x-searchable, x-file and x-ui and our formats user and file',
      }),
    ),
    businessKey: Type.Optional(
      Type.String({
        description: 'The unique field whose value stands for the id of a process in filters and commands',
      }),
    ),
    roles: Type.Optional(Type.Array(role, { maxItems: 200 })),
    members: Type.Optional(Type.Array(member, { maxItems: 10_000 })),
    workflows: Type.Optional(Type.Array(workflow, { maxItems: 500 })),
    decisions: Type.Optional(Type.Array(decisions, { maxItems: 500, description: 'DMN files' })),
    scenarios: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        uniqueItems: true,
        maxItems: 200,
        description: 'Files with scenarios of workflows, which the design studio runs before a deployment',
      }),
    ),
    events: Type.Optional(
      Type.Array(eventSubscription, { maxItems: 1000, description: 'Webhooks: where events are sent' }),
    ),
    hooks: Type.Optional(
      Type.Array(inboundHook, { maxItems: 100, description: 'Addresses where other services deliver events' }),
    ),
    calendars: Type.Optional(
      Type.Array(calendar, { maxItems: 100, description: 'Working time, for timers and expressions' }),
    ),
    slas: Type.Optional(Type.Array(sla, { maxItems: 50, description: 'Clocks on processes and tasks' })),
    storage: Type.Optional(storage),
    http: Type.Optional(http),
  },
  strict,
);
export type ConfigurationDocument = Static<typeof documentSchema>;
export type RoleDocument = Static<typeof role>;
export type MemberDocument = Static<typeof member>;
export type DecisionDocument = Static<typeof decisions>;
export type EventSubscriptionDocument = Static<typeof eventSubscription>;
export type InboundHookDocument = Static<typeof inboundHook>;
export type SlaDocument = Static<typeof sla>;
export type CalendarDocument = Static<typeof calendar>;
