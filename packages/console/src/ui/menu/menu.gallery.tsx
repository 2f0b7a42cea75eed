import { ArrowRight, ChevronDown, CircleX, GitBranch, RotateCcw } from 'lucide-react';
import { Button } from '../button/button.js';
import { Sample } from '../gallery/sample.js';
import { Menu } from './menu.js';

const run = () => undefined;

export const menus = () => (
  <Sample name="Menu">
    <Menu
      label="Run"
      entries={[
        { kind: 'heading', id: 'run', label: 'Run' },
        { id: 'retry', label: 'Retry', icon: RotateCcw, shortcut: 'R', run },
        { id: 'move', label: 'Move token', icon: ArrowRight, run },
        { id: 'migrate', label: 'Migrate', icon: GitBranch, whyNot: 'newest version', run },
        { kind: 'separator', id: 'line' },
        { id: 'cancel', label: 'Cancel run', icon: CircleX, isDanger: true, run },
      ]}
    >
      {(trigger) => (
        <Button {...trigger} after={ChevronDown}>
          Run
        </Button>
      )}
    </Menu>
  </Sample>
);
