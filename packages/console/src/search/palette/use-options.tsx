import { useRouter } from '@tanstack/react-router';
import { ArrowRight, Command, Search } from 'lucide-react';
import { useKeyBindings } from '../../frame/keys.js';
import { useSubProject } from '../../frame/sub-project.js';
import { useMe } from '../../session/session.js';
import { Kbd } from '../../ui/text/kbd.js';
import { iconOf, stateWord } from '../hits/hit-look.js';
import { HitTitle, Marked, otherMatches } from '../hits/marked.js';
import { type Hit, hrefOf, placeOf } from '../hits/places.js';
import { noteRecent, type Recent, readRecents } from '../hits/recents.js';
import { messages } from '../messages/index.gen.js';
import { matches, type Option } from './options.js';
import styles from './palette.module.css';
import { useFound } from './use-found.js';

const MOST_HITS = 8;

/** Everything that the palette offers for what is typed. */
export function useOptions(typed: string): { readonly options: readonly Option[]; readonly isBusy: boolean } {
  const m = messages.use();
  const commandsOnly = typed.startsWith('>');
  const query = (commandsOnly ? typed.slice(1) : typed).trim();
  const commands = useCommands(query);
  const { options: hits, isBusy } = useHitOptions(commandsOnly ? '' : query);
  const recents = useRecentOptions();
  const router = useRouter();
  if (commandsOnly) return { options: commands, isBusy: false };
  if (query === '') return { options: [...recents, ...commands], isBusy: false };
  const href = hrefOf(`search?q=${encodeURIComponent(query)}`);
  const all: Option = {
    id: 'all',
    group: m.searchFor,
    icon: Search,
    content: m.searchAll({ query }),
    href,
    run: () => router.history.push(href),
  };
  const isHere = ({ group }: Option) => group === m.here;
  const elsewhere = commands.filter((option) => !isHere(option));
  return { options: [...commands.filter(isHere), ...hits, ...elsewhere, all], isBusy };
}

/** The keys of the page and of the frame, as commands. */
function useCommands(query: string): readonly Option[] {
  const m = messages.use();
  const bindings = useKeyBindings().filter(({ keys, label, isOn }) => {
    return isOn !== false && keys !== 'mod+k' && matches(label, query);
  });
  const seen = new Set<string>();
  return bindings
    .toReversed()
    .filter(({ keys }) => !seen.has(keys) && seen.add(keys))
    .reverse()
    .map(({ keys, label, run }) => ({
      id: `key ${keys}`,
      group: keys.startsWith('g ') ? m.goTo : m.here,
      icon: keys.startsWith('g ') ? ArrowRight : Command,
      content: label,
      end: <KeysOf keys={keys} />,
      run: () => run(new KeyboardEvent('keydown')),
    }))
    .toSorted((a, b) => Number(a.group === m.goTo) - Number(b.group === m.goTo));
}

const KeysOf = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keys.split(' ').map((key) => (
      <Kbd key={key}>{key.replace('mod+', 'Ctrl ').replace('shift+', 'Shift ').toUpperCase()}</Kbd>
    ))}
  </span>
);

function useHitOptions(query: string): { readonly options: readonly Option[]; readonly isBusy: boolean } {
  const m = messages.use();
  const router = useRouter();
  const { user, subProjects } = useMe();
  const chosen = useSubProject();
  const { hits, isBusy } = useFound(query, MOST_HITS);
  const nameOf = (id: string) => (chosen === undefined ? subProjects.find((one) => one.id === id)?.name : undefined);
  const options = hits.flatMap((hit): Option[] => {
    const place = placeOf(router, hit);
    if (place === undefined) return [];
    const href = hrefOf(place);
    const recent: Recent = { source: hit.source, id: hit.id, title: hit.title ?? hit.id, place };
    return [
      {
        id: hit.id,
        group: m.found,
        icon: iconOf(hit.source),
        content: <HitLine hit={hit} subProject={nameOf(hit.subProjectId)} />,
        end: hit.state === null ? undefined : <span className="t12 t2">{stateWord(hit.state)}</span>,
        href,
        run: () => {
          noteRecent(user.id, recent);
          router.history.push(href);
        },
      },
    ];
  });
  return { options, isBusy };
}

function HitLine({ hit, subProject }: { hit: Hit; subProject: string | undefined }) {
  const m = messages.use();
  const [match] = otherMatches(hit);
  return (
    <>
      <HitTitle hit={hit} />
      <span className={styles.beside}>
        {match === undefined ? m.source({ source: hit.source }) : <Marked {...match} />}
        {subProject !== undefined && ` · ${subProject}`}
      </span>
    </>
  );
}

function useRecentOptions(): readonly Option[] {
  const m = messages.use();
  const router = useRouter();
  const { user } = useMe();
  return readRecents(user.id).map((recent) => ({
    id: `recent ${recent.id}`,
    group: m.recent,
    icon: iconOf(recent.source),
    content: (
      <>
        {recent.title}
        <span className={styles.beside}>{m.source({ source: recent.source })}</span>
      </>
    ),
    href: hrefOf(recent.place),
    run: () => {
      noteRecent(user.id, recent);
      router.history.push(hrefOf(recent.place));
    },
  }));
}
