import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../../api/queries.js';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { RunState, StateWord } from '../../../ui/badge/run-state.js';
import { messages } from '../messages/index.gen.js';
import styles from './now.module.css';

const tiles = [{ state: 'RACING' }, { state: 'PAUSED' }, { incident: 'yes' }, { state: 'COMPLETED' }] as const;

/** How many runs there are in each state, counted up to 10,000. Each leads to the list of them. */
export function RunCounts({ subProjectId }: { subProjectId: string }) {
  const m = messages.use();
  const locale = useLocale();
  const answers = useQueries({
    queries: tiles.map((tile) =>
      read('getWorkflowRuns', {
        subProjectId,
        ...('state' in tile ? { state: tile.state } : { hasIncident: 'true' as const }),
        page: '1',
        perPageCount: '1',
        include: 'meta',
      }),
    ),
  });
  return (
    <nav className={styles.tiles} aria-label={m.runs}>
      {tiles.map((tile, at) => {
        const meta = answers[at]?.data?.meta;
        const count = meta === undefined ? '–' : figure(Number(meta.totalCount), locale);
        return (
          <Link
            key={'state' in tile ? tile.state : 'incident'}
            to="/runs/$subProjectId"
            params={{ subProjectId }}
            search={tile}
            className={styles.tile}
          >
            {'state' in tile ? <RunState state={tile.state} /> : <StateWord tone="failed">{m.withIncidents}</StateWord>}
            <span className={`${styles.number} num`}>{meta?.atLeast === true ? `> ${count}` : count}</span>
          </Link>
        );
      })}
    </nav>
  );
}
