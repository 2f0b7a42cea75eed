import { Outlet } from '@tanstack/react-router';
import { useOwnLanguage } from '../../frame/language.js';
import { PaletteHost } from '../../search/palette-host.js';
import { StepUpDialog } from '../../session/step-up-dialog.js';
import { lookOf } from '../../ui/button/button.js';
import { messages } from '../messages/index.gen.js';
import { BottomBar } from './bottom-bar.js';
import { KeysDialog } from './keys-dialog.js';
import { Rail } from './rail.js';
import { useRouteFocus } from './route-focus.js';
import styles from './shell.module.css';
import { useExpectedUser } from './use-expected-user.js';
import { useLive } from './use-live.js';

/** Rail, page and, on phones, the bottom bar. */
export function Shell() {
  const m = messages.use();
  useOwnLanguage();
  const main = useRouteFocus();
  useLive();
  useExpectedUser();
  return (
    <>
      <button type="button" className={`${lookOf({})} skip`} onClick={() => main.current?.focus()}>
        {m.skip}
      </button>
      <div className={styles.app}>
        <Rail />
        <main className={styles.main} id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
        <BottomBar />
      </div>
      <KeysDialog />
      <PaletteHost />
      <StepUpDialog />
    </>
  );
}
