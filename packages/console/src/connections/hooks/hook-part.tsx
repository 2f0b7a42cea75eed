import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, LogIn } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { CopyButton } from '../../ui/copy/copy.js';
import { Note } from '../../ui/feedback/note.js';
import { Icon } from '../../ui/icon/icon.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { Facts } from '../../ui/table/facts.js';
import { When } from '../../ui/text/when.js';
import styles from '../connections.module.css';
import { messages } from '../messages/index.gen.js';
import { DeleteHookDialog, RotateHookDialog } from './hook-dialogs.js';
import { Receipts } from './receipts.js';

export type Hook = AnswerOf<'getInboundHooks'>['hooks'][number];

export interface HookPartProps {
  readonly subProjectId: string;
  /** The one that is shown; undefined: the list. */
  readonly id: string | undefined;
}

/** Where other services deliver events, and what became of their deliveries. */
export function HookPart({ subProjectId, id }: HookPartProps) {
  const m = messages.use();
  const reading = useQuery(read('getInboundHooks', { subProjectId }));
  const hooks = reading.data?.hooks ?? [];
  const shown = hooks.find((hook) => hook.id === id);
  const [deleted, setDeleted] = useState<Hook>();
  if (id === undefined) {
    return (
      <Section title={m.part({ part: 'hooks' })} reading={reading}>
        <p className="t13 t2">{m.hooksText}</p>
        {hooks.length === 0 && <p className="t13 t3">{m.noHooks}</p>}
        {hooks.length > 0 && (
          <Items>
            {hooks.map((hook) => (
              <Item
                key={hook.id}
                icon={LogIn}
                name={
                  <>
                    <Link
                      to="/connections/$subProjectId"
                      params={{ subProjectId }}
                      search={{ show: 'hooks', id: hook.id }}
                      className="b5"
                    >
                      {hook.name}
                    </Link>
                    {!hook.enabled && <Badge tone="cancelled">{m.off}</Badge>}
                  </>
                }
                detail={m.hookDetail({ scheme: hook.scheme, name: hook.actAs.name })}
              />
            ))}
          </Items>
        )}
      </Section>
    );
  }
  return (
    <>
      <Link
        to="/connections/$subProjectId"
        params={{ subProjectId }}
        search={{ show: 'hooks' }}
        className={styles.back}
      >
        <Icon of={ArrowLeft} />
        {m.part({ part: 'hooks' })}
      </Link>
      <Section title={shown?.name ?? m.hook} reading={reading}>
        {shown === undefined ? (
          <p className="t13 t3">{m.noSuchHook}</p>
        ) : (
          <Known subProjectId={subProjectId} hook={shown} onDelete={() => setDeleted(shown)} />
        )}
      </Section>
      {shown !== undefined && <Receipts subProjectId={subProjectId} hookId={shown.id} />}
      {/* It is still there when the hook no longer is, and leads back to the list. */}
      {deleted !== undefined && (
        <DeleteHookDialog subProjectId={subProjectId} hook={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </>
  );
}

interface KnownProps {
  readonly subProjectId: string;
  readonly hook: Hook;
  onDelete(): void;
}

function Known({ subProjectId, hook, onDelete }: KnownProps) {
  const m = messages.use();
  const { id: hookId, enabled, declaredAs, url } = hook;
  const [isRotating, setRotating] = useState(false);
  const { mutate, isPending } = useChange('updateInboundHook');
  return (
    <>
      <Facts
        items={[
          [
            m.address,
            <span key="url" className="row">
              <code className={styles.code}>{url}</code>
              <CopyButton text={url} />
            </span>,
          ],
          [m.scheme, hook.scheme],
          [m.actsAs, hook.actAs.name],
          [m.when, hook.when === undefined ? m.always : <code key="when">{hook.when}</code>],
          [
            m.creates,
            hook.createProcess === undefined ? m.no : <code key="fields">{hook.createProcess.fields ?? m.yes}</code>,
          ],
          [m.publishes, hook.publishMessage === undefined ? m.no : <code key="name">{hook.publishMessage.name}</code>],
          [m.since, <When key="since" at={hook.createdTs} />],
        ]}
      />
      <div className="row wrap">
        <Button onClick={() => setRotating(true)}>{m.rotate}</Button>
        {declaredAs === null && (
          <>
            <Button
              isBusy={isPending}
              onClick={() =>
                mutate({ subProjectId, hookId, enabled: !enabled }, { onError: (error) => showFailure(error) })
              }
            >
              {enabled ? m.turnOff : m.turnOn}
            </Button>
            <Button look="danger" onClick={onDelete}>
              {m.delete}
            </Button>
          </>
        )}
      </div>
      {!enabled && <Note tone="waiting">{m.isOff}</Note>}
      {declaredAs !== null && <Note>{m.declared({ key: declaredAs })}</Note>}
      {isRotating && <RotateHookDialog subProjectId={subProjectId} hook={hook} onClose={() => setRotating(false)} />}
    </>
  );
}
