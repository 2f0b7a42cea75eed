import type { ExecutableModel } from '@millrace/engine';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Finding } from '../findings/finding.js';
import type { ConfigurationDocument } from '../model/document.js';

/** Timers that name a calendar that the document does not declare: they would be incidents. */
export function checkCalendars(
  { calendars = [] }: ConfigurationDocument,
  file: string,
  models: readonly ExecutableModel[],
): readonly Finding[] {
  const keys = calendars.map(({ key }) => key);
  return models.flatMap((model) =>
    model.calendars
      .filter(({ calendar }) => !keys.includes(calendar))
      .map(({ elementId, calendar }) => ({
        path: `${file}#${elementId}`,
        message: `the document has no calendar "${calendar}"${didYouMean(calendar, keys)}`,
      })),
  );
}
