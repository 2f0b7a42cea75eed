import type { TSchema } from 'typebox';
import { integer, jsonObject, model, text, texts } from '../schema/common.js';
import { formedText } from '../schema/text-form.js';
import { Type } from '../schema/type.js';

/** A type of event: what it tells of, and the JSON Schema of its `data`. */
export interface EventType {
  readonly description: string;
  readonly data: TSchema;
}

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const changes = (title: string, description: string, before: string, after: string) =>
  Type.Object(
    {
      before: orNull(jsonObject(before), `${before}; null where there is nothing to say`),
      after: orNull(jsonObject(after), `${after}; null where there is nothing to say`),
    },
    { title, description },
  );

const changed = changes(
  'ChangeEventData',
  'Data of an event about a change',
  'The changed members before',
  'The changed members after',
);
const created = changes(
  'CreationEventData',
  'Data of an event about something new',
  'Always null',
  'The members that were set',
);

const run = {
  runId: text('Id of the run'),
  workflowId: text('Id of the workflow'),
};
const runData = model('RunEventData', 'Data of an event about a run', {
  ...run,
  state: text('State of the run after the change, as getWorkflowRun shows it'),
});
const task = { ...run, taskId: text('Id of the task'), elementId: text('Id of the element in the diagram') };
const taskOpened = model('TaskOpenedEventData', 'Data of the event that a task was opened', {
  ...task,
  name: text('Name of the task'),
  assignee: orNull(Type.String(), 'User id of the assignee; null when anybody may claim the task'),
  candidateGroups: texts('Roles whose members may claim the task'),
  candidateUsers: texts('Users who may claim the task'),
  dueTs: orNull(Type.String(), 'When the task is due'),
  priority: integer('Priority of the task'),
});
const taskClosed = model('TaskClosedEventData', 'Data of an event about the end of a task', {
  ...task,
  name: text('Name of the task'),
  approved: orNull(Type.Boolean(), 'The decision; null when there was none'),
});
const taskVoted = model('TaskVotedEventData', 'Data of the event that somebody voted about a task', {
  ...task,
  name: text('Name of the task'),
  outcome: text('approve, reject or requestChanges'),
  approvals: integer('Approvals with this vote'),
  rejections: integer('Rejections with this vote'),
  quorum: integer('Approvals that are needed'),
  result: text('What the votes decide: open, approved, rejected or changesRequested'),
});
const incidentOpened = model('IncidentOpenedEventData', 'Data of the event that an incident was opened', {
  ...run,
  incidentId: text('Id of the incident'),
  elementId: text('Id of the element in the diagram'),
  kind: text('Kind of problem'),
});
const incidentResolved = model('IncidentResolvedEventData', 'Data of the event that an incident was resolved', {
  ...run,
  incidentId: text('Id of the incident'),
});

const eventType = (description: string, data: TSchema): EventType => Object.freeze({ description, data });

/** Every type of event that the service writes, by name. {@link CUSTOM_PREFIX} begins those that diagrams make. */
export const eventTypes = Object.freeze({
  'process.created': eventType('A process was created', created),
  'process.updated': eventType('Fields, state, priority or stage of a process were changed', changed),
  'process.deleted': eventType('A process was deleted for good. The data of its earlier events is empty', changed),
  'process.hidden': eventType(
    'A change took the process out of what the caller may see. The caller gets no later events of it',
    Type.Object({}),
  ),
  'run.started': eventType('A run of a workflow was started', runData),
  'run.paused': eventType('A run waits for a person or an event', runData),
  'run.resumed': eventType('A run that was paused or had failed goes on', runData),
  'run.completed': eventType('A run has ended', runData),
  'run.rejected': eventType('A run has ended with a rejection', runData),
  'run.failed': eventType('A run was stopped by an incident', runData),
  'run.cancelled': eventType('A run was cancelled', runData),
  'run.migrated': eventType('A run was moved to another version of its workflow', runData),
  'run.moved': eventType('A token of a run was moved to another element', runData),
  'run.modified': eventType('Elements of a run were activated, terminated or moved by a request', runData),
  'clock.reached': eventType('A clock of a process or task reached a part of its budget, or a time after it', created),
  'clock.breached': eventType('A clock of a process or task used up its budget', created),
  'task.opened': eventType('A human task was opened', taskOpened),
  'task.claimed': eventType('A user became the assignee of a task', changed),
  'task.released': eventType('A task lost its assignee', changed),
  'task.assigned': eventType('A task was given to a user by another user', changed),
  'task.updated': eventType('The due time, the follow-up time or the priority of a task was changed', changed),
  'task.voted': eventType('Somebody voted on a task that several persons decide. getTask shows the reason', taskVoted),
  'task.completed': eventType('A task was completed', taskClosed),
  'task.cancelled': eventType('A task was cancelled', taskClosed),
  'incident.opened': eventType('A failure stopped a branch of a run. getIncidents shows the message', incidentOpened),
  'incident.resolved': eventType('An incident was resolved', incidentResolved),
  'file.uploaded': eventType('The upload of a file was closed, and the file can be downloaded', changed),
  'file.deleted': eventType('A file was deleted. It can be recovered until it is purged', changed),
  'file.recovered': eventType('A deleted file was recovered', changed),
  'file.purged': eventType('A file was removed from its store', changed),
  'file.attached': eventType('A file was attached to a process by a request', changed),
  'file.detached': eventType('A file was taken from a process', changed),
  'file.replaced': eventType('A file became the newest version of a file of a process', changed),
  'file.renamed': eventType('A file got another name', changed),
  'file.scanned': eventType('A file was judged by the scanner, or by the administrator', changed),
  'comment.added': eventType('A comment was written. getComments shows the text', created),
  'comment.updated': eventType('The text of a comment was changed', changed),
  'comment.deleted': eventType('A comment was deleted', changed),
  'message.published': eventType('A message was published', changed),
  'signal.broadcast': eventType('A signal was broadcast', changed),
  'bulk.started': eventType('A bulk update was started', changed),
  'bulk.completed': eventType('A bulk update has ended', changed),
  'bulk.failed': eventType('A bulk update was given up', changed),
  'bulk.cancelled': eventType('A bulk update was cancelled', changed),
  'member.updated': eventType('The roles that a member has beside those of the document were changed', changed),
  'subProject.created': eventType('The sub-project was created', created),
  'subProject.deployed': eventType(
    'A configuration was deployed: fields, roles, members, workflows and the rest of the document',
    changed,
  ),
});

/** The name of a type of event that the service writes. */
export type EventTypeName = keyof typeof eventTypes;

/** Begins the types of events that jobs of the type `event` publish: `custom.` and the name that the diagram gives. */
export const CUSTOM_PREFIX = 'custom.';

/** What stands for all types that {@link CUSTOM_PREFIX} begins, in the list of types. */
export const customEventType: EventType = eventType(
  'Published by a job of the type `event`; the rest of the type is the name that the diagram gives',
  model('CustomEventData', 'Data of an event that a diagram publishes', {
    ...run,
    elementId: text('Id of the element in the diagram'),
    data: Type.Unknown({ description: 'What the diagram gives as data; null when it gives none' }),
  }),
);

/**
 * Whether a pattern covers a type of event: the type itself, `<area>.*` for all types of an area, or `*` for all types.
 */
export const coversEventType = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

const parts = Object.keys(eventTypes).map((type) => type.split('.') as [area: string, what: string]);
const areas = [...new Set(parts.map(([area]) => area))];
const within = (wanted: string) => parts.flatMap(([area, what]) => (area === wanted ? [what] : []));

/** A type of {@link eventTypes}, `<area>.*`, `*`, or a type that a diagram publishes, as a regular expression. */
const PATTERN = [
  '[*]',
  ...areas.map((area) => `${area}[.](${[...within(area), '[*]'].join('|')})`),
  'custom[.]([*]|[A-Za-z0-9_][A-Za-z0-9_.-]{0,99})',
].join('|');

const onePattern = new RegExp(`^(${PATTERN})$`);

/** Whether a pattern can cover any type of event. */
export const isEventPattern = (pattern: string): boolean => onePattern.test(pattern);

/** What to send in place of names that are no types of events: names the first of them, and the types of its area. */
function form(sent: string): string {
  const unknown =
    sent
      .split(',')
      .map((name) => name.trim())
      .find((name) => !isEventPattern(name)) ?? '';
  const [area = ''] = unknown.split('.');
  const types = within(area).map((what) => `${area}.${what}`);
  const there = types.length > 0 ? types.join(', ') : areas.map((name) => `${name}.*`).join(', ');
  return `a type of getEventTypes, <area>.* or *, not "${unknown.slice(0, 100)}". There are ${there}`;
}

/** What covers types of events, or several of those with commas between them. */
export const eventTypeNames = formedText(`^ *(${PATTERN}) *(, *(${PATTERN}) *)*$`, form, 'Types of events');

/** Types of events that a query may name once or several times. */
export const optionalEventTypes = (description: string) =>
  Type.Optional(Type.Array(eventTypeNames, { maxItems: 1000, description }));
