import { useQuery } from '@tanstack/react-query';
import { Bell, Monitor } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { browserOf } from '../../ui/people/agent.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { fingerprintOf, subscribe, subscriptionHere, supportOf, unsubscribe } from './this-browser.js';

type Browser = AnswerOf<'getPushSubscriptions'>['subscriptions'][number];

/** The browsers that show notifications, also while the console is closed. */
export function Browsers() {
  const m = messages.use();
  const browsers = useQuery(read('getPushSubscriptions', {}));
  const create = useChange('createPushSubscription');
  const remove = useChange('deletePushSubscription');
  const [isAsking, setAsking] = useState(false);
  const own = useOwnFingerprint(browsers.dataUpdatedAt);
  const support = supportOf();
  const listed = browsers.data?.subscriptions ?? [];
  const isHere = listed.some(({ fingerprint }) => fingerprint === own);

  const begin = async (publicKey: string) => {
    setAsking(true);
    try {
      const made = await subscribe(publicKey);
      if (made === undefined) showToast({ text: m.pushDenied, tone: 'failed' });
      else await create.mutateAsync({ ...made, name: browserOf(navigator.userAgent) ?? m.unknownBrowser });
    } catch (error) {
      if (error instanceof DOMException) showToast({ text: m.pushFailed, tone: 'failed' });
      else showFailure(error);
    } finally {
      setAsking(false);
    }
  };
  const end = async ({ id, fingerprint }: Browser) => {
    if (fingerprint === own) await unsubscribe();
    remove.mutate({ id }, { onError: (error) => showFailure(error) });
  };

  return (
    <Section
      title={m.pushTitle}
      reading={browsers}
      actions={
        support === 'yes' &&
        browsers.data !== undefined &&
        !isHere && (
          <Button size="small" icon={Bell} isBusy={isAsking} onClick={() => void begin(browsers.data.publicKey)}>
            {m.pushHere}
          </Button>
        )
      }
    >
      <p className="t13 t2">{support === 'yes' ? m.pushText : support === 'install' ? m.pushInstall : m.pushUnknown}</p>
      <Items>
        {listed.map((browser) => (
          <Item
            key={browser.id}
            icon={Monitor}
            name={
              <>
                {browser.name}
                {browser.fingerprint === own && <Badge tone="accent">{m.thisBrowser}</Badge>}
              </>
            }
            detail={
              <>
                {m.since} <When at={browser.createdTs} /> · {browser.service}
              </>
            }
            actions={
              <Button
                size="small"
                aria-label={m.pushEndOf({ name: browser.name })}
                isBusy={remove.isPending}
                onClick={() => void end(browser)}
              >
                {m.remove}
              </Button>
            }
          />
        ))}
      </Items>
    </Section>
  );
}

/** What the server calls the subscription of this browser; asked again when the list was read anew. */
function useOwnFingerprint(readAt: number): string | undefined {
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    let isShown = true;
    const look = async () => {
      const subscription = readAt > 0 && supportOf() === 'yes' ? await subscriptionHere() : null;
      const fingerprint = subscription === null ? undefined : await fingerprintOf(subscription);
      if (isShown) setOwn(fingerprint);
    };
    void look();
    return () => {
      isShown = false;
    };
  }, [readAt]);
  return own;
}
