import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { ColumnHead, figureCell, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import type { ElementNumbers } from './heat.js';
import styles from './heat.module.css';
import { messages } from './messages/index.gen.js';
import { tookText } from './number-text.js';
import { kinds } from './search.js';

export interface ElementTableProps {
  readonly elements: readonly ElementNumbers[];
  /** Ids of the elements in the order of the diagram. */
  readonly order: readonly string[];
  nameOf(id: string): string;
  readonly selected: string | undefined;
  /** Lists the runs behind a number. */
  onShow(elementId: string, kind: (typeof kinds)[number]): void;
}

/** The numbers of each element, as the diagram shows them; a count leads to the runs that it counts. */
export function ElementTable({ elements, order, nameOf, selected, onShow }: ElementTableProps) {
  const m = messages.use();
  const locale = useLocale();
  const place = new Map(order.map((id, at) => [id, at]));
  const sorted = elements.toSorted((a, b) => (place.get(a.elementId) ?? 0) - (place.get(b.elementId) ?? 0));
  return (
    <Table aria-label={m.elements} scrollLabel={m.numbers} density="dense">
      <thead>
        <tr>
          <ColumnHead>{m.element}</ColumnHead>
          <ColumnHead isFigure>{m.measureOf({ measure: 'waiting' })}</ColumnHead>
          <ColumnHead>{m.oldest}</ColumnHead>
          <ColumnHead isFigure>{m.measureOf({ measure: 'passed' })}</ColumnHead>
          <ColumnHead isFigure>{m.cancelled}</ColumnHead>
          <ColumnHead isFigure>{m.measureOf({ measure: 'median' })}</ColumnHead>
          <ColumnHead isFigure>{m.measureOf({ measure: 'p90' })}</ColumnHead>
          <ColumnHead isFigure>{m.longest}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {sorted.map((one) => {
          const counts = kinds.map((kind) => (
            <td key={kind} className={figureCell}>
              {one[kind] === 0 ? (
                '0'
              ) : (
                <button
                  type="button"
                  className={styles.count}
                  aria-label={m.runsAt({ kind, count: one[kind], name: nameOf(one.elementId) })}
                  onClick={() => onShow(one.elementId, kind)}
                >
                  {figure(one[kind], locale)}
                </button>
              )}
            </td>
          ));
          return (
            <tr key={one.elementId} aria-selected={one.elementId === selected} className={styles.row}>
              <td className="b5">{nameOf(one.elementId)}</td>
              {counts[0]}
              <td>{one.oldestTs === null ? '–' : <When at={one.oldestTs} />}</td>
              {counts.slice(1)}
              {[one.medianMs, one.p90Ms, one.longestMs].map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand still
                <td key={at} className={figureCell}>
                  {tookText(value, locale)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
