import { integer, jsonObject, list, model, orNull, text, texts, timestamp } from '../common.js';
import { Type } from '../type.js';
import { timelineEntrySchema } from '../workflow.js';

/** A remark about a file of scenarios. */
export const scenarioFindingSchema = model('ScenarioFinding', 'A remark about a file of scenarios', {
  file: text('Name of the file'),
  path: text('JSON pointer in the file'),
  line: Type.Optional(integer('Line in the text of the file, from 1')),
  message: text('What was found'),
});

const elementId = text('Id of the element in the diagram');

const stateAfter = model('ScenarioState', 'Where a scenario has led: the run that it started, and what is open', {
  now: timestamp('Time of the simulated clock'),
  status: text('State of the run'),
  active: texts('Ids of the elements that are active, once for each instance'),
  tasks: list(
    model('ScenarioTask', 'An open task', {
      elementId,
      name: text('Name of the task'),
      kind: Type.Union([Type.Literal('decision'), Type.Literal('data'), Type.Literal('votes')], {
        description: 'Whether one person decides it, it only collects data, or several persons vote',
      }),
      assignee: orNull(Type.String(), 'Name of the assignee as the diagram gives it; null for none'),
      candidateGroups: texts('Roles and groups that may act'),
      candidateUsers: texts('Persons who may act'),
      due: orNull(timestamp('When it is due'), 'When it is due; null: never'),
      priority: integer('Priority'),
      form: orNull(jsonObject('JSON Schema'), 'JSON Schema of the variables that completing takes; null: any'),
    }),
    'Open tasks',
  ),
  jobs: list(
    model('ScenarioJob', 'A job that waits for its result', {
      elementId,
      type: text('Job type'),
      retries: integer('Attempts left'),
      input: jsonObject('Its input'),
      headers: jsonObject('Its task headers'),
    }),
    'Jobs without a result',
  ),
  timers: list(
    model('ScenarioTimer', 'A timer that runs', { elementId, due: timestamp('When it fires') }),
    'Running timers, the first one first',
  ),
  subscriptions: list(
    model('ScenarioWait', 'A wait for a message, a signal or a condition', {
      elementId,
      kind: Type.Union([Type.Literal('message'), Type.Literal('signal'), Type.Literal('condition')], {
        description: 'What it waits for',
      }),
      name: orNull(Type.String(), 'Name of the message or signal; null for a condition'),
      correlationKey: orNull(Type.String(), 'Correlation key of a message; null for others'),
    }),
    'What the run waits for',
  ),
  incidents: list(
    model('ScenarioIncident', 'An open incident', {
      elementId,
      kind: text('Kind of the incident'),
      message: text('What went wrong'),
    }),
    'Open incidents',
  ),
  variables: jsonObject('Variables of the run by name'),
  process: model('ScenarioProcess', 'The process', {
    state: text('State'),
    priority: text('Priority'),
    stageKey: text('Stage'),
    fields: jsonObject('Fields by name'),
  }),
  timeline: list(timelineEntrySchema, 'The first 2,000 entries of the timeline, as getRunTimeline has them'),
  timelineCount: integer('Number of all entries'),
  runs: texts('Keys of the workflows of all runs: messages and signals may start more'),
});

/** What became of one scenario. */
export const scenarioResultSchema = model('ScenarioResult', 'What became of a scenario', {
  file: text('Name of its file'),
  line: integer('Its first line in the file, from 1'),
  name: text('What it shows'),
  workflow: text('Key of the workflow'),
  outcome: Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('skipped')], {
    description: 'What became of it',
  }),
  skipped: Type.Optional(text('Why it was skipped, from the file')),
  durationMs: integer('How long it took, in milliseconds'),
  failure: Type.Optional(
    model('ScenarioFailure', 'Where and why a scenario failed', {
      line: integer('Line in the file, from 1'),
      column: integer('Column in the line, from 1'),
      step: integer('The step, from 1; 0: the start'),
      action: text('What the step does, or `start`'),
      problem: Type.Optional(text('Why the step could not be taken')),
      mismatches: list(
        model('ScenarioMismatch', 'Something that is not as expected', {
          what: text('What was compared'),
          expected: text('What the scenario expects'),
          got: text('What is so'),
        }),
        'What is not as expected',
      ),
      path: texts('Elements completed so far, in their order'),
      waits: texts('What the run waits for, one line for each'),
    }),
  ),
  after: Type.Optional(stateAfter),
});

/** How much of a diagram scenarios have passed. */
export const coveredDiagramSchema = model('CoveredDiagram', 'How much of a diagram scenarios have passed', {
  file: text('Name of the BPMN file'),
  process: text('Id of the BPMN process'),
  total: integer('Number of its elements and flows'),
  covered: integer('Number of those that were passed'),
  percent: integer('Percentage, rounded down'),
  threshold: Type.Optional(integer('Least percentage that a file of scenarios asks for')),
  uncovered: list(
    model('UncoveredElement', 'An element or flow that no scenario passed', {
      id: text('Id in the diagram'),
      name: orNull(Type.String(), 'Name in the diagram; null for none'),
      kind: text('`flow`, or the kind of element'),
    }),
    'What was not passed',
  ),
});
