import { CHANGES_REQUESTED_CODE, type TaskNode, type UserTaskNode, type Value } from '../../model/node.js';
import { parseDateTime } from '../../time/iso-8601.js';
import { readOptionalValue } from '../attributes/values.js';
import {
  type AssignmentProperty,
  readPerson,
  readVendorAssignment,
  refusePerformers,
} from '../attributes/vendor-assignment.js';
import { readHeaders, reportIgnored } from '../attributes/zeebe.js';
import type { Raw } from '../graph/layout.js';
import { extension, text } from '../xml/moddle.js';
import type { BuildContext } from './build-context.js';
import { readApproval } from './read-approval.js';
import { readTaskListeners } from './read-listeners.js';
import { catchesAt, readRejection } from './read-rejection.js';

const userTaskExtensions = [
  'zeebe:UserTask',
  'zeebe:TaskHeaders',
  'zeebe:AssignmentDefinition',
  'zeebe:TaskSchedule',
  'zeebe:PriorityDefinition',
  'zeebe:FormDefinition',
  'zeebe:TaskListeners',
  'millrace:Approval',
];

type UserTaskPart = Omit<UserTaskNode, keyof TaskNode>;

/** Reads the attributes that only user tasks have. */
export function readUserTask(context: BuildContext, raw: Raw, task: Pick<TaskNode, 'outputs' | 'loop'>): UserTaskPart {
  const { findings, forms } = context;
  const { xml, id } = raw;
  const vendor = readVendorAssignment(xml);
  reportIgnored(findings, xml, id, userTaskExtensions, vendor.names);
  refusePerformers(findings, xml, id);
  const person = (property: AssignmentProperty): Value | null =>
    value('zeebe:AssignmentDefinition', property) ?? readPerson(findings, id, property, vendor.texts.get(property));
  const value = (holder: string, property: string): Value | null => {
    const element = extension(xml, holder);
    return element === null ? null : readOptionalValue(findings, id, text(element, property));
  };
  const date = (property: string): Value | null => {
    const read = value('zeebe:TaskSchedule', property);
    if (read?.type !== 'literal') return read;
    try {
      parseDateTime(read.text);
    } catch (error) {
      findings.error(id, 'bad-date', error instanceof Error ? error.message : String(error));
    }
    return read;
  };
  const priority = value('zeebe:PriorityDefinition', 'priority');
  if (priority?.type === 'literal' && !/^\s*(\d{1,2}|100)\s*$/.test(priority.text)) {
    findings.error(id, 'bad-priority', 'the priority must be a whole number from 0 to 100');
  }
  const decision = readDecision(context, raw);
  const around = {
    decision,
    assignee: person('assignee'),
    candidateGroups: person('candidateGroups'),
    candidateUsers: person('candidateUsers'),
    listenersOfTask: readTaskListeners(findings, raw),
  };
  const approval = readApproval(context, raw, around);
  if (approval === null && catchesAt(context, raw, CHANGES_REQUESTED_CODE)) {
    findings.warn(
      raw.id,
      'changes-never-requested',
      `the event for ${CHANGES_REQUESTED_CODE} never occurs: changes are requested by votes, and the task has no millrace:approval`,
    );
  }
  return {
    ...around,
    approval,
    rejection: decision ? readRejection(context, raw, task) : null,
    dueDate: date('dueDate'),
    followUpDate: date('followUpDate'),
    priority,
    headers: readHeaders(xml),
    ...readForm(context, raw, forms),
  };
}

/** Whether the task is an approval. `millrace:decision="none"` marks data entry. */
function readDecision({ findings }: BuildContext, raw: Raw): boolean {
  const written = text(raw.xml, 'decision');
  if (written !== null && written !== 'none' && written !== 'approval') {
    findings.error(
      raw.id,
      'bad-decision',
      `millrace:decision is "approval" or "none", not ${JSON.stringify(written.slice(0, 40))}`,
    );
  }
  return written !== 'none';
}

const EMBEDDED_FORM_PREFIX = 'camunda-forms:bpmn:';

function readForm({ findings }: BuildContext, raw: Raw, forms: ReadonlyMap<string, unknown>) {
  const definition = extension(raw.xml, 'zeebe:FormDefinition');
  const property = (name: string): string | null => (definition === null ? null : text(definition, name));
  const formKey = property('formKey');
  const embedded =
    formKey?.startsWith(EMBEDDED_FORM_PREFIX) === true ? formKey.slice(EMBEDDED_FORM_PREFIX.length) : null;
  if (embedded !== null && !forms.has(embedded)) {
    findings.error(raw.id, 'missing-form', `the process embeds no form ${JSON.stringify(embedded.slice(0, 60))}`);
  }
  return {
    formKey,
    formId: property('formId'),
    externalReference: property('externalReference'),
    form: embedded === null ? null : (forms.get(embedded) ?? null),
  };
}
