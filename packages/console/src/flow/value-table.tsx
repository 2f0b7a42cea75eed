import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../api/call.js';
import { figure } from '../messages/instants.js';
import { useLocale } from '../messages/locale.js';
import { timeSpent } from '../messages/time-spent.js';
import { ColumnHead, figureCell, Table } from '../ui/table/table.js';
import { When } from '../ui/text/when.js';
import styles from './flow.module.css';
import { messages } from './messages/index.gen.js';
import type { By, Counted } from './model/search.js';
import { Swatch } from './swatch.js';

export interface ValueTableProps {
  readonly subProjectId: string;
  readonly by: By;
  readonly values: AnswerOf<'getProcessStatistics'>['values'];
  /** How people call a state or stage. */
  nameOf(value: string): string;
  /** Lists the processes behind a number. */
  onShow(counted: Counted): void;
}

/** How many processes are in each state or stage, and how long they stay. The numbers of now lead to the list that they count. */
export function ValueTable({ subProjectId, by, values, nameOf, onShow }: ValueTableProps) {
  const m = messages.use();
  const locale = useLocale();
  const spent = (seconds: number | null) => (seconds === null ? '–' : timeSpent(seconds, locale));
  return (
    <Table aria-label={m.passing} scrollLabel={m.numbers}>
      <thead>
        <tr>
          <ColumnHead>{by === 'state' ? m.state : m.stage}</ColumnHead>
          <ColumnHead isFigure>{m.now}</ColumnHead>
          <ColumnHead>{m.oldest}</ColumnHead>
          <ColumnHead isFigure>{m.longerThanWeek}</ColumnHead>
          <ColumnHead isFigure>{m.entered}</ColumnHead>
          <ColumnHead isFigure>{m.left}</ColumnHead>
          <ColumnHead isFigure>{m.median}</ColumnHead>
          <ColumnHead isFigure>{m.p90}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {values.map(({ value, now, oldestTs, ages, entered, left, medianSeconds, p90Seconds }, at) => (
          <tr key={value}>
            <td className="b5">
              <span className={styles.name}>
                <Swatch at={at} /> {nameOf(value)}
              </span>
            </td>
            <td className={figureCell}>
              <Link
                to="/processes/$subProjectId"
                params={{ subProjectId }}
                search={{ filters: { [by]: value } }}
                aria-label={m.list({ value: nameOf(value), count: now })}
              >
                {figure(now, locale)}
              </Link>
            </td>
            <td>
              {oldestTs === null ? (
                '–'
              ) : (
                <Counting counted={{ value, of: 'now' }} onShow={onShow}>
                  <When at={oldestTs} />
                  <span className="vh">: {m.stays({ of: 'now', count: now, value: nameOf(value) })}</span>
                </Counting>
              )}
            </td>
            {[
              {
                of: 'now' as const,
                old: WEEK,
                count: ages.reduce((sum, age) => sum + (age.fromDays >= WEEK ? age.count : 0), 0),
              },
              { of: 'entered' as const, count: entered },
              { of: 'left' as const, count: left },
            ].map(({ count, ...counted }) => (
              <td key={counted.of} className={figureCell}>
                {count === 0 ? (
                  '0'
                ) : (
                  <Counting
                    counted={{ value, ...counted }}
                    label={m.stays({ of: counted.of, count, value: nameOf(value) })}
                    onShow={onShow}
                  >
                    {figure(count, locale)}
                  </Counting>
                )}
              </td>
            ))}
            <td className={figureCell}>{spent(medianSeconds)}</td>
            <td className={figureCell}>{spent(p90Seconds)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const WEEK = 7;

interface CountingProps {
  readonly counted: Counted;
  /** Has to hold what is shown. Absent: what is shown says it. */
  readonly label?: string;
  readonly children: ReactNode;
  onShow(counted: Counted): void;
}

/** A number that leads to the processes that it counts. */
const Counting = ({ counted, label, children, onShow }: CountingProps) => (
  <button type="button" className={styles.count} aria-label={label} onClick={() => onShow(counted)}>
    {children}
  </button>
);
