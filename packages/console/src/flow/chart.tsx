import type { AnswerOf } from '../api/call.js';
import { figure } from '../messages/instants.js';
import { useLocale } from '../messages/locale.js';
import { ColumnHead, figureCell, Table } from '../ui/table/table.js';
import styles from './chart.module.css';
import { messages } from './messages/index.gen.js';
import { areaOf, layersOf } from './model/layers.js';
import { Swatch, swatchClass } from './swatch.js';

const WIDTH = 1000;
const HEIGHT = 220;

export interface ChartProps {
  readonly statistics: AnswerOf<'getProcessStatistics'>;
  /** How people call a state or stage. */
  nameOf(value: string): string;
}

/** How many processes were in each state or stage, as areas and as a table of the same numbers. */
export function Chart({ statistics: { values, buckets }, nameOf }: ChartProps) {
  const m = messages.use();
  const locale = useLocale();
  const known = values.map(({ value }) => value);
  const { layers, highest } = layersOf(known, buckets);
  const day = (at: string) => m.day({ at });
  const [first, last] = [buckets[0], buckets.at(-1)];
  return (
    <div className={styles.chart}>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          <span>{figure(highest, locale)}</span>
          <span>{figure(0, locale)}</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={m.chart({ count: highest })}
        >
          {layers.map((layer, at) => (
            <path key={layer.value} d={areaOf(layer, highest, WIDTH, HEIGHT)} className={swatchClass(at)} />
          ))}
          {buckets.map(({ startTs, values: inside }, at) => (
            <rect
              key={startTs}
              x={(at * WIDTH) / buckets.length}
              y={0}
              width={WIDTH / buckets.length}
              height={HEIGHT}
              className={styles.part}
            >
              <title>
                {[day(startTs), ...inside.map((one) => `${nameOf(one.value)}: ${figure(one.inside, locale)}`)].join(
                  '\n',
                )}
              </title>
            </rect>
          ))}
        </svg>
        {first !== undefined && last !== undefined && (
          <div className={styles.times} aria-hidden="true">
            <span>{day(first.startTs)}</span>
            {buckets.length > 1 && <span>{day(last.startTs)}</span>}
          </div>
        )}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {known.map((value, at) => (
          <li key={value}>
            <Swatch at={at} /> {nameOf(value)}
          </li>
        ))}
      </ul>
      <details className={styles.numbers}>
        <summary>{m.asTable}</summary>
        <Table aria-label={m.inside} scrollLabel={m.asTable} density="dense">
          <thead>
            <tr>
              <ColumnHead>{m.from}</ColumnHead>
              {known.map((value) => (
                <ColumnHead key={value} isFigure>
                  {nameOf(value)}
                </ColumnHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets.toReversed().map(({ startTs, values: inside }) => (
              <tr key={startTs}>
                <td>{day(startTs)}</td>
                {known.map((value) => (
                  <td key={value} className={figureCell}>
                    {figure(inside.find((one) => one.value === value)?.inside ?? 0, locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  );
}
