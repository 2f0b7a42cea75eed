import { CircleDot, Download, Pencil, Play, User, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../../frame/keys.js';
import { filterOf, nothingSelected, type Selection, sizeOf } from '../../list/selection.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Button, IconButton, lookOf } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { isEditable } from '../edit/choices.js';
import { messages } from '../messages/index.gen.js';
import { requestFilters, useList } from '../model/list-context.js';
import styles from './bulk-bar.module.css';
import { BulkDialog } from './bulk-dialog.js';

const RunDialog = lazy(() => import('./run-dialog.js').then(({ RunDialog: component }) => ({ default: component })));

export interface BulkBarProps {
  readonly selection: Selection;
  readonly total: number;
  onSelection(selection: Selection): void;
  /** A bulk operation of this id began. */
  onStarted(bulkId: string): void;
}

/** What may be done to everything that is selected. */
export function BulkBar({ selection, total, onSelection, onStarted }: BulkBarProps) {
  const m = messages.use();
  const locale = useLocale();
  const { schema, keys, settings } = useList();
  const [key, setKey] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const count = sizeOf(selection, total);
  const filters = filterOf(selection, settings.filters);
  const editable = [...keys.values()].filter((one) => schema.update && isEditable(one));
  const person = editable.find(({ kind }) => kind === 'user');
  const hasState = editable.some(({ kind }) => kind === 'state');
  const field = editable.find(({ key: one }) => one.startsWith('fields.'));
  const begun = (bulkId: string) => {
    setKey(undefined);
    setRunning(false);
    onSelection(nothingSelected);
    onStarted(bulkId);
  };
  useKeys([{ keys: 'Escape', label: m.clearSelection, group: m.title, run: () => onSelection(nothingSelected) }]);
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={m.selected({ count: figure(count, locale) })}>
        <span className="b6 num">{m.selected({ count: figure(count, locale) })}</span>
        {count < total && (
          <button type="button" className={styles.all} onClick={() => onSelection({ kind: 'all', without: new Set() })}>
            {m.matchAll({ total: figure(total, locale) })}
          </button>
        )}
        <span className="sep" />
        {field !== undefined && (
          <Button look="quiet" icon={Pencil} onClick={() => setKey(field.key)}>
            {m.setField}
          </Button>
        )}
        {hasState && (
          <Button look="quiet" icon={CircleDot} onClick={() => setKey('state')}>
            {m.setState}
          </Button>
        )}
        {person !== undefined && (
          <Button look="quiet" icon={User} onClick={() => setKey(person.key)}>
            {m.assign}
          </Button>
        )}
        {schema.workflows.length > 0 && (
          <Button look="quiet" icon={Play} onClick={() => setRunning(true)}>
            {m.runMany}
          </Button>
        )}
        <a
          className={lookOf({ look: 'quiet' })}
          href={`v1/process/exportProcesses?format=csv&filters=${encodeURIComponent(requestFilters(schema.subProjectId, filters))}`}
          download
        >
          <Icon of={Download} />
          {m.export}
        </a>
        <span className="sep" />
        <IconButton icon={X} label={m.clearSelection} onClick={() => onSelection(nothingSelected)} />
      </div>
      {key !== undefined && (
        <BulkDialog
          count={count}
          filters={filters}
          keys={editable}
          first={key}
          onClose={() => setKey(undefined)}
          onStarted={begun}
        />
      )}
      {isRunning && (
        <Suspense>
          <RunDialog count={count} filters={filters} onClose={() => setRunning(false)} onStarted={begun} />
        </Suspense>
      )}
    </>
  );
}
