import { type Html, html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, hidden, note } from '../frame/parts.js';
import {
  type DecideWords,
  type Doer,
  decideWords,
  type Outcome,
  type PageLanguage,
  type TaskDetail,
} from './decide-words.js';
import { formFields, type TaskForm } from './task-form.js';
import { labelOf, moment, type ValueSchema, valueText } from './task-values.js';

/** What all pages about a decision know. */
export interface DecideSetting {
  readonly language: PageLanguage;
  readonly basePath: string;
  /** Whether the address of the page is a secret. */
  readonly hidesAddress: boolean;
}

/** A task as its page shows it to one person. */
export interface DecideView extends DecideSetting {
  /** Path that the form is sent to. */
  readonly action: string;
  readonly person: { readonly id: string; readonly name: string };
  readonly detail: TaskDetail;
  /** Of the sub-project, in their order. */
  readonly fields: readonly { readonly name: string; readonly schema: object }[];
  readonly form: TaskForm;
  /** Proves that the form is of this page, and of what the process was when it was shown. */
  readonly seen: string;
  /** What was entered before. */
  readonly members: Readonly<Record<string, string | undefined>>;
  readonly failure?: { readonly kind: 'bad' | 'warn'; readonly text: string; readonly status: number } | undefined;
}

const pageOf = ({ language, hidesAddress }: DecideSetting, title: string, body: Html, status = 200): Page => ({
  title,
  language,
  status,
  hidesAddress,
  body,
});

const openButton = (
  { basePath, language }: DecideSetting,
  { subProject, task }: Pick<TaskDetail, 'subProject' | 'task'>,
) =>
  html`<a class="button" href="${basePath}/inbox?task=${subProject.id}.${task.id}">${decideWords[language].open}</a>`;

const headOf = ({ detail }: DecideView): Html =>
  heading(detail.task.name, html`${detail.title} · ${detail.subProject.name}`);

/** Asks for the decision, with what it is about. */
export function decidePage(view: DecideView): Page {
  const { language, detail, person, failure, form } = view;
  const words = decideWords[language];
  const { task, onBehalfOf } = detail;
  const forWhom = onBehalfOf === null ? undefined : (detail.names[onBehalfOf] ?? onBehalfOf);
  // A passkey signs with a script alone.
  const isSigned = task.approval?.authentication === 'stepUp';
  const missing = isSigned ? words.signed : form.isWhole ? undefined : words.wholeForm;
  return pageOf(
    view,
    task.name,
    html`${headOf(view)}${failure !== undefined && note(failure.kind, failure.text)}
${forWhom !== undefined && note('warn', words.onBehalfOf(forWhom))}${factsOf(view)}${filesOf(view)}${decisionsOf(view)}${
  missing === undefined ? formOf(view) : note('warn', missing)
}${openButton(view, detail)}
<p class="small">${words.for(person.name)}. ${view.hidesAddress && words.once}</p>`,
    failure?.status,
  );
}

/** The fields that the person reads, in the order of the document. */
function factsOf({ detail, fields, language }: DecideView): Html {
  const words = decideWords[language];
  const values: Readonly<Record<string, unknown>> = { ...detail.process?.fields };
  const files = new Map(detail.files.map(({ id, fileName }) => [id, fileName]));
  const orderOf = ({ schema }: DecideView['fields'][number]): number =>
    (schema as ValueSchema)['x-ui']?.order ?? Number.MAX_SAFE_INTEGER;
  const facts = fields
    .filter(({ name }) => values[name] !== undefined && values[name] !== null && values[name] !== '')
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map(({ name, schema }) => {
      const shown: ValueSchema = schema;
      const unit = values[shown['x-ui']?.unit ?? ''];
      return [
        labelOf(name, shown),
        valueText(shown, values[name], words, { people: detail.names, files }, unit),
      ] as const;
    });
  const { dueTs } = detail.task;
  if (dueTs !== null) facts.push([words.due, moment(dueTs, words)]);
  if (facts.length === 0) return html``;
  return html`<dl class="facts">${facts.map(([label, text]) => html`<dt>${label}</dt><dd><bdi>${text}</bdi></dd>`)}</dl>`;
}

const listOf = (title: string, items: readonly Html[]): Html =>
  items.length === 0 ? html`` : html`<h2>${title}</h2><ul class="list">${items}</ul>`;

const filesOf = ({ detail, language }: DecideView): Html =>
  listOf(
    decideWords[language].files,
    detail.files.map(({ fileName }) => html`<li><bdi>${fileName}</bdi></li>`),
  );

/** Earlier decisions of the run, and the votes on this task. */
function decisionsOf({ detail, language, person }: DecideView): Html {
  const words = decideWords[language];
  const { approval } = detail.task;
  const said = (name: string, text: string | null | undefined) =>
    html`<span>${name}${(text ?? '') !== '' && html`<br><span class="quiet">${text ?? ''}</span>`}</span>`;
  const earlier = detail.decisions.map((one) => {
    const doer = doerOf(detail, words, person.id, one.by);
    const outcome = one.approved === null ? 'complete' : one.approved ? 'approve' : 'reject';
    const forWhom = one.onBehalfOf === null ? undefined : nameOf(detail, words, one.onBehalfOf);
    return html`<li>${said(`${one.name}: ${words.did(doer, outcome, '', forWhom)}`, one.comment)}</li>`;
  });
  return html`${listOf(words.earlier, earlier)}${
    approval !== undefined &&
    html`<p class="quiet">${words.progress(approval.approvals, approval.quorum)}</p>${votesOf(detail, words, person.id)}`
  }`;
}

const votesOf = (detail: TaskDetail, words: DecideWords, reader: string): Html =>
  listOf(
    words.votes,
    (detail.task.approval?.votes ?? []).map(
      ({ by, onBehalfOf, outcome, reason }) =>
        html`<li><span>${words.did(
          doerOf(detail, words, reader, by),
          outcome,
          '',
          onBehalfOf === undefined ? undefined : nameOf(detail, words, onBehalfOf),
        )}${reason !== undefined && html`<br><span class="quiet">${reason}</span>`}</span></li>`,
    ),
  );

const nameOf = ({ names }: TaskDetail, words: DecideWords, id: string): string => names[id] ?? words.somebody;

const doerOf = (detail: TaskDetail, words: DecideWords, reader: string, by: string | null): Doer =>
  by === reader
    ? { isReader: true }
    : { isReader: false, name: by === null ? words.service : nameOf(detail, words, by) };

function formOf({ detail, form, action, seen, members, language }: DecideView): Html {
  const words = decideWords[language];
  const { approval } = detail.task;
  const label = detail.commentRequired ? words.commentNeeded : words.reason[approval?.reason ?? 'never'];
  const button = (outcome: Outcome, kind: string) =>
    html`<button class="button${kind}" type="submit" name="decision" value="${outcome}">${words[outcome]}</button>`;
  // The key Enter presses the first button of a form, unless that is disabled: nobody approves by it.
  return html`<form method="post" action="${action}">${hidden({ seen })}<button type="submit" hidden disabled></button>${formFields(
    form,
    members,
    words,
  )}<div class="field"><label for="comment">${label}</label>
<textarea class="input" id="comment" name="comment" rows="3" maxlength="10000"${
    detail.commentRequired && html` required`
  }${approval?.changes === true && html` aria-describedby="comment-hint"`}>${members.comment ?? ''}</textarea>${
    approval?.changes === true && html`<p class="small" id="comment-hint">${words.changesHint}</p>`
  }</div>
<div class="buttons">${button('approve', ' primary')}${button('reject', '')}${approval?.changes === true && button('requestChanges', '')}</div></form>`;
}

/** What became of the task: who decided what and when. Nothing of the process that an e-mail does not say. */
export function decidedPage(view: Omit<DecideView, 'form' | 'seen' | 'members' | 'fields' | 'action'>): Page {
  const { language, detail, person } = view;
  const words = decideWords[language];
  const { task, completedBy, completedOnBehalfOf } = detail;
  const head = heading(task.name, html`${detail.title} · ${detail.subProject.name}`);
  if (task.state === 'OPEN') {
    return pageOf(
      view,
      words.voted,
      html`${head}${note('good', html`${words.voted}. ${words.waits}`)}${votesOf(detail, words, person.id)}${openButton(view, detail)}`,
    );
  }
  if (task.state !== 'COMPLETED') {
    return pageOf(view, words.withdrawn, html`${head}${note('warn', words.withdrawn)}${openButton(view, detail)}`);
  }
  const last = task.approval?.votes.at(-1)?.outcome;
  const outcome =
    last === 'requestChanges' ? last : task.approved === null ? 'complete' : task.approved ? 'approve' : 'reject';
  const when = task.completedTs === null ? '' : moment(task.completedTs, words);
  const forWhom = completedOnBehalfOf === null ? undefined : nameOf(detail, words, completedOnBehalfOf);
  const doer = doerOf(detail, words, person.id, completedBy);
  const result =
    task.approved === null ? words.result.done : task.approved ? words.result.approved : words.result.rejected;
  const text =
    task.approval === undefined || last === 'requestChanges'
      ? words.did(doer, outcome, when, forWhom)
      : `${result}${when === '' ? '' : `, ${when}`}.`;
  return pageOf(
    view,
    words.decided,
    html`${head}${note('good', text)}${votesOf(detail, words, person.id)}${openButton(view, detail)}`,
  );
}

/** Asks to sign in, where the link alone does not decide. */
export function decideSignInPage(
  setting: DecideSetting & {
    readonly taskName: string;
    /** Whether the diagram asks for it, and not the account of the person. */
    readonly isAskedByTask: boolean;
    readonly person: { readonly name: string };
    /** Path of the task's page for who has signed in. */
    readonly returnTo: string;
    /** Somebody else who has signed in with this browser. */
    readonly otherPerson: string | undefined;
    readonly status?: number;
  },
): Page {
  const words = decideWords[setting.language];
  const { basePath, taskName, isAskedByTask, person, returnTo, otherPerson } = setting;
  const query = new URLSearchParams({ return_to: returnTo });
  return pageOf(
    setting,
    taskName,
    html`${heading(taskName, words.for(person.name))}
${otherPerson === undefined ? html`<p>${isAskedByTask ? words.taskAsks : words.mustSignIn}</p><a class="button primary" href="${basePath}/sign-in?${query.toString()}">${words.signIn}</a>` : note('warn', words.otherPerson(otherPerson, person.name))}`,
    setting.status,
  );
}

/** Of a link that leads to no task, or of a task that the person does not see or decide. */
export function noDecisionPage(
  setting: DecideSetting,
  why: 'unknown' | 'expired' | 'notYours' | 'notAllowed',
  task?: { readonly subProjectId: string; readonly taskId: string },
): Page {
  const words = decideWords[setting.language];
  const path = task === undefined ? '/inbox' : `/inbox?task=${task.subProjectId}.${task.taskId}`;
  return pageOf(
    setting,
    words.dead,
    html`${heading(words.dead)}${note('warn', words[why])}<a class="button" href="${setting.basePath}${path}">${words.open}</a>`,
    why === 'unknown' || why === 'expired' ? 410 : 403,
  );
}
