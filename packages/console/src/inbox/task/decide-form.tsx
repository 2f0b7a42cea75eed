import type { Problem } from '@millrace/contract';
import { Check } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { type Entered, enteredFrom, objectOf } from '../../form/schema/entered.js';
import { type FormField, fieldsOf } from '../../form/schema/form-field.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import { useForm } from '../../form/state/use-form.js';
import { useKeys } from '../../frame/keys.js';
import { type Locale, useLocale } from '../../messages/locale.js';
import { Button } from '../../ui/button/button.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { isSigned, type NewDecision, type VoteOutcome } from '../decide/decision.js';
import { useDecisions } from '../decide/decisions.js';
import { useDecide } from '../decide/use-decide.js';
import type { Draft } from '../drafts/local-draft.js';
import { messages } from '../messages/index.gen.js';
import { needsComment } from '../tasks/needs-comment.js';
import type { SubProjectSchema } from '../tasks/schemas.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

/** Controls come with the first task that has a form. */
const FormFields = lazy(() =>
  import('../../form/form-fields.js').then(({ FormFields: component }) => ({ default: component })),
);
const NextSteps = lazy(() => import('./next-steps.js').then(({ NextSteps: component }) => ({ default: component })));
const ReadOnly = lazy(() => import('./read-only.js').then(({ ReadOnly: component }) => ({ default: component })));
const Refused = lazy(() => import('./refused.js').then(({ Refused: component }) => ({ default: component })));

const Signing = lazy(() => import('../signing/signing.js').then(({ Signing: component }) => ({ default: component })));

export interface DecideFormProps {
  readonly detail: TaskDetail;
  readonly schema: SubProjectSchema | undefined;
  readonly draft: Draft;
  /** Beside the form. */
  readonly note: ReactNode;
  onType(change: Draft): void;
  onDecided(): () => void;
}

const none: JsonSchema = {};

/** Comment, form and the two buttons of an open task. */
export function DecideForm({ detail, schema, draft, note, onType, onDecided }: DecideFormProps) {
  const m = messages.use();
  const locale = useLocale();
  const { task, allowed, subProject, title } = detail;
  const asked = { commentRequired: detail.commentRequired, reason: task.approval?.reason };
  const commentRequired = needsComment(asked, true);
  const [comment, setComment] = useState(draft.comment ?? '');
  const [missing, setMissing] = useState<VoteOutcome>();
  const commentRef = useRef<HTMLInputElement>(null);
  const refused = useDecisions().find(
    ({ taskId, batch, state }) => batch === undefined && taskId === task.id && state === 'refused',
  );
  const isOpen = task.state === 'OPEN' && allowed.decide;
  const fields = useMemo(
    () =>
      fieldsOf((detail.hasForm ? (task.form as JsonSchema | null) : null) ?? none).filter(
        ({ name }) => name !== 'comment',
      ),
    [task.form, detail.hasForm],
  );
  const [start] = useState(draft);
  const form = useForm(fields, {
    entered: useMemo(() => enteredOf(start, fields, locale), [start, fields, locale]),
    onEnter: (entered) => onType({ entered, locale }),
  });
  const { decide, dismiss } = useDecide();
  const type = (text: string) => {
    setComment(text);
    setMissing(undefined);
    onType({ comment: text });
  };
  const [toSign, sign] = useState<NewDecision>();
  const [unsigned, setUnsigned] = useState<Problem>();
  const problem = refused?.problem ?? unsigned;
  const send = (decision: NewDecision) => {
    const again = onDecided();
    decide([decision], () => again());
  };
  const take = (outcome: VoteOutcome) => {
    const payload = form.submit();
    if (payload === undefined) return;
    const approved = outcome === 'approve';
    if ((outcome === 'requestChanges' || needsComment(asked, approved)) && comment.trim() === '') {
      setMissing(outcome);
      commentRef.current?.focus();
      return;
    }
    dismiss(task.id);
    setUnsigned(undefined);
    const decision = {
      subProjectId: subProject.id,
      runId: task.runId,
      taskId: task.id,
      title,
      approved,
      ...(task.approval === undefined ? {} : { vote: outcome }),
      payload,
      comment: comment.trim(),
    };
    if (isSigned(task)) sign(decision);
    else send(decision);
  };
  const group = m.keysGroup;
  useKeys([
    { keys: 'a', label: m.approve, group, isOn: isOpen, run: () => take('approve') },
    { keys: 'r', label: m.reject, group, isOn: isOpen, run: () => take('reject') },
  ]);
  if (!isOpen) {
    if (task.state !== 'OPEN')
      return problem === undefined ? null : (
        <Suspense>
          <Refused detail={detail} problem={problem} form={form} />
        </Suspense>
      );
    return (
      <footer className={styles.bar}>
        <Suspense>
          <ReadOnly detail={detail} />
        </Suspense>
      </footer>
    );
  }
  return (
    <>
      <div className={styles.fill}>
        {note}
        {problem !== undefined && (
          <Suspense>
            <Refused detail={detail} problem={problem} form={form} />
          </Suspense>
        )}
        {isSigned(task) && (
          <Suspense>
            <Signing
              vote={toSign}
              onSigned={(signature) => {
                sign(undefined);
                if (toSign) send({ ...toSign, signature });
              }}
              onStopped={(why) => {
                sign(undefined);
                setUnsigned(why);
              }}
            />
          </Suspense>
        )}
        <div className={fields.length === 0 ? styles.alone : styles.pair}>
          <Field
            label={m.comment}
            isRequired={commentRequired}
            error={missing && (missing === 'requestChanges' ? m.changesMissing : m.commentMissing)}
          >
            {(ids) => (
              <TextInput
                {...ids}
                ref={commentRef}
                dir="auto"
                value={comment}
                maxLength={10_000}
                placeholder={commentRequired ? m.commentRequired : m.commentOptional}
                onChange={({ target }) => type(target.value)}
              />
            )}
          </Field>
          {fields.length > 0 && (
            <Suspense>
              <FormFields
                form={form}
                isWide
                references={{ files: detail.files.map(({ id, fileName }) => ({ id, name: fileName })) }}
              />
            </Suspense>
          )}
        </div>
      </div>
      <footer className={styles.bar}>
        <Suspense fallback={<span className={styles.nextRoom} />}>
          <NextSteps detail={detail} schema={schema} payload={form.value()} comment={comment} />
        </Suspense>
        <div className={styles.buttons}>
          {task.approval?.changes && (
            <Button size="large" look="quiet" className={styles.changes} onClick={() => take('requestChanges')}>
              {m.requestChanges}
            </Button>
          )}
          <Button size="large" shortcut="r" onClick={() => take('reject')}>
            {m.reject}
          </Button>
          <Button size="large" look="primary" icon={Check} shortcut="a" onClick={() => take('approve')}>
            {m.approve}
          </Button>
        </div>
      </footer>
    </>
  );
}

/** What was entered, with the numbers of another language written as in this one. */
function enteredOf(draft: Draft, fields: readonly FormField[], locale: Locale): Entered | undefined {
  if (draft.entered === undefined || (draft.locale ?? locale) === locale) return draft.entered;
  const value = objectOf(fields, draft.entered, draft.locale ?? locale);
  return value === undefined ? draft.entered : enteredFrom(fields, value, locale);
}
