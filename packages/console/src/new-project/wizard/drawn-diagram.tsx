import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { useEffect, useRef, useState } from 'react';
import { type BpmnElement, flowModelOf } from '../../diagram/flow-model.js';
import { diagramLook } from '../../diagram/look.js';
import { outlineOf } from '../../diagram/outline.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { messages } from '../messages/index.gen.js';
import styles from '../new-project.module.css';
import type { DrawingProps } from './drawing.js';

interface Canvas {
  zoom(level: number | 'fit-viewport', center: 'auto'): number;
}

/** The drawing, and the names of its steps for people who do not see it. */
export function DrawnDiagram({ label, bpmn }: DrawingProps) {
  const m = messages.use();
  const place = useRef<HTMLDivElement>(null);
  const [steps, setSteps] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (place.current === null) return;
    const viewer = new NavigatedViewer({
      container: place.current,
      ...diagramLook,
    } as ConstructorParameters<typeof NavigatedViewer>[0]);
    let isGone = false;
    viewer.importXML(bpmn).then(
      () => {
        if (isGone) return;
        const canvas = viewer.get<Canvas>('canvas');
        canvas.zoom(Math.min(1, canvas.zoom('fit-viewport', 'auto') * 0.96), 'auto');
        const model = flowModelOf(viewer.getDefinitions() as BpmnElement);
        setSteps(
          outlineOf(model)
            .filter(({ kind }) => kind === 'element')
            .flatMap(({ elementId }) => model.elements.get(elementId)?.name || []),
        );
      },
      (cause: unknown) => {
        if (!isGone) setError(cause);
      },
    );
    return () => {
      isGone = true;
      viewer.destroy();
    };
  }, [bpmn]);
  return (
    <>
      {error !== undefined && <ProblemView error={error} />}
      <section ref={place} className={styles.canvas} aria-label={label} />
      <ol className="vh" aria-label={m.stepsOf({ name: label })}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}
