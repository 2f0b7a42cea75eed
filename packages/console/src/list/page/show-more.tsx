import { Button } from '../../ui/button/button.js';
import styles from './list-page.module.css';
import { messages } from './messages/index.gen.js';

/** What useInfiniteQuery tells of the next page. */
export interface NextPage {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Reads the next page of a list; nothing is shown where it has ended. */
export function ShowMore({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { readonly of: NextPage }) {
  const m = messages.use();
  if (!hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {m.showMore}
      </Button>
    </div>
  );
}
