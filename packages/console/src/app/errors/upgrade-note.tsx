import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { messages } from '../messages/index.gen.js';

/** A newer version is installed: the page asks before it loads itself again, because something may be unsaved. */
export function UpgradeNote() {
  const m = messages.use();
  return (
    <Empty
      kind="nothing"
      isPage
      title={m.upgraded}
      actions={
        <Button look="primary" icon={RotateCw} onClick={() => location.reload()}>
          {m.reload}
        </Button>
      }
    >
      {m.upgradedText}
    </Empty>
  );
}
