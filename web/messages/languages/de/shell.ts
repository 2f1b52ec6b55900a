import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const LARGEST_SHOWN = 99

export const common: WordsOf<'common'> = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  dismiss: 'Mitteilung schließen',
  notifications: 'Mitteilungen',
  loading: 'Wird geladen …',
  skip: 'Zum Inhalt springen',
  toggleScheme: 'Zwischen hell und dunkel wechseln',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  required: 'Füllen Sie dieses Feld aus.',
  emailInvalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  optional: 'freiwillig',
  unexpectedTitle: 'Unerwarteter Fehler der Anwendung',
  unexpectedText: 'Ihre Dateien sind unberührt. Laden Sie die Seite neu, um fortzufahren.',
  reload: 'Seite neu laden',
  notFoundTitle: 'Seite nicht gefunden',
  notFoundText: 'Unter dieser Adresse gibt es nichts.',
  notFoundFigure: 'Die Figur ist aus der Adresse gezeichnet, nach der Sie gefragt haben.',
  home: 'Zur Startseite',
}

export const shell: WordsOf<'shell'> = {
  myFiles: 'Meine Dateien',
  activity: 'Aktivität',
  security: 'Sicherheit',
  notifications: 'Mitteilungen',
  help: 'Hilfe',
  unread: (count) => `${formatCount(count)} ungelesen`,
  unreadShort: (count) => (count > LARGEST_SHOWN ? `${LARGEST_SHOWN}+` : String(count)),
  mainNavigation: 'Hauptmenü',
  menu: 'Menü',
  toggleSidebar: 'Seitenleiste ein- oder ausklappen',
  logout: 'Abmelden',
  account: 'Konto',
  keyFingerprint: 'Fingerabdruck der Schlüssel',
  lock: 'Sperren',
  signOut: 'Abmelden',
  breadcrumb: 'Pfad',
  offline:
    'Offline. Nichts geht verloren: Was aufgelistet ist, bleibt hier lesbar; Uploads warten und laufen weiter, sobald die Verbindung wieder da ist.',
  staleKeyring: {
    notice:
      'Der Server hat eine ältere Fassung dessen geschickt, was sich Ihr Tresor über Personen, Räume und Links merkt. Dieses Gerät hat eine neuere und verwendet sie. Wurde eine Sicherung eingespielt, stellen Sie die neuere Fassung wieder her. Wenn nicht, sagen Sie es Ihrer Verwaltung: Jemand könnte versuchen, Ihnen falsche Schlüssel zu zeigen.',
    restore: 'Neuere Fassung wiederherstellen',
    restored: 'Die neuere Fassung ist wiederhergestellt',
    failed: 'Die neuere Fassung wurde nicht wiederhergestellt',
  },
  serverAway:
    'Der Server antwortet nicht. Nichts geht verloren: Was aufgelistet ist, bleibt hier lesbar; Uploads warten und laufen weiter, sobald er wieder da ist.',
  tabs: {
    label: 'Ansichten des Dashboards',
    files: 'Dateien',
    documents: 'Dokumente',
    auditLogs: 'Prüfprotokoll',
  },
  roles: {
    loading: 'Berechtigungen werden geladen …',
    refused: (roles) => `Sie haben keine Berechtigung für diese Funktion. Nötige Rollen: ${roles}`,
    whoToAsk: 'Die Verwaltung Ihrer Organisation kann Ihnen eine davon geben.',
  },
}

export const commands: WordsOf<'commands'> = {
  title: 'Gehe zu',
  open: 'Seiten, Aktionen und Dateien suchen',
  placeholder: 'Eine Seite, eine Aktion oder der Name einer Datei',
  empty: 'Nichts hat diesen Namen.',
  hint: 'Eingabe öffnet das Markierte, Esc schließt.',
  groups: { pages: 'Seiten', actions: 'Aktionen', files: 'Dateien', guides: 'Hilfe' },
  upload: 'Dateien hochladen',
  auditLogs: 'Prüfprotokoll',
  shortcuts: 'Tastenkürzel',
  scheme: 'Zwischen hell und dunkel wechseln',
  lock: 'Tresor sperren',
  signOut: 'Abmelden',
}

export const storage: WordsOf<'storage'> = {
  label: 'Belegter Speicher',
  usedOf: (used, limit) => `${used} von ${limit}`,
  nearlyFull: 'Fast voll',
  full: 'Voll',
  changePlan: 'Tarif wechseln',
  tryAgain: 'Noch einmal versuchen',
  notStored: (count) =>
    count === 1 ? '1 Datei wurde nicht gespeichert.' : `${formatCount(count)} Dateien wurden nicht gespeichert.`,
}
