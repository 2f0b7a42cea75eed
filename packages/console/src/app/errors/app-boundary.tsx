import { Component, type ReactNode } from 'react';
import styles from './errors.module.css';

/** The last resort, when even the frame failed: no messages, no router, nothing that may have failed with it. */
export class AppBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const isGerman = document.documentElement.lang === 'de';
    return (
      <main className={styles.last}>
        <h1>{isGerman ? 'Die Konsole ist ausgefallen' : 'The console failed'}</h1>
        <p>{isGerman ? 'Auf dem Server wurde nichts geändert.' : 'Nothing was changed on the server.'}</p>
        <button type="button" onClick={() => location.reload()}>
          {isGerman ? 'Neu laden' : 'Load it again'}
        </button>
      </main>
    );
  }
}
