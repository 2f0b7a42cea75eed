import { useSuspenseQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../api/call.js';
import { read } from '../api/queries.js';

export type Me = AnswerOf<'getMe'>;
export type OwnSubProject = Me['subProjects'][number];

export const meQuery = () => ({ ...read('getMe', {}), staleTime: 5 * 60_000 });

/** Who is signed in, and what they may do. The frame of the console waits for it, so it is there in every page. */
export const useMe = (): Me => useSuspenseQuery(meQuery()).data;

/** The way to the server's sign-in page, and back to the address that the browser shows. The server puts its base path before it. */
export function goToSignIn(): void {
  const base = new URL(document.baseURI).pathname;
  const path = location.pathname.slice(base.length - 1);
  const page = new URL('sign-in', document.baseURI);
  page.searchParams.set('return_to', `${path}${location.search}${location.hash}`);
  location.assign(page);
}
