import type { WordsOf } from '../../catalogue.ts'

export const preview: WordsOf<'preview'> = {
  loading: 'Wird entschlüsselt',
  position: (at, count) => `${at} von ${count}`,
  previous: 'Vorherige Datei',
  next: 'Nächste Datei',
  download: 'Herunterladen',
  failed: 'Die Vorschau konnte nicht geöffnet werden',
  unknown: 'Für diesen Dateityp gibt es keine Vorschau.',
  unknownText: 'Laden Sie die Datei herunter, um sie mit einem Programm auf diesem Gerät zu öffnen.',
  large: 'Diese Datei ist zu groß für eine Vorschau.',
  notAsNamed: 'Diese Datei kann nicht gezeigt werden.',
  notAsNamedText:
    'Sie ist vollständig und geprüft, aber dieser Browser kann sie nicht lesen. Laden Sie sie herunter, um sie mit einem anderen Programm zu öffnen.',
  noPdf: 'Dieser Browser zeigt keine PDF-Dateien innerhalb einer Seite.',
  text: 'Text der Datei',
  beginning: (shown, size) =>
    `Das sind die ersten ${shown} von ${size}. Laden Sie die Datei herunter, um den Rest zu sehen.`,
  pdf: (name) => `${name} als Seiten`,
  empty: 'Diese Datei ist leer.',
}
