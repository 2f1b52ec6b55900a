import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const LARGEST_SHOWN = 99

export const shell: WordsOf<'shell'> = {
  dashboard: 'Dashboard',
  settings: 'Einstellungen',
  myFiles: 'Meine Dateien',
  activity: 'Aktivität',
  training: 'Schulungen',
  partner: 'Partner',
  security: 'Sicherheit',
  eventStreams: 'Ereignisströme',
  devices: 'Geräte',
  notifications: 'Benachrichtigungen',
  help: 'Hilfe',
  unread: (count) => `${formatCount(count)} ungelesen`,
  unreadShort: (count) => (count > LARGEST_SHOWN ? `${LARGEST_SHOWN}+` : String(count)),
  mainNavigation: 'Hauptmenü',
  menu: 'Menü',
  toggleSidebar: 'Seitenleiste ein- oder ausklappen',
  closeSearch: 'Suche schließen',
  logout: 'Abmelden',
  account: 'Konto',
  organisation: 'Organisation',
  adminPanel: 'Verwaltung',
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
    replaced: 'Ihre Schlüssel wurden auf einem anderen Gerät geändert',
  },
  newerBuild:
    'QuantumShield wurde auf dem Server aktualisiert. Einige Teile dieser Seite funktionieren erst nach dem Neuladen wieder.',
  appBuild: {
    title: 'Ein anderer Build der App',
    text: (version, build) =>
      `In diesem Browser läuft jetzt Version ${version}, Build ${build}. Was vorher lief, steht unter Sicherheit.`,
    differs: (files) =>
      `Ein Teil dieser App ist nicht so, wie ihr Server ihn auflistet: ${files.join(', ')}. Geben Sie hier kein Passwort ein und speichern Sie nichts, bis der Betreiber es erklärt hat.`,
  },
  serverAway:
    'Der Server antwortet nicht. Nichts geht verloren: Was aufgelistet ist, bleibt hier lesbar; Uploads warten und laufen weiter, sobald er wieder da ist.',
  tabs: {
    unknown: 'Diese Ansicht gibt es nicht. Das sind Ihre Dateien.',
    label: 'Ansichten des Dashboards',
    files: 'Dateien',
    documents: 'Dokumente',
    auditLogs: 'Prüfprotokoll',
  },
  roles: {
    loading: 'Berechtigungen werden geladen …',
    refused: (roles) => `Sie haben keine Berechtigung für diese Funktion. Nötige Rollen: ${roles}`,
    operatorOnly: 'Das dürfen nur Personen der Organisation ändern, die diesen Server betreibt.',
    whoToAsk: 'Die Verwaltung Ihrer Organisation kann Ihnen eine davon geben.',
    noAdmin: 'Sie haben keine Berechtigung für die Verwaltung. Wenden Sie sich an Ihren Administrator.',
    seeTeam: 'Unter Team steht, wer Ihre Organisation verwaltet',
    failed: 'Ihre Berechtigungen konnten nicht geladen werden',
    retry: 'Erneut versuchen',
  },
}
