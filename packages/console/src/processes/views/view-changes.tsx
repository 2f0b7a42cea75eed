import { Pin, PinOff } from 'lucide-react';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import styles from '../filter/filter-bar.module.css';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import { isChanged } from '../model/search.js';
import { settingsOfView, type View } from '../model/use-list-context.js';
import { useShow } from '../model/use-show.js';
import { requestOfView } from './request-of-view.js';

/** Says that the list shows something else than its view, and offers to keep it or to go back. */
export function ViewChanges({ view, onSaveAs }: { view: View | undefined; onSaveAs(): void }) {
  const m = messages.use();
  const { schema, settings } = useList();
  const show = useShow(schema.subProjectId);
  const save = useChange('saveView');
  const remove = useChange('deleteView');
  const reset = () => show(view === undefined ? {} : { view: view.id });
  const hasChanged = isChanged(settings, settingsOfView(view));
  /** Saves what is shown as the view. */
  const store = (
    { id: viewId, name, sharedWith, role }: View,
    pinned: boolean,
    { onSuccess }: { onSuccess(): void },
  ) => {
    const sharing = { sharedWith, ...(role === null ? {} : { role }) };
    save.mutate(
      { ...requestOfView(schema.subProjectId, settings), viewId, name, ...sharing, pinned },
      { onSuccess, onError: (error) => showFailure(error) },
    );
  };
  const keep = () => {
    if (view === undefined || !view.mayChange || view.incomplete) return onSaveAs();
    store(view, view.pinned, {
      onSuccess: () => {
        showToast({ text: m.viewSaved });
        reset();
      },
    });
  };
  if (hasChanged) {
    return (
      <>
        {view !== undefined && (
          <span className="t12 warn-t row row-4">
            <span className={styles.dot} />
            {m.changed}
          </span>
        )}
        <Button look="quiet" size="small" isBusy={save.isPending} onClick={keep}>
          {view?.mayChange === true ? m.save : m.saveAs}
        </Button>
        <Button look="quiet" size="small" onClick={reset}>
          {m.reset}
        </Button>
      </>
    );
  }
  if (view === undefined || !view.mayChange) return null;
  const pin = (pinned: boolean) =>
    store(view, pinned, { onSuccess: () => showToast({ text: pinned ? m.viewPinned : m.viewUnpinned }) });
  return (
    <>
      {!view.incomplete && (
        <Button
          look="quiet"
          size="small"
          icon={view.pinned ? PinOff : Pin}
          isBusy={save.isPending}
          onClick={() => pin(!view.pinned)}
        >
          {view.pinned ? m.unpinView : m.pinView}
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        isBusy={remove.isPending}
        onClick={() =>
          remove.mutate(
            { subProjectId: schema.subProjectId, viewId: view.id },
            {
              onSuccess: () => {
                showToast({ text: m.viewDeleted });
                show({});
              },
            },
          )
        }
      >
        {m.deleteView}
      </Button>
    </>
  );
}
