import type { Problem } from '@millrace/contract';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy/copy.js';
import { messages as uiMessages } from '../messages/index.gen.js';
import { messages } from '../reason/messages/index.gen.js';
import styles from './feedback.module.css';

/** An error answer in the language of the person, with the details that the server gives, which are in English. */
export async function textOf(problem: Problem) {
  const m = await messages.load();
  const { title, detail, code, traceId, errors = [] } = problem;
  const summary = m.reason({ code }) || `${title}.`;
  const more = (
    <>
      {detail !== summary && <p lang="en">{detail}</p>}
      {errors.length > 0 && (
        <ul className={styles.pointers}>
          {errors.map(({ pointer, detail: text }) => (
            <li key={`${pointer} ${text}`}>
              {m.about({ member: memberOf(pointer), pointer, detail: text, code: asCode, said: inEnglish })}
            </li>
          ))}
        </ul>
      )}
      <Ids code={code} traceId={traceId} />
    </>
  );
  return { summary, more };
}

/** The member of the request itself that a pointer names; what is deeper in it is named by its pointer. */
const memberOf = (pointer: string) => /^\/(\w+)$/.exec(pointer)?.[1] ?? '';
const asCode = (pointer: ReactNode) => <span className="mono">{pointer}</span>;
const inEnglish = (text: ReactNode) => <span lang="en">{text}</span>;

function Ids({ code, traceId }: { code: string; traceId: string }) {
  const m = uiMessages.use();
  return (
    <div className={styles.trace}>
      <span className="mono">{code}</span>
      {traceId !== '' && (
        <span className="row row-4">
          {m.trace} <span className="mono">{traceId}</span>
          <CopyButton text={traceId} label={m.copyTrace} />
        </span>
      )}
    </div>
  );
}
