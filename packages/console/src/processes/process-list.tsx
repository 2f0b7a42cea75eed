import { Link } from '@tanstack/react-router';
import { Columns3, Download, Kanban, Plus, Rows3, Upload } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../api/call.js';
import { PageHead } from '../frame/page-head.js';
import { nothingSelected, type Selection, sizeOf } from '../list/selection.js';
import { figure } from '../messages/instants.js';
import { useLocale } from '../messages/locale.js';
import { Button, lookOf } from '../ui/button/button.js';
import { Note } from '../ui/feedback/note.js';
import { Icon } from '../ui/icon/icon.js';
import { Segments } from '../ui/tabs/segments.js';
import { Board } from './board/board.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { RunningBulk } from './bulk/running-bulk.js';
import styles from './filter/filter-bar.module.css';
import { FilterChips } from './filter/filter-chips.js';
import page from './list-page.module.css';
import { messages } from './messages/index.gen.js';
import { type ListContext, ListProvider, requestFilters, useList } from './model/list-context.js';
import type { Schema } from './model/schema.js';
import { useListContext } from './model/use-list-context.js';
import { useTotal } from './model/use-rows.js';
import { useListSearch } from './model/use-search.js';
import { useShow } from './model/use-show.js';
import { ProcessTable } from './table/process-table.js';
import { ColumnsDialog } from './views/columns-dialog.js';
import { SaveViewDialog } from './views/save-view-dialog.js';
import { ViewChanges } from './views/view-changes.js';
import { ViewTabs } from './views/view-tabs.js';

/** The list of a sub-project with its views, filters, table or board, and what is done to many at once. */
export function ProcessList({ schema, views }: { schema: Schema; views: AnswerOf<'getViews'> }) {
  const list = useListContext(schema, views.views);
  return (
    <ListProvider value={list}>
      <Content list={list} views={views} />
    </ListProvider>
  );
}

type Dialogs = 'columns' | 'view' | undefined;

function Content({ list, views }: { list: ListContext; views: AnswerOf<'getViews'> }) {
  const m = messages.use();
  const { schema, settings, change } = list;
  const search = useListSearch();
  const show = useShow(schema.subProjectId);
  const [dialog, setDialog] = useState<Dialogs>();
  const [total, setTotal] = useState<number>();
  const [startedBulk, setStartedBulk] = useState<string>();
  const [picked, setPicked] = useState({ filters: settings.filters, selection: nothingSelected as Selection });
  // What was selected under other conditions is not selected any more.
  const selection = picked.filters === settings.filters ? picked.selection : nothingSelected;
  const select = (next: Selection) => setPicked({ filters: settings.filters, selection: next });
  const view = views.views.find(({ id }) => id === search.view);
  const isBoard = settings.grouping === 'board';
  return (
    <div className={page.page}>
      <PageHead title={schema.name} beside={<Totals count={total} />}>
        <a
          className={`${lookOf({ look: 'quiet' })} ${page.tool}`}
          title={m.export}
          href={`v1/process/exportProcesses?format=csv&filters=${encodeURIComponent(requestFilters(schema.subProjectId, settings.filters))}`}
          download
        >
          <Icon of={Download} />
          <span>{m.export}</span>
        </a>
        {schema.create && <ImportLink subProjectId={schema.subProjectId} />}
        {schema.create && (
          <Link
            to="/processes/$subProjectId/new"
            params={{ subProjectId: schema.subProjectId }}
            className={`${lookOf({ look: 'primary' })} ${page.tool}`}
            title={m.newProcess}
          >
            <Icon of={Plus} />
            <span>{m.newProcess}</span>
          </Link>
        )}
      </PageHead>
      <ViewTabs views={views.views} onNew={() => setDialog('view')} />
      <div className={styles.bar}>
        <div className={styles.chips}>
          <FilterChips />
          <ViewChanges view={view} onSaveAs={() => setDialog('view')} />
        </div>
        <div className={styles.tools}>
          <Segments
            label={m.layout}
            items={[
              { id: 'table', label: m.table, icon: Rows3 },
              { id: 'board', label: m.board, icon: Kanban },
            ]}
            selected={settings.grouping}
            onSelect={(grouping) => change({ grouping })}
          />
          {isBoard ? (
            <BoardBy />
          ) : (
            <Button look="quiet" size="small" icon={Columns3} onClick={() => setDialog('columns')}>
              {m.chooseColumns}
            </Button>
          )}
        </div>
      </div>
      {view?.incomplete === true && (
        <div className={page.note}>
          <Note>{m.incomplete}</Note>
        </div>
      )}
      <RunningBulk started={startedBulk} />
      {isBoard ? (
        <Board onTotal={setTotal} />
      ) : (
        <ProcessTable
          key={JSON.stringify([settings.filters, settings.sort])}
          total={total}
          selection={selection}
          onSelection={select}
          onTotal={setTotal}
        />
      )}
      {!isBoard && sizeOf(selection, total ?? 0) > 0 && (
        <BulkBar selection={selection} total={total ?? 0} onSelection={select} onStarted={setStartedBulk} />
      )}
      {dialog === 'columns' && <ColumnsDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'view' && (
        <SaveViewDialog
          mayShare={views.mayShare}
          onClose={() => setDialog(undefined)}
          onSaved={({ id }) => {
            setDialog(undefined);
            show({ view: id }, true);
          }}
        />
      )}
    </div>
  );
}

function ImportLink({ subProjectId }: { subProjectId: string }) {
  const m = messages.use();
  return (
    <Link
      to="/import"
      search={{ subProject: subProjectId }}
      className={`${lookOf({ look: 'quiet' })} ${page.tool}`}
      title={m.import}
    >
      <Icon of={Upload} />
      <span>{m.import}</span>
    </Link>
  );
}

function BoardBy() {
  const m = messages.use();
  const { settings, change } = useList();
  return (
    <Segments
      label={m.boardBy}
      items={[
        { id: 'state', label: m.state },
        { id: 'stageKey', label: m.stage },
      ]}
      selected={settings.groupBy === 'stageKey' ? 'stageKey' : 'state'}
      onSelect={(groupBy) => change({ groupBy })}
    />
  );
}

/** "28 of 1,232": what is shown, of what there is. */
function Totals({ count }: { count: number | undefined }) {
  const m = messages.use();
  const locale = useLocale();
  const all = useTotal({});
  if (count === undefined || all === undefined) return null;
  const shown = figure(count, locale);
  return (
    <span className="t3 t13 num">
      {count === all ? shown : m.ofTotal({ count: shown, total: figure(all, locale) })}
    </span>
  );
}
