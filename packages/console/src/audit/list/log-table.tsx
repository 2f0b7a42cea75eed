import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { Icon } from '../../ui/icon/icon.js';
import { Person } from '../../ui/people/avatar.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import styles from '../audit.module.css';
import { messages } from '../messages/index.gen.js';
import { changesOf, shortValue } from '../model/changes.js';
import { Details } from './details.js';

export type Log = AnswerOf<'getAuditLogs'>['logs'][number];

export interface LogTableProps {
  readonly subProjectId: string | undefined;
  readonly logs: readonly Log[];
  /** Of processes that the person may read. */
  readonly titles: ReadonlyMap<string, string>;
  onTrace(traceId: string): void;
  onProcess(processId: string): void;
}

/** Rows of the log; a row opens to everything that it says. On a phone each is a card. */
export function LogTable({ subProjectId, logs, titles, onTrace, onProcess }: LogTableProps) {
  const m = messages.use();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <Table aria-label={m.title} layout="cards" className={styles.table}>
      <thead>
        <tr>
          <ColumnHead>{m.what}</ColumnHead>
          <ColumnHead>{m.who}</ColumnHead>
          <ColumnHead>{m.on}</ColumnHead>
          <ColumnHead>{m.change}</ColumnHead>
          <ColumnHead isFigure>{m.when}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => {
          const isOpen = open.has(log.id);
          return (
            <Fragment key={log.id}>
              <tr>
                <td>
                  <button type="button" className={styles.what} aria-expanded={isOpen} onClick={() => toggle(log.id)}>
                    <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
                    {log.action}
                  </button>
                </td>
                <td>
                  <Person name={log.by.name} />
                </td>
                <td className={styles.on}>
                  <Subject subProjectId={subProjectId} log={log} title={titles.get(log.processId ?? '')} />
                </td>
                <td className={`${styles.change} t2`}>
                  <Summary log={log} />
                </td>
                <td className={`${styles.time} t3`}>
                  <When at={log.createdTs} />
                </td>
              </tr>
              {isOpen && (
                <tr className={styles.opened}>
                  <td colSpan={5}>
                    <Details
                      subProjectId={subProjectId}
                      log={log}
                      onTrace={onTrace}
                      onProcess={subProjectId === undefined ? undefined : onProcess}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

interface SubjectProps {
  readonly subProjectId: string | undefined;
  readonly log: Log;
  readonly title: string | undefined;
}

/** What was changed, with the way there where the console has a page of it. */
function Subject({ subProjectId, log, title }: SubjectProps) {
  const m = messages.use();
  const { subjectType, subjectId, processId } = log;
  const kind = m.kindName({ kind: subjectType });
  if (subProjectId === undefined) return <span className="clip">{kind}</span>;
  if (subjectType === 'run') {
    return (
      <Link to="/runs/$subProjectId/$runId" params={{ subProjectId, runId: subjectId }} className="clip">
        {title === undefined ? kind : m.ofProcess({ kind, title })}
      </Link>
    );
  }
  if (processId !== null && log.action !== 'process.delete') {
    return (
      <Link to="/processes/$subProjectId/$processId" params={{ subProjectId, processId }} className="clip">
        {title === undefined ? kind : subjectType === 'process' ? title : m.ofProcess({ kind, title })}
      </Link>
    );
  }
  return <span className="clip">{kind}</span>;
}

/** The first change in short, and how many more there are. */
function Summary({ log }: { readonly log: Log }) {
  const m = messages.use();
  const [first, ...others] = changesOf(log.before, log.after);
  if (first === undefined) return null;
  const [before, after] = [shortValue(first.before, 24), shortValue(first.after, 24)];
  return (
    <span className="clip">
      {first.name} {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
      {others.length > 0 && <span className="t3"> {m.more({ count: others.length })}</span>}
    </span>
  );
}
