import { useSyncExternalStore } from 'react';

/** `system` follows the setting of the device. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'millrace.theme';
const listeners = new Set<() => void>();

export function readTheme(): Theme {
  const kept = globalThis.localStorage?.getItem(KEY);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Puts the remembered scheme on the document, before anything is drawn. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
