import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useMe } from '../../session/session.js';
import { Icon } from '../../ui/icon/icon.js';
import { When } from '../../ui/text/when.js';
import { iconOf, stateWord } from '../hits/hit-look.js';
import { HitTitle, Marked, otherMatches } from '../hits/marked.js';
import { type Hit, hrefOf, placeOf } from '../hits/places.js';
import { noteRecent } from '../hits/recents.js';
import { messages } from '../messages/index.gen.js';
import styles from './search-page.module.css';

/** A hit: its name, the texts that match, and where it is. */
export function HitRow({ hit }: { hit: Hit }) {
  const m = messages.use();
  const router = useRouter();
  const { user, subProjects } = useMe();
  const place = placeOf(router, hit);
  const subProject = subProjects.find(({ id }) => id === hit.subProjectId)?.name;
  const open = (event: MouseEvent) => {
    if (place === undefined) return;
    noteRecent(user.id, { source: hit.source, id: hit.id, title: hit.title ?? hit.id, place });
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(hrefOf(place));
  };
  return (
    <li className={styles.hit}>
      <Icon of={iconOf(hit.source)} />
      <div className={styles.hitText}>
        <div className="row">
          {place === undefined ? (
            <span className="b5">
              <HitTitle hit={hit} />
            </span>
          ) : (
            <a className={styles.hitTitle} href={hrefOf(place)} onClick={open}>
              <HitTitle hit={hit} />
            </a>
          )}
          {hit.state !== null && <span className="t12 t2">{stateWord(hit.state)}</span>}
        </div>
        {otherMatches(hit).map(({ field, text, ranges }) => (
          <div key={field} className={styles.match}>
            {hit.source !== 'comment' && <span className="t3">{field} </span>}
            <Marked text={text} ranges={ranges} />
          </div>
        ))}
        <div className="t12 t3">
          {m.source({ source: hit.source })}
          {subProject !== undefined && ` · ${subProject}`} · <When at={hit.createdTs} />
        </div>
      </div>
    </li>
  );
}
