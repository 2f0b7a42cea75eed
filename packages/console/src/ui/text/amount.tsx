import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';

/** A figure with an optional currency after it, which is quieter. */
export function Amount({ value, currency, decimals }: { value: number; currency?: string; decimals?: number }) {
  const locale = useLocale();
  const digits = decimals ?? (currency === undefined ? undefined : 2);
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (
    <span className="num">
      {figure(value, locale, options)}
      {currency !== undefined && <span className="t3"> {currency}</span>}
    </span>
  );
}
