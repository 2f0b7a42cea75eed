import { askForStepUp } from '../../api/step-up.js';
import { useMe } from '../../session/session.js';

/** The server asks for a sign-in of the last ten minutes; a minute less, because the page takes some time. */
const RECENT = 9 * 60_000;

/** Goes to the server's page that sets up a passkey or an app, and comes back. That page takes a fresh sign-in. */
export function useAddFactor(): () => void {
  const { session } = useMe();
  return () => void goThere();
  async function goThere(): Promise<void> {
    const isRecent = session !== null && Date.now() - Date.parse(session.authenticatedTs) < RECENT;
    if (!isRecent && !(await askForStepUp())) return;
    const page = new URL('sign-in/enrol', document.baseURI);
    page.searchParams.set('return_to', '/account');
    location.assign(page);
  }
}
