import { useLayoutEffect } from 'react';
import { expectUser } from '../../api/expected-user.js';
import { useMe } from '../../session/session.js';

/** The changes of the page are those of the person for whom it was loaded. For another one it is loaded again. */
export function useExpectedUser(): void {
  const { user } = useMe();
  useLayoutEffect(() => {
    if (!expectUser(user.id)) location.reload();
  }, [user.id]);
}
