import { useEffect, useState } from 'react';
import { reasonOf } from './reason.js';

/** Why something did not happen, as text on the page. */
export function ReasonText({ error }: { error: unknown }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let isGone = false;
    void reasonOf(error)
      .catch(() => String(error))
      .then((reason) => !isGone && setText(reason));
    return () => {
      isGone = true;
    };
  }, [error]);
  return (
    <span className="danger-t t12" role="alert">
      {text}
    </span>
  );
}
