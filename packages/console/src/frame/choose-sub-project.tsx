import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, type Right } from '../session/can.js';
import { useMe } from '../session/session.js';
import styles from './choose-sub-project.module.css';
import { PageHead } from './page-head.js';
import { useSubProject } from './sub-project.js';

export interface ChooseSubProjectProps {
  readonly title: string;
  /** What a choice leads to. */
  readonly text: string;
  /** Only sub-projects where the person holds it, or one of them, are offered. */
  readonly grant: Right['grant'] | readonly Right['grant'][];
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly to:
    | '/design/{-$subProjectId}/{-$workflowKey}'
    | '/processes/$subProjectId'
    | '/runs/$subProjectId'
    | '/flow/$subProjectId'
    | '/members/$subProjectId'
    | '/audit/$subProjectId'
    | '/connections/$subProjectId';
}

/** The page of a feature before a sub-project is chosen; with one, or one that is chosen in the rail, its page at once. */
export function ChooseSubProject({ title, text, grant, tools, to }: ChooseSubProjectProps) {
  const me = useMe();
  const chosen = useSubProject();
  const offered = me.subProjects.filter(({ id }) =>
    [grant].flat().some((one) => may(me, { grant: one, subProjectId: id })),
  );
  const only = offered.find(({ id }) => id === chosen?.id) ?? (offered.length === 1 ? offered[0] : undefined);
  if (only !== undefined) return <Navigate to={to} params={{ subProjectId: only.id }} replace />;
  return (
    <>
      <PageHead title={title}>{tools}</PageHead>
      <div className={`scroll ${styles.page}`}>
        <p className="t2">{text}</p>
        <ul>
          {offered.map(({ id, name }) => (
            <li key={id}>
              <Link to={to} params={{ subProjectId: id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
