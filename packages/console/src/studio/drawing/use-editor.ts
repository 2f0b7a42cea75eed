import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocale } from '../../messages/locale.js';
import { createDiagramEditor, type DiagramEditor, type EditorState } from './diagram-editor.js';
import { drawingWords } from './drawing-words.js';

export interface OpenedEditor {
  readonly place: RefObject<HTMLDivElement | null>;
  /** Undefined until the diagram is drawn. */
  readonly editor: DiagramEditor | undefined;
  readonly state: EditorState;
  readonly selected: string | undefined;
  /** The file could not be drawn. */
  readonly error: unknown;
}

const UNCHANGED: EditorState = { canUndo: false, canRedo: false, changes: 0 };

/** A diagram drawn in an element of the page. */
export function useEditor(bpmn: string, isReadOnly: boolean): OpenedEditor {
  const words = drawingWords[useLocale()];
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<DiagramEditor>();
  const [state, setState] = useState(UNCHANGED);
  const [selected, setSelected] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (place.current === null) return;
    let isGone = false;
    const created = createDiagramEditor(place.current, {
      isReadOnly,
      translate: words,
      onChange: setState,
      onSelect: setSelected,
    });
    setError(undefined);
    setState(UNCHANGED);
    created.open(bpmn).then(
      () => {
        if (!isGone) setEditor(created);
      },
      (cause: unknown) => {
        if (!isGone) setError(cause);
      },
    );
    return () => {
      isGone = true;
      setEditor(undefined);
      setSelected(undefined);
      created.destroy();
    };
  }, [bpmn, isReadOnly, words]);
  return { place, editor, state, selected, error };
}
