import { Play, RotateCcw, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { FormFields } from '../../form/form-fields.js';
import type { JsonObject } from '../../form/schema/entered.js';
import { fieldsOf } from '../../form/schema/form-field.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import { useForm } from '../../form/state/use-form.js';
import { showToast } from '../../frame/toasts.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { TextField } from '../../ui/field/text-field.js';
import { When } from '../../ui/text/when.js';
import type { DiagramEditor } from '../drawing/diagram-editor.js';
import { messages } from '../messages/index.gen.js';
import type { Workflow } from '../model/configuration.js';
import { OpenWork } from './open-work.js';
import { fieldSchemaOf, type Sources, type StateAfter, withScenario } from './scenario.js';
import styles from './trial.module.css';
import { useTrial } from './use-trial.js';

export interface TrialPanelProps {
  readonly subProjectId: string;
  /** With the scenarios that were saved here and are not deployed. */
  readonly sources: Sources;
  readonly workflow: Workflow;
  readonly editor: DiagramEditor;
  readonly changes: number;
  nameOf(elementId: string): string;
  /** Where the test run is now; undefined: there is none. */
  onState(after: StateAfter | undefined): void;
  onSave(sources: Sources): void;
}

/** Entries of the timeline that are drawn. */
const MOST_ENTRIES = 200;

/** A test run: start, what it waits for, what happened, and saving it as a scenario. */
export function TrialPanel(props: TrialPanelProps) {
  const { subProjectId, sources, workflow, editor, changes, nameOf, onState, onSave } = props;
  const m = messages.use();
  const run = useTrial({ subProjectId, sources, workflow, editor, changes });
  const { trial, outcome, problem, error, isBusy } = run;
  const after = outcome?.after;
  useEffect(() => {
    onState(after);
    return () => onState(undefined);
  }, [after, onState]);
  const trouble = (
    <>
      {error !== null && <ProblemView error={error} title={m.notRun} />}
      {problem !== undefined && <Note tone="failed">{problem}</Note>}
    </>
  );
  if (trial === undefined || after === undefined) {
    return (
      <div className={styles.panel}>
        <Start document={sources.document} isBusy={isBusy} onStart={run.start} />
        {trouble}
      </div>
    );
  }
  const entries = after.timeline.slice(-MOST_ENTRIES);
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Badge tone="accent">{m.runStatus({ status: after.status })}</Badge>
        <span className="t12 t2">
          {m.clock} <When at={after.now} />
        </span>
      </div>
      {run.isOld && <Note>{m.drawingChanged}</Note>}
      <div className={styles.actions}>
        <Button size="small" icon={Undo2} disabled={isBusy || trial.steps.length === 0} onClick={run.takeBack}>
          {m.takeBackStep}
        </Button>
        <Button size="small" icon={Play} disabled={isBusy} onClick={run.runAgain}>
          {m.runAgain}
        </Button>
        <Button size="small" icon={RotateCcw} disabled={isBusy} onClick={run.end}>
          {m.fromTheBeginning}
        </Button>
      </div>
      {trouble}
      <section aria-label={m.waitsFor}>
        <h3 className="label">{m.waitsFor}</h3>
        {hasOpenWork(after) ? (
          <OpenWork key={trial.steps.length} after={after} isBusy={isBusy} nameOf={nameOf} onStep={run.take} />
        ) : (
          <p className="t13 t2">{m.waitsForNothing}</p>
        )}
      </section>
      <section aria-label={m.processNow}>
        <h3 className="label">{m.processNow}</h3>
        <pre className={styles.json}>{JSON.stringify(after.process, null, 1)}</pre>
        <h3 className="label">{m.variables}</h3>
        <pre className={styles.json}>{JSON.stringify(after.variables, null, 1)}</pre>
      </section>
      <section aria-label={m.timeline}>
        <h3 className="label">
          {m.timeline} <span className="num">{after.timelineCount}</span>
        </h3>
        <ol className={styles.timeline} aria-label={m.timeline}>
          {entries.map(({ sequence, event, elementId }) => (
            <li key={sequence} className="t12">
              <span className="t3 num">{sequence}</span> {m.timelineEvent({ event })}{' '}
              {elementId !== null && <span className="b5">{nameOf(elementId)}</span>}
            </li>
          ))}
        </ol>
      </section>
      <Save
        isBusy={isBusy || run.isOld || outcome?.failure !== undefined}
        onSave={(name) => {
          onSave(withScenario(sources, workflow, name, trial, after));
          showToast({ text: m.scenarioSaved({ name }) });
        }}
      />
    </div>
  );
}

const hasOpenWork = ({ tasks, jobs, timers, subscriptions, incidents }: StateAfter): boolean =>
  [tasks, jobs, timers, subscriptions, incidents].some(({ length }) => length > 0);

/** The fields of the process with which a test run begins. */
function Start(props: { readonly document: string; readonly isBusy: boolean; onStart(fields: JsonObject): void }) {
  const { document, isBusy, onStart } = props;
  const m = messages.use();
  const form = useForm(useMemo(() => fieldsOf(fieldSchemaOf(document) as JsonSchema), [document]));
  return (
    <>
      <p className="t13 t2">{m.trialText}</p>
      <FormFields form={form} />
      <Button
        look="primary"
        icon={Play}
        isBusy={isBusy}
        onClick={() => {
          const fields = form.submit();
          if (fields !== undefined) onStart(fields);
        }}
      >
        {m.startTrial}
      </Button>
    </>
  );
}

function Save({ isBusy, onSave }: { readonly isBusy: boolean; onSave(name: string): void }) {
  const m = messages.use();
  const [name, setName] = useState('');
  return (
    <section aria-label={m.saveScenario} className={styles.save}>
      <TextField label={m.scenarioName} hint={m.scenarioHint} value={name} onChange={setName} />
      <Button
        size="small"
        disabled={isBusy || name.trim() === ''}
        onClick={() => {
          onSave(name.trim());
          setName('');
        }}
      >
        {m.saveScenario}
      </Button>
    </section>
  );
}
