import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

/** Names and values: what is known about one thing. */
export const Facts = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {items.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
