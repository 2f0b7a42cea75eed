import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FlowModel } from '../../diagram/flow-model.js';
import { IconButton } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import styles from './diagram.module.css';
import type { DiagramViewer, Marks } from './viewer.js';

export interface DiagramViewProps {
  /** The BPMN file. */
  readonly bpmn: string;
  readonly marks: Marks;
  onSelect(id: string | undefined): void;
  /** The flow of the file, as soon as it is drawn. */
  onModel(model: FlowModel): void;
  /** A token was dragged to another element. Absent: tokens cannot be dragged. */
  readonly onMove?: ((from: string, to: string) => void) | undefined;
}

/** A diagram that can be moved and enlarged. The outline says the same to those who do not see it. */
export function DiagramView({ bpmn, marks, onSelect, onModel, onMove }: DiagramViewProps) {
  const m = messages.use();
  const container = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<DiagramViewer>();
  const [error, setError] = useState<unknown>();
  const [isWithout, setWithout] = useState(false);
  const listeners = useRef({ onSelect, onModel, onMove });
  useEffect(() => {
    listeners.current = { onSelect, onModel, onMove };
  });
  useEffect(() => {
    if (container.current === null) return;
    const place = container.current;
    let drawn: DiagramViewer | undefined;
    let isGone = false;
    const draw = async () => {
      const { createViewer } = await import('./viewer.js');
      if (isGone) return;
      const created = createViewer(place, {
        onSelect: (id) => listeners.current.onSelect(id),
        onMove: (from, to) => listeners.current.onMove?.(from, to),
      });
      drawn = created;
      const { model, isDrawn } = await created.open(bpmn);
      if (isGone) return;
      listeners.current.onModel(model);
      setError(undefined);
      if (isDrawn) setViewer(created);
      setWithout(!isDrawn);
    };
    draw().catch((cause: unknown) => {
      if (!isGone) setError(cause);
    });
    return () => {
      isGone = true;
      setViewer(undefined);
      drawn?.destroy();
    };
  }, [bpmn]);
  const canMove = onMove !== undefined;
  useEffect(() => {
    const words = {
      tokens: (count: number) => m.tokens({ count }),
      incidents: (count: number) => m.incidentCount({ count }),
    };
    viewer?.mark(marks, words, canMove);
  }, [viewer, marks, m, canMove]);
  return (
    <div className={styles.view}>
      <section ref={container} className={styles.drawing} aria-label={m.diagram} />
      {viewer === undefined && error === undefined && !isWithout && <StillWorking />}
      {isWithout && <Note>{m.withoutDrawing}</Note>}
      {error !== undefined && <ProblemView error={error} title={m.notDrawn} />}
      {viewer !== undefined && (
        <div className={styles.tools}>
          <IconButton size="small" icon={ZoomIn} label={m.zoomIn} onClick={() => viewer.zoom('in')} />
          <IconButton size="small" icon={ZoomOut} label={m.zoomOut} onClick={() => viewer.zoom('out')} />
          <IconButton size="small" icon={Maximize} label={m.zoomFit} onClick={() => viewer.zoom('fit')} />
        </div>
      )}
    </div>
  );
}
