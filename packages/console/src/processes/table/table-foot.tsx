import type { Window } from '../../list/window.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Kbd } from '../../ui/text/kbd.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import { valueIn } from '../model/schema.js';
import type { Rows } from '../model/use-rows.js';
import styles from './table.module.css';

/** Which rows are seen, the keys, and the sums where every row is there. */
export function TableFoot({ shown, total, rows }: { shown: Window; total: number; rows: Rows | undefined }) {
  const m = messages.use();
  const locale = useLocale();
  if (total === 0) return null;
  const from = Math.min(total, shown.first + 1);
  const range = {
    from: figure(from, locale),
    to: figure(Math.max(from, shown.last), locale),
    total: figure(total, locale),
  };
  return (
    <footer className={styles.foot}>
      <span className="num">{m.range(range)}</span>
      <span>
        <Kbd>Enter</Kbd> {m.open}, {m.edit}
      </span>
      <span>
        <Kbd>{m.space}</Kbd> {m.preview}
      </span>
      <span>
        <Kbd>X</Kbd> {m.select}
      </span>
      {rows !== undefined && <Sums rows={rows} total={total} />}
    </footer>
  );
}

/** The sum of the first amount, one for each currency. */
function Sums({ rows, total }: { rows: Rows; total: number }) {
  const m = messages.use();
  const locale = useLocale();
  const { columns } = useList();
  const of = columns.find(({ key }) => key.kind === 'number' && key.unit !== undefined)?.key;
  if (of === undefined) return null;
  const sums = new Map<string, number>();
  for (let index = 0; index < total; index += 1) {
    const process = rows.rowAt(index);
    if (process === undefined) continue;
    const value = valueIn(process, of.key);
    if (typeof value !== 'number') continue;
    const unit = String(valueIn(process, `fields.${of.unit}`) ?? '');
    sums.set(unit, (sums.get(unit) ?? 0) + value);
  }
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return (
    <span className={styles.sums}>
      {m.sum}
      {[...sums].map(([unit, sum]) => (
        <b key={unit} className="num">
          {figure(sum, locale, digits)} {unit}
        </b>
      ))}
    </span>
  );
}
