import styles from './swatch.module.css';

/** Colours that lie beside each other in the chart; with more values than these they begin again. */
const colours = [styles.c0, styles.c1, styles.c2, styles.c3, styles.c4, styles.c5, styles.c6];

/** Class that fills with the colour of a value. @param at its place among the values */
export const swatchClass = (at: number): string => colours[at % colours.length] ?? '';

/** The colour of a value beside its name. */
export const Swatch = ({ at }: { readonly at: number }) => (
  <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
    <rect width="10" height="10" rx="2" className={swatchClass(at)} />
  </svg>
);
