import type { ReactNode } from 'react';
import { PageHead } from '../../frame/page-head.js';
import styles from './gallery.module.css';

/** Each x.gallery.tsx exports functions that render samples; their names are the headings. */
const modules = import.meta.glob<Record<string, () => ReactNode>>('../../**/*.gallery.tsx', { eager: true });

const sections = Object.values(modules)
  .flatMap((samples) => Object.entries(samples))
  .toSorted(([a], [b]) => a.localeCompare(b));

export const GalleryPage = () => (
  <>
    <PageHead title="Gallery" />
    <div className={`scroll ${styles.page}`}>
      {sections.map(([name, Samples]) => (
        <section key={name} className={styles.card} aria-labelledby={`gallery-${name}`}>
          <h2 id={`gallery-${name}`} className={styles.name}>
            {name}
          </h2>
          <div className={styles.body}>
            <Samples />
          </div>
        </section>
      ))}
    </div>
  </>
);
