import { useEffect, useState } from 'react';
import { absoluteTime, relativeTime } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';

const TICK_MS = 30_000;

/** The present, which goes on while the component is shown. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** An instant as people say it, with date, time and zone in its title. */
export function When({ at }: { at: string | Date }) {
  const locale = useLocale();
  const instant = new Date(at);
  return (
    <time className="num" dateTime={instant.toISOString()} title={absoluteTime(instant, locale)}>
      {relativeTime(instant, useNow(), locale)}
    </time>
  );
}
