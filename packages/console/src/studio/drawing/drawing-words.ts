import type { Locale } from '../../messages/locale.js';

/** Words of the drawing library in German. Texts that are not here stay as they are. */
const german: Readonly<Record<string, string>> = {
  'Activate create/remove space tool': 'Platz schaffen oder entfernen',
  'Activate global connect tool': 'Elemente verbinden',
  'Activate hand tool': 'Zeichenfläche verschieben',
  'Activate lasso tool': 'Mehrere Elemente wählen',
  'Add lane above': 'Lane darüber einfügen',
  'Add lane below': 'Lane darunter einfügen',
  'Add text annotation': 'Anmerkung hinzufügen',
  'Ad-hoc sub-process (collapsed)': 'Ad-hoc-Teilprozess (zugeklappt)',
  'Ad-hoc sub-process (expanded)': 'Ad-hoc-Teilprozess (aufgeklappt)',
  'Append compensation activity': 'Kompensation anhängen',
  'Append gateway': 'Gateway anhängen',
  'Append intermediate/boundary event': 'Zwischenereignis anhängen',
  'Append receive task': 'Empfangs-Aufgabe anhängen',
  'Append task': 'Aufgabe anhängen',
  'Business rule task': 'Geschäftsregel-Aufgabe',
  'Call activity': 'Aufruf',
  'Change element': 'Element ändern',
  Collection: 'Sammlung',
  'Complex gateway': 'Komplexes Gateway',
  'Connect to other element': 'Mit einem Element verbinden',
  'Connect using association': 'Mit Assoziation verbinden',
  'Connect using data input association': 'Mit Datenassoziation verbinden',
  'Create data object reference': 'Datenobjekt zeichnen',
  'Create data store reference': 'Datenspeicher zeichnen',
  'Create end event': 'Ende zeichnen',
  'Create expanded sub-process': 'Teilprozess zeichnen',
  'Create gateway': 'Gateway zeichnen',
  'Create group': 'Gruppe zeichnen',
  'Create intermediate/boundary event': 'Zwischenereignis zeichnen',
  'Create pool/participant': 'Pool zeichnen',
  'Create start event': 'Start zeichnen',
  'Create task': 'Aufgabe zeichnen',
  'Data object reference': 'Datenobjekt',
  'Data store reference': 'Datenspeicher',
  Delete: 'Löschen',
  'Divide into three lanes': 'In drei Lanes teilen',
  'Divide into two lanes': 'In zwei Lanes teilen',
  'Empty pool/participant': 'Leerer Pool',
  'Event sub-process': 'Ereignis-Teilprozess',
  'Event-based gateway': 'Ereignisbasiertes Gateway',
  'Exclusive gateway': 'Exklusives Gateway',
  'Expanded pool/participant': 'Pool',
  'Inclusive gateway': 'Inklusives Gateway',
  Loop: 'Schleife',
  'Manual task': 'Manuelle Aufgabe',
  'Parallel gateway': 'Paralleles Gateway',
  'Parallel multi-instance': 'Mehrfach, gleichzeitig',
  'Participant multiplicity': 'Mehrere Teilnehmer',
  'Receive task': 'Empfangs-Aufgabe',
  'Script task': 'Skript-Aufgabe',
  'Search in diagram': 'Im Diagramm suchen',
  'Send task': 'Sende-Aufgabe',
  'Sequential multi-instance': 'Mehrfach, nacheinander',
  'Service task': 'Service-Aufgabe',
  'Sub-process (collapsed)': 'Teilprozess (zugeklappt)',
  'Sub-process (expanded)': 'Teilprozess (aufgeklappt)',
  Task: 'Aufgabe',
  'Toggle non-interrupting': 'Unterbrechend oder nicht',
  Transaction: 'Transaktion',
  'User task': 'Benutzeraufgabe',
};

const events: Readonly<Record<string, string>> = {
  'start event': 'Startereignis',
  'intermediate catch event': 'Zwischenereignis, wartend',
  'intermediate throw event': 'Zwischenereignis, auslösend',
  'boundary event': 'Randereignis',
  'end event': 'Endereignis',
};
const triggers: Readonly<Record<string, string>> = {
  cancel: 'Abbruch-',
  compensation: 'Kompensations-',
  conditional: 'Bedingungs-',
  error: 'Fehler-',
  escalation: 'Eskalations-',
  link: 'Link-',
  message: 'Nachrichten-',
  signal: 'Signal-',
  terminate: 'Beendigungs-',
  timer: 'Zeit-',
};
const EVENT =
  /^(Append )?(?:(\w+) )??((?:start|intermediate catch|intermediate throw|boundary|end) event)( \(non-interrupting\))?$/i;

function inGerman(text: string): string {
  const known = german[text];
  if (known !== undefined) return known;
  const [whole, append, trigger = '', event = '', beside] = EVENT.exec(text) ?? [];
  if (whole === undefined) return text;
  const name = `${triggers[trigger.toLowerCase()] ?? ''}${events[event.toLowerCase()] ?? event}`;
  return `${name}${beside === undefined ? '' : ' (nicht unterbrechend)'}${append === undefined ? '' : ' anhängen'}`;
}

/** Says the words of the drawing library in a language. */
export const drawingWords: Readonly<Record<Locale, (text: string) => string>> = {
  en: (text) => text,
  de: inGerman,
};
