import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleAlert, CircleCheck, Redo2, Rocket, TriangleAlert, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { editDocument, readDocument } from '../../document/edit-document.js';
import { useTitle } from '../../frame/title.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { TextArea } from '../../ui/field/controls.js';
import { Icon } from '../../ui/icon/icon.js';
import { Tabs } from '../../ui/tabs/tabs.js';
import { LeaveGuard } from '../leave/leave-guard.js';
import type { Configuration } from '../model/configuration.js';
import { DeployDocument } from './deploy-document.js';
import styles from './document.module.css';
import { messages } from './messages/index.gen.js';
import { FieldsPart } from './parts/fields-part.js';
import { MembersPart } from './parts/members-part.js';
import { listOf, mapOf, type PartProps } from './parts/part.js';
import { ProjectPart } from './parts/project-part.js';
import { RolesPart } from './parts/roles-part.js';
import { StagesPart } from './parts/stages-part.js';
import { StatesPart } from './parts/states-part.js';
import { useCheck } from './use-check.js';
import { useHistory } from './use-history.js';

const parts = {
  project: ProjectPart,
  fields: FieldsPart,
  roles: RolesPart,
  states: StatesPart,
  stages: StagesPart,
  members: MembersPart,
} as const;
type PartId = keyof typeof parts;
const partIds = Object.keys(parts) as readonly PartId[];

export interface DocumentStudioProps {
  readonly subProjectId: string;
  readonly configuration: Configuration;
}

/** Forms on one side, the text on the other: a change on one side is there on the other at once. */
export function DocumentStudio({ subProjectId, configuration }: DocumentStudioProps) {
  const m = messages.use();
  const { document: deployed, version } = configuration;
  const history = useHistory(deployed);
  const { text } = history;
  const read = useMemo(() => readDocument(text), [text]);
  const check = useCheck(subProjectId, configuration, text);
  const [part, setPart] = useState<PartId>('fields');
  const [isDeploying, setDeploying] = useState(false);
  useTitle(m.title);
  const isChanged = text !== deployed;
  const hasErrors = check.findings?.some(({ severity }) => severity === 'error') ?? true;
  const count = (id: PartId): number | undefined => {
    if (read.value === undefined || id === 'project') return undefined;
    const { fields, states } = read.value;
    if (id === 'fields') return Object.keys(mapOf(fields)).length;
    return listOf(id === 'states' ? mapOf(states).values : read.value[id]).length;
  };
  const Part = parts[part];
  const change: PartProps['change'] = (edit) => history.change(editDocument(text, edit));
  const { needsSignIn } = check;
  return (
    <>
      <header className={styles.head}>
        <nav className={styles.crumbs} aria-label={m.breadcrumb}>
          <Link to="/design/{-$subProjectId}/{-$workflowKey}" params={{ subProjectId }} className="t2 t13">
            {m.design}
          </Link>
          <Icon of={ChevronRight} size={14} />
          <h1 className="clip">{m.title}</h1>
          <Badge tone={isChanged ? 'accent' : 'plain'}>
            {isChanged ? m.changed({ version }) : m.version({ version })}
          </Badge>
        </nav>
        <div className={styles.tools}>
          <IconButton icon={Undo2} label={m.undo} disabled={!history.canUndo} onClick={history.undo} />
          <IconButton icon={Redo2} label={m.redo} disabled={!history.canRedo} onClick={history.redo} />
          <Button
            look="primary"
            icon={Rocket}
            disabled={!isChanged || read.value === undefined || hasErrors}
            title={isChanged && hasErrors ? m.mendFirst : undefined}
            onClick={() => setDeploying(true)}
          >
            {m.deploy}
          </Button>
        </div>
      </header>
      <div className={styles.page}>
        <div className={styles.forms}>
          <Tabs
            label={m.parts}
            items={partIds.map((id) => ({ id, label: m.part({ part: id }), count: count(id) }))}
            selected={part}
            onSelect={(id) => setPart(partIds.find((each) => each === id) ?? part)}
          >
            <div className={styles.part}>
              {read.value === undefined ? (
                <Note tone="failed">{m.unreadable({ error: read.error.split('\n')[0] ?? '' })}</Note>
              ) : (
                <Part key={part} value={read.value} change={change} faultsAt={check.faultsAt} />
              )}
            </div>
          </Tabs>
        </div>
        <div className={styles.side}>
          <TextArea
            aria-label={m.text}
            className={`${styles.text} mono`}
            spellCheck={false}
            value={text}
            onChange={({ target }) => history.change(target.value)}
          />
          <section className={styles.findings} aria-label={m.findings} aria-live="polite">
            <h2 className="t13">{m.findings}</h2>
            {needsSignIn && (
              <div className="row wrap">
                <span className="t2 t13">{m.signInToCheck}</span>
                <Button size="small" onClick={check.retry}>
                  {m.check}
                </Button>
              </div>
            )}
            {check.error !== null && !needsSignIn && <ProblemView error={check.error} onRetry={check.retry} />}
            {check.error === null && !needsSignIn && check.findings === undefined && (
              <p className="t2 t13">{m.checking}</p>
            )}
            {check.findings?.length === 0 && (
              <p className="ok-t row t13">
                <Icon of={CircleCheck} />
                {m.noFindings}
              </p>
            )}
            <ul>
              {check.findings?.map(({ severity, path, message }) => (
                <li key={`${path} ${message}`} className="t13">
                  <span className={severity === 'error' ? 'danger-t' : 'warn-t'}>
                    <Icon of={severity === 'error' ? CircleAlert : TriangleAlert} size={14} />
                    <span className="vh">{m.severity({ severity })}</span>
                  </span>
                  <span>
                    {message} <span className="mono t3">{path}</span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
      {isDeploying && (
        <DeployDocument
          subProjectId={subProjectId}
          configuration={configuration}
          text={text}
          onClose={() => setDeploying(false)}
        />
      )}
      <LeaveGuard isChanged={isChanged}>{m.leaveText}</LeaveGuard>
    </>
  );
}
