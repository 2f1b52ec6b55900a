import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

/** Beside every button that starts an account, in two rooms. */
export const release =
  'Version 0.2, ohne unabhängige Prüfung: Bewahren Sie hier noch nichts auf, wovon es sonst keine Kopie gibt.'

export const common: WordsOf<'common'> = {
  product: 'QuantumShield',
  release,
  pageTitle: (page) => `${page} · QuantumShield`,
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  dismiss: 'Benachrichtigung schließen',
  notifications: 'Benachrichtigungen',
  loading: 'Wird geladen …',
  skip: 'Zum Inhalt springen',
  sortBy: 'Sortieren',
  skipToList: 'Zur Liste springen',
  toggleScheme: 'Zwischen hell und dunkel wechseln',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  required: 'Füllen Sie dieses Feld aus.',
  tooLong: (count, most) =>
    `${formatCount(count)} Zeichen; erlaubt sind ${formatCount(most)}. Nichts wurde abgeschnitten: Kürzen Sie den Text.`,
  emailInvalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  optional: 'freiwillig',
  unexpectedTitle: 'Unerwarteter Fehler der Anwendung',
  unexpectedText: 'Ihre Dateien sind unberührt. Laden Sie die Seite neu, um fortzufahren.',
  updatedTitle: 'QuantumShield wurde aktualisiert',
  updatedText:
    'Diese Seite wurde vor der Aktualisierung geöffnet. Ihre Dateien sind unberührt. Laden Sie die Seite neu, um fortzufahren.',
  notLoadedTitle: 'Diese Seite konnte nicht geladen werden',
  notLoadedText: 'Die Verbindung zum Server riss ab, bevor sie ankam. Ihre Dateien sind unberührt.',
  tryAgain: 'Erneut versuchen',
  reload: 'Seite neu laden',
  notFoundTitle: 'Seite nicht gefunden',
  notFoundText: 'Unter dieser Adresse gibt es nichts.',
  notFoundFigure: 'Die Figur ist aus der Adresse gezeichnet, nach der Sie gefragt haben.',
  home: 'Zur Startseite',
}
