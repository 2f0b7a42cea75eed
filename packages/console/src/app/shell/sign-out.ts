import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { messages } from '../messages/index.gen.js';

/** Ends the session here and, where the person came from an identity provider, there too. */
export function useSignOut(): () => void {
  const m = messages.use();
  const { mutate } = useChange('signOut');
  return () =>
    mutate(
      {},
      {
        async onSuccess({ identityProviderUrl }) {
          await forgetPush().catch(String);
          location.assign(identityProviderUrl ?? new URL('signed-out', document.baseURI));
        },
        onError: () => showToast({ text: m.signOutFailed, tone: 'failed' }),
      },
    );
}

/** Whoever uses this browser next sees no notifications of the person. */
const forgetPush = (): Promise<unknown> =>
  Promise.resolve(navigator.serviceWorker?.getRegistration())
    .then((worker) => worker?.pushManager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe());
