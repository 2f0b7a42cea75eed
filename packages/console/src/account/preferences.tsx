import { useChooseLanguage } from '../frame/language.js';
import { setTheme, themes, useTheme } from '../frame/theme.js';
import { locales, readChoice, useLocale } from '../messages/locale.js';
import { Select } from '../ui/field/controls.js';
import { Field } from '../ui/field/field.js';
import { Section } from '../ui/section/section.js';
import styles from './account.module.css';
import { messages } from './messages/index.gen.js';

/** The language, which the person has on every device, and the colours, which this browser remembers. */
export function Preferences() {
  const m = messages.use();
  const theme = useTheme();
  const chooseLanguage = useChooseLanguage();
  useLocale();
  const chosen = readChoice() ?? 'browser';
  return (
    <Section title={m.preferences}>
      <div className={styles.pair}>
        <Field label={m.language} hint={m.languageHint({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}>
          {(ids) => (
            <Select
              {...ids}
              value={chosen}
              onChange={({ target }) => chooseLanguage(locales.find((locale) => locale === target.value))}
            >
              <option value="browser">{m.languageOfBrowser}</option>
              <option value="en">English</option>
              <option value="de">Deutsch</option>
            </Select>
          )}
        </Field>
        <Field label={m.colours} hint={m.coloursHint}>
          {(ids) => (
            <Select
              {...ids}
              value={theme}
              onChange={({ target }) => setTheme(themes.find((each) => each === target.value) ?? 'system')}
            >
              {themes.map((each) => (
                <option key={each} value={each}>
                  {m.scheme({ scheme: each })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Section>
  );
}
