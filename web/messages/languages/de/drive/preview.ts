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
  locked: 'Diese PDF-Datei ist durch ein Passwort geschützt.',
  lockedText: 'Laden Sie sie herunter, um sie mit einem Programm zu öffnen, das nach dem Passwort fragt.',
  page: (at, count) => `Seite ${at} von ${count}`,
  pageBroken: 'Diese Seite kann nicht gezeigt werden.',
  pageLink: 'Zu einer Seite dieser Datei',
  pages: {
    page: 'Seitennummer',
    of: (count) => `von ${count}`,
    zoom: (percent) => `${percent} %`,
    smaller: 'Verkleinern',
    larger: 'Vergrößern',
    fit: 'An Breite anpassen',
  },
  text: 'Text der Datei',
  partly: 'Etwas in diesem PDF lässt sich hier nicht zeichnen. Laden Sie die Datei herunter, um alles zu sehen.',
  guessed:
    'Diese Datei sagt nicht, wie ihre Buchstaben geschrieben sind. Sie wird als westeuropäischer Text gezeigt; einige davon können falsch sein.',
  beginning: (shown, size) =>
    `Das sind die ersten ${shown} von ${size}. Laden Sie die Datei herunter, um den Rest zu sehen.`,
  pdf: (name) => `${name} als Seiten`,
  empty: 'Diese Datei ist leer.',
}
