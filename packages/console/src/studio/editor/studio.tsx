import { Link } from '@tanstack/react-router';
import {
  ChevronRight,
  Download,
  GitCompareArrows,
  ListTree,
  Maximize,
  Redo2,
  Rocket,
  Undo2,
  Upload,
  Workflow,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showFailure } from '../../frame/failure.js';
import { useTitle } from '../../frame/title.js';
import { useIsPhone } from '../../list/use-is-phone.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { saveAsFile } from '../../ui/copy/save-as-file.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Icon } from '../../ui/icon/icon.js';
import { Segments } from '../../ui/tabs/segments.js';
import { ChangesDialog } from '../deploy/changes-dialog.js';
import { DeployDialog } from '../deploy/deploy-dialog.js';
import { useEditor } from '../drawing/use-editor.js';
import { FindingsList } from '../findings/findings-list.js';
import { badgesOf } from '../findings/report.js';
import { useFindings } from '../findings/use-findings.js';
import { LeaveGuard } from '../leave/leave-guard.js';
import { messages } from '../messages/index.gen.js';
import type { Configuration, Workflow as WorkflowEntry } from '../model/configuration.js';
import { nameOf } from '../model/element-words.js';
import { StudioOutline } from '../outline/studio-outline.js';
import { PropertiesPanel } from '../properties/properties-panel.js';
import type { Sources, StateAfter } from '../trial/scenario.js';
import { tokensOf } from '../trial/tokens.js';
import { TrialPanel } from '../trial/trial-panel.js';
import styles from './studio.module.css';

export interface StudioProps {
  readonly subProjectId: string;
  readonly workflow: WorkflowEntry;
  /** The file as it was deployed. */
  readonly bpmn: string;
  readonly configuration: Configuration;
  /** It is not the current version: it is only read. */
  readonly isOld: boolean;
}

type View = 'diagram' | 'outline';
type Beside = 'properties' | 'trial';

/** A workflow: its drawing or its outline, the properties of an element, and what the engine finds. */
export function Studio({ subProjectId, workflow, bpmn, configuration, isOld }: StudioProps) {
  const { version } = configuration;
  const m = messages.use();
  const isPhone = useIsPhone();
  const isReadOnly = isOld || isPhone;
  const [opened, setOpened] = useState(bpmn);
  const { place, editor, state, selected, error } = useEditor(opened, isReadOnly);
  const save = useMemo(() => (editor === undefined ? undefined : () => editor.save()), [editor]);
  const { findings, error: checkError } = useFindings(save, state.changes);
  const badges = useMemo(() => badgesOf(findings ?? []), [findings]);
  const [view, setView] = useState<View>('diagram');
  const [beside, setBeside] = useState<Beside>('properties');
  /** The project with scenarios that were saved here. */
  const [sources, setSources] = useState<Sources>(configuration);
  const [after, setAfter] = useState<StateAfter>();
  const [isComparing, setComparing] = useState(false);
  const [isDeploying, setDeploying] = useState(false);
  const hasErrors = findings?.some(({ severity }) => severity === 'error') ?? true;
  const isChanged = !isReadOnly && (state.canUndo || opened !== bpmn || sources !== configuration);
  useTitle(m.titleOf({ name: workflow.name }));
  const tokens = useMemo(() => (after === undefined ? undefined : tokensOf(after, m.token)), [after, m]);
  useEffect(() => editor?.mark(tokens?.badges ?? badges, tokens?.taken), [editor, badges, tokens]);
  const show = useCallback((id: string | undefined) => editor?.select(id), [editor]);
  const shownName = (id: string) => {
    const element = editor?.element(id);
    return element === undefined ? id : nameOf(element, m);
  };
  const element = editor === undefined ? undefined : selected === undefined ? editor.root() : editor.element(selected);
  return (
    <>
      <header className={styles.head}>
        <nav className={styles.crumbs} aria-label={m.breadcrumb}>
          <Link to="/design/{-$subProjectId}/{-$workflowKey}" params={{ subProjectId }} className="t2 t13">
            {m.title}
          </Link>
          <Icon of={ChevronRight} size={14} />
          <h1 className="clip">{workflow.name}</h1>
          <Badge tone={isChanged ? 'accent' : 'plain'}>
            {isChanged ? m.changed({ version }) : m.versionOf({ version })}
          </Badge>
        </nav>
        <div className={styles.tools}>
          {!isReadOnly && (
            <>
              <IconButton icon={Undo2} label={m.undo} disabled={!state.canUndo} onClick={() => editor?.undo()} />
              <IconButton icon={Redo2} label={m.redo} disabled={!state.canRedo} onClick={() => editor?.redo()} />
              <Button icon={GitCompareArrows} disabled={!isChanged} onClick={() => setComparing(true)}>
                {m.changes}
              </Button>
              <ImportButton onText={setOpened} />
            </>
          )}
          <Button
            icon={Download}
            disabled={editor === undefined}
            onClick={() => void editor?.save().then((text) => saveAsFile(workflow.file, text, 'application/xml'))}
          >
            {m.exportFile}
          </Button>
          {!isReadOnly && (
            <Button
              look="primary"
              icon={Rocket}
              disabled={!isChanged || hasErrors}
              title={isChanged && hasErrors ? m.mendFirst : undefined}
              onClick={() => setDeploying(true)}
            >
              {m.deploy}
            </Button>
          )}
        </div>
      </header>
      {isOld && <Note>{m.oldVersion({ version })}</Note>}
      {!isOld && isPhone && <Note>{m.phoneReadOnly}</Note>}
      <div className={styles.page}>
        <div className={styles.main}>
          <div className={styles.views}>
            <Segments<View>
              label={m.showAs}
              items={[
                { id: 'diagram', label: m.diagram, icon: Workflow },
                { id: 'outline', label: m.outline, icon: ListTree },
              ]}
              selected={view}
              onSelect={setView}
            />
            {view === 'diagram' && editor !== undefined && (
              <div className={styles.zoom}>
                <IconButton size="small" icon={ZoomOut} label={m.zoomOut} onClick={() => editor.zoom('out')} />
                <IconButton size="small" icon={ZoomIn} label={m.zoomIn} onClick={() => editor.zoom('in')} />
                <IconButton size="small" icon={Maximize} label={m.zoomFit} onClick={() => editor.zoom('fit')} />
              </div>
            )}
          </div>
          {error !== undefined && <ProblemView error={error} title={m.notDrawn} />}
          <div className={view === 'diagram' ? styles.canvas : styles.hidden}>
            <section ref={place} className={styles.drawing} aria-label={m.diagram} />
          </div>
          {view === 'outline' && editor !== undefined && (
            <StudioOutline
              model={editor.model()}
              badges={badges}
              selected={selected}
              nameOf={shownName}
              onSelect={show}
            />
          )}
          <section className={styles.findings} aria-label={m.findings}>
            <h2 className="t13">
              {m.findings} {findings !== undefined && <span className="t3 num">{findings.length}</span>}
            </h2>
            {checkError !== undefined && <ProblemView error={checkError} title={m.notChecked} />}
            {editor !== undefined && <FindingsList findings={findings} nameOf={shownName} onShow={show} />}
          </section>
        </div>
        <aside className={styles.side} aria-label={beside === 'trial' ? m.testRun : m.properties}>
          {!isReadOnly && (
            <div className={styles.beside}>
              <Segments<Beside>
                label={m.showBeside}
                items={[
                  { id: 'properties', label: m.properties },
                  { id: 'trial', label: m.testRun },
                ]}
                selected={beside}
                onSelect={setBeside}
              />
            </div>
          )}
          {beside === 'properties' && editor !== undefined && element !== undefined && (
            <PropertiesPanel subProjectId={subProjectId} editor={editor} element={element} isReadOnly={isReadOnly} />
          )}
          {beside === 'trial' && editor !== undefined && (
            <TrialPanel
              subProjectId={subProjectId}
              sources={sources}
              workflow={workflow}
              editor={editor}
              changes={state.changes}
              nameOf={shownName}
              onState={setAfter}
              onSave={setSources}
            />
          )}
        </aside>
      </div>
      {isComparing && editor !== undefined && (
        <ChangesDialog deployed={bpmn} version={version} editor={editor} onClose={() => setComparing(false)} />
      )}
      {isDeploying && editor !== undefined && (
        <DeployDialog
          subProjectId={subProjectId}
          configuration={{ ...configuration, ...sources }}
          deployed={bpmn}
          workflow={workflow}
          editor={editor}
          onClose={() => setDeploying(false)}
        />
      )}
      <LeaveGuard isChanged={isChanged}>{m.leaveText}</LeaveGuard>
    </>
  );
}

/** Takes a BPMN file from the person's computer in place of the drawing. */
function ImportButton({ onText }: { onText(text: string): void }) {
  const m = messages.use();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {m.importFile}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".bpmn,.xml"
        hidden
        aria-label={m.importFile}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          file?.text().then(onText, showFailure);
          target.value = '';
        }}
      />
    </>
  );
}
