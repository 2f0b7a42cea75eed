import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

/** The address of the page of a process, without the base path. */
const pathOf = (subProjectId: string, processId: string): string => `processes/${subProjectId}/${processId}`;

/** Opens the page of a process. */
export function useOpenProcess(subProjectId: string): (processId: string) => void {
  const router = useRouter();
  return (processId) => router.history.push(`${new URL(document.baseURI).pathname}${pathOf(subProjectId, processId)}`);
}

export interface ProcessLinkProps {
  readonly subProjectId: string;
  readonly processId: string;
  /** False in a grid, which has the focus itself. */
  readonly isInTabOrder?: boolean;
  readonly children: ReactNode;
}

/** A link to the page of a process. */
export function ProcessLink({ subProjectId, processId, isInTabOrder = false, children }: ProcessLinkProps) {
  const open = useOpenProcess(subProjectId);
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open(processId);
  };
  return (
    <a href={pathOf(subProjectId, processId)} onClick={onClick} tabIndex={isInTabOrder ? undefined : -1}>
      {children}
    </a>
  );
}
