import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useKeys } from '../../frame/keys.js';
import { closeToast, type Toast, useToasts } from '../../frame/toasts.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './toasts.module.css';

/** Sentences at the bottom, which a screen reader reads when they appear. */
export function Toasts() {
  const m = messages.use();
  const toasts = useToasts();
  return (
    <section className={styles.region} aria-label={m.notices} aria-live="polite">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastView({ toast }: { toast: Toast }) {
  const m = messages.use();
  const { id, text, tone, stays, action } = toast;
  const end = useEffectEvent(() => {
    closeToast(id);
    toast.onTimeout?.();
  });
  useEffect(() => {
    if (stays === 0) return;
    const timer = setTimeout(end, stays);
    return () => clearTimeout(timer);
  }, [stays]);
  const act = () => {
    closeToast(id);
    action?.run();
  };
  useKeys(action?.key === undefined ? [] : [{ keys: action.key, label: action.label, group: m.notices, run: act }]);
  return (
    <div className={`${styles.toast} ${tone === 'plain' ? '' : `state-${tone === 'done' ? 'completed' : 'failed'}`}`}>
      {tone !== 'plain' && <Icon of={tone === 'done' ? Check : CircleAlert} className={styles.icon} />}
      <span className="grow">{text}</span>
      {action !== undefined && (
        <Button look="quiet" size="small" shortcut={action.key} onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton size="small" icon={X} label={m.close} onClick={() => closeToast(id)} />
      {stays > 0 && action !== undefined && (
        <span className={styles.time} style={{ animationDuration: `${stays}ms` }} />
      )}
    </div>
  );
}
