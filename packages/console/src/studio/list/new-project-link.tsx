import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMe } from '../../session/session.js';
import { lookOf } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';

/** The way to a new project, for those who may create one. */
export function NewProjectLink() {
  const m = messages.use();
  const { administrator } = useMe();
  if (!administrator) return null;
  return (
    <Link to="/design/new" className={lookOf({})}>
      <Icon of={Plus} />
      {m.newProject}
    </Link>
  );
}
