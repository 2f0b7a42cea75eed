import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../frame/page-head.js';
import { may } from '../session/can.js';
import { useMe } from '../session/session.js';
import { Empty } from '../ui/feedback/empty.js';
import { TabLinks, tabLink } from '../ui/tabs/tabs.js';
import styles from './connections.module.css';
import { HookPart } from './hooks/hook-part.js';
import { messages } from './messages/index.gen.js';
import { GRANTS } from './parts/grants.js';
import { type Part, parts, readConnectionsSearch } from './parts/search.js';
import { SecretPart } from './secrets/secret-part.js';
import { WebhookPart } from './webhooks/webhook-part.js';

const route = getRouteApi('/frame/connections/$subProjectId');

/** What a sub-project is connected with: its secrets, webhooks and inbound hooks. */
export function ConnectionsPage() {
  const m = messages.use();
  const me = useMe();
  const { subProjectId } = route.useParams();
  const search = readConnectionsSearch({ ...route.useSearch() });
  const isAllowed = (part: Part) => may(me, { grant: GRANTS[part], subProjectId });
  const shown = search.show ?? parts.find(isAllowed) ?? 'secrets';
  const page: Record<Part, () => ReactNode> = {
    secrets: () => <SecretPart subProjectId={subProjectId} />,
    webhooks: () => <WebhookPart key={search.id} subProjectId={subProjectId} id={search.id} />,
    hooks: () => <HookPart key={search.id} subProjectId={subProjectId} id={search.id} />,
  };
  return (
    <>
      <PageHead title={m.title} />
      <TabLinks label={m.title} className={styles.tabs}>
        {parts.map((part) => (
          <Link
            key={part}
            to="/connections/$subProjectId"
            params={{ subProjectId }}
            search={{ show: part }}
            className={tabLink}
            aria-current={part === shown ? 'page' : undefined}
          >
            {m.part({ part })}
          </Link>
        ))}
      </TabLinks>
      <div className="scroll">
        {isAllowed(shown) ? (
          <div className={styles.sections}>{page[shown]()}</div>
        ) : (
          <Empty kind="denied" title={m.deniedTitle({ part: shown })}>
            {m.deniedText({ part: shown })}
          </Empty>
        )}
      </div>
    </>
  );
}
