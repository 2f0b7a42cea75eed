import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../button/button.js';
import { messages } from '../messages/index.gen.js';

const SHOWN_MS = 1500;

/** A button that copies a text, and says that it did. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const m = messages.use();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <IconButton
        size="small"
        icon={isCopied ? Check : Copy}
        label={isCopied ? m.copied : (label ?? m.copy)}
        onClick={() => void copy()}
      />
      <span className="vh" aria-live="polite">
        {isCopied ? m.copied : ''}
      </span>
    </>
  );
}

/** The end of an id, which is what differs between ids of the same day; the whole one is copied. */
export const ShortId = ({ id }: { id: string }) => (
  <span className="row row-4 id" title={id}>
    {id.length > 13 ? `${id.slice(0, 4)}…${id.slice(-6)}` : id}
    <CopyButton text={id} />
  </span>
);
