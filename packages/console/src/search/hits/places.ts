import type { AnyRouter } from '@tanstack/react-router';
import type { AnswerOf } from '../../api/call.js';

export type Hit = AnswerOf<'search'>['hits'][number];

const PROCESS_PAGE = '/processes/$subProjectId/$processId';

/** Address of the page that shows a hit, below the console's own; undefined: none does. */
export function placeOf(router: AnyRouter, { source, id, subProjectId, processIds, state }: Hit): string | undefined {
  const has = (path: string): boolean => router.routesByPath[path] !== undefined;
  if (source === 'task' && state === 'OPEN' && has('/inbox')) return `inbox?task=${subProjectId}.${id}`;
  const [processId] = source === 'process' ? [id] : processIds;
  if (processId === undefined || !has(PROCESS_PAGE)) return undefined;
  return `processes/${subProjectId}/${processId}`;
}

/** The whole address of a page of the console. */
export const hrefOf = (place: string): string =>
  new URL(place, document.baseURI).pathname + new URL(place, document.baseURI).search;
