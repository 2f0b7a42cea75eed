import { History, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { useLocale } from '../../messages/locale.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { clockTime } from '../model/clock-time.js';
import type { TimelineEntry } from './replay.js';
import styles from './scrubber.module.css';

export interface ScrubberProps {
  readonly entries: readonly TimelineEntry[];
  /** How many entries have happened at the moment that is shown. */
  readonly at: number;
  /** Undefined: the present. */
  onChange(at: number | undefined): void;
}

const STEP_MS = 700;

/** Chooses the moment at which the run is shown: a slider over its timeline. */
export function Scrubber({ entries, at, onChange }: ScrubberProps) {
  const m = messages.use();
  const locale = useLocale();
  const [isPlaying, setPlaying] = useState(false);
  const last = entries.length;
  const isPast = at < last;
  const go = (to: number) => onChange(to >= last ? undefined : Math.max(1, to));
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => {
      onChange(at + 1 >= last ? undefined : at + 1);
      if (at + 1 >= last) setPlaying(false);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, onChange]);
  const play = () => {
    if (!isPast) go(1);
    setPlaying(!isPlaying);
  };
  const entry = entries[at - 1];
  if (entry === undefined) return null;
  const time = clockTime(new Date(entry.at), locale);
  return (
    <section className={styles.scrubber} aria-label={m.moment}>
      <div className={styles.line}>
        <IconButton size="small" icon={SkipBack} label={m.toStart} onClick={() => go(1)} />
        <IconButton
          size="small"
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? m.pause : m.replay}
          onClick={play}
        />
        <IconButton size="small" icon={SkipForward} label={m.toNow} onClick={() => go(last)} />
        <span className="t13 b5 num">{time}</span>
        <span className="t12 t3 num">{m.entryOf({ at, total: last })}</span>
        {isPast && (
          <span className={styles.past}>
            <Badge tone="accent">
              <Icon of={History} size={12} />
              {m.lookingBack}
            </Badge>
            <Button look="quiet" size="small" onClick={() => go(last)}>
              {m.backToNow}
            </Button>
          </span>
        )}
      </div>
      <input
        type="range"
        className={styles.slider}
        style={{ '--done': `${last < 2 ? 100 : ((at - 1) / (last - 1)) * 100}%` } as CSSProperties}
        min={1}
        max={Math.max(1, last)}
        value={at}
        aria-label={m.moment}
        aria-valuetext={`${time}, ${m.entryOf({ at, total: last })}`}
        onChange={({ target }) => {
          setPlaying(false);
          go(Number(target.value));
        }}
      />
      <div className={`${styles.ends} t11 t3 num`}>
        <span>{clockTime(new Date(entries[0]?.at ?? entry.at), locale)}</span>
        <span>{clockTime(new Date(entries.at(-1)?.at ?? entry.at), locale)}</span>
      </div>
    </section>
  );
}
