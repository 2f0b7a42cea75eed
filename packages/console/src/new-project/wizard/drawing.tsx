import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import styles from '../new-project.module.css';

const DrawnDiagram = lazy(() =>
  import('./drawn-diagram.js').then(({ DrawnDiagram: component }) => ({ default: component })),
);

export interface DrawingProps {
  readonly label: string;
  readonly bpmn: string;
}

/** A diagram that is only looked at; what draws it is loaded with it. */
export const Drawing = (props: DrawingProps) => (
  <div className={styles.drawing}>
    <Suspense fallback={<SkeletonRows count={3} />}>
      <DrawnDiagram {...props} />
    </Suspense>
  </div>
);
