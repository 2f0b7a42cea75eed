import { Link } from '@tanstack/react-router';
import { useTitle } from '../../frame/title.js';
import { lookOf } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { messages } from '../messages/index.gen.js';
import styles from './errors.module.css';

export function NotFoundPage() {
  const m = messages.use();
  useTitle(m.notFound);
  return (
    <div className={styles.page}>
      <Empty
        kind="nothing"
        isPage
        title={m.notFound}
        actions={
          <Link to="/" className={lookOf({ look: 'primary' })}>
            {m.toStart}
          </Link>
        }
      >
        {m.notFoundText({ path: location.pathname })}
      </Empty>
    </div>
  );
}
