import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const security: WordsOf<'security'> = {
  title: 'Sicherheit',
  lead: 'Was Ihr Konto und Ihre Dateien schützt und wer angemeldet ist.',
  loading: 'Die Sicherheit Ihres Kontos wird geladen',
  failed: 'Die Sicherheit Ihres Kontos konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  checks: 'Prüfungen und Schutz',
  states: {
    on: 'Ein',
    fine: 'In Ordnung',
    off: 'Aus',
    lacking: 'Aus',
    attention: 'Braucht Ihre Aufmerksamkeit',
    none: 'Nicht verfügbar',
  },
  score: {
    title: 'Sicherheitswert',
    percent: (percent) => `${formatCount(percent)} %`,
    note: 'Quantensicher geschützt',
    lead: 'Die Summe der Prüfungen unten, aus dem, was Server und Browser wirklich wissen. Ohne Prüfung keine Punkte.',
    points: (earned, most) => `${earned} von ${most} Punkten`,
    reasons: {
      keys: {
        name: 'Nur Sie haben die Schlüssel',
        good: 'Ihr Browser hat Ihre Schlüssel erzeugt: ML-KEM-768 mit X25519 für Schlüssel, AES-256 für Inhalte. Der Server bewahrt sie versiegelt auf.',
        bad: 'Dieses Konto hat noch keinen Tresor. Melden Sie sich in der App an und erzeugen Sie Ihre Schlüssel.',
      },
      recovery: {
        bad: 'Es gibt kein Wiederherstellungsblatt, oder Sie haben seine Wörter zuletzt vor mehr als 180 Tagen eingegeben. Prüfen Sie, ob Sie es noch finden und lesen können.',
      },
      factor: {
        good: 'Mit Ihrem Passwort allein kann sich niemand anmelden.',
      },
      email: {
        name: 'E-Mail-Adresse',
        bad: 'Öffnen Sie den Link in der E-Mail, die Sie bei der Registrierung erhalten haben.',
      },
      theft: {
        good: 'Niemand sonst hat Ihre Sitzungen benutzt, seit Sie Ihr Passwort gesetzt haben, soweit der Server in den letzten 30 Tagen sah.',
        bad: 'Eine Sitzung wurde von zwei Seiten benutzt und beendet. Wählen Sie ein anderes Passwort: Das meldet alle anderen Geräte ab.',
      },
      idle: {
        bad: 'Ein Gerät wurde seit 14 Tagen nicht benutzt. Melden Sie es ab, wenn Sie es nicht mehr verwenden.',
      },
    },
  },
  sees: {
    action: 'Was der Server sieht',
    lead: 'Ihr Browser verschlüsselt alles, bevor es ihn verlässt. Das ist im Wesentlichen, was dem Server bleibt.',
    seesTitle: 'Der Server sieht unter anderem',
    complete: 'Die Liste',
    sees: [
      [
        'Dateien',
        'Wie viele es sind, ihre Größen, zufällige IDs und wann sie gespeichert, geöffnet, ersetzt und gelöscht wurden.',
      ],
      [
        'Ordnung',
        'Welche Datei in welchem Ordner liegt, die Farben von Tags und was sie trägt, Markierungen und den Papierkorb; keine Namen.',
      ],
      [
        'Konto',
        'Ihren Namen, Ihre Firma und Ihre E-Mail-Adresse, wie Sie sie eingegeben haben, wann Sie sich angemeldet haben, Ihren Tarif und Ihre Benachrichtigungen.',
      ],
      ['Geräte', 'Die IP-Adresse und den Namen des Browsers bei jeder Anfrage.'],
      [
        'Teilen',
        'Mit welchen Konten eine Datei geteilt ist; bei einem Link sein Ende, seine Grenze, seine Downloads und ob er ein Passwort hat.',
      ],
      ['Team', 'Wer zur Organisation gehört, mit welcher Rolle, und wer wen eingeladen oder entfernt hat.'],
    ],
    neverTitle: 'Der Server sieht nie',
    never: [
      ['Namen und Typen', 'Namen von Dateien, Ordnern und Tags sowie Dateitypen werden in diesem Browser versiegelt.'],
      ['Inhalte', 'Dateien werden in diesem Browser mit AES-256-GCM versiegelt.'],
      [
        'Schlüssel',
        'Sie werden verschlüsselt gespeichert; was sie öffnet, kommt aus Ihrem Passwort oder Ihren Wiederherstellungswörtern.',
      ],
      ['Passwort', 'Der Server erhält einen mit Argon2id daraus abgeleiteten Wert, der den Tresor nicht öffnet.'],
    ],
  },
  code: {
    title: 'App in diesem Browser',
    lead: 'Skripte, Dokument und Service Worker dieser App sind so, wie ihr Server sie auflistet. Dass die Liste stimmt, zeigt nur ein Vergleich mit dem Quelltext, von einem anderen Rechner aus. Ausgetauschte Skripte weist dieser Browser ab; die ganze Liste setzt er nicht durch.',
    builds: 'Builds, die in diesem Browser liefen',
    version: (version, build) => `Version ${version}, Build ${build}`,
    since: (when) => `Hier seit ${when}`,
  },
  sessions: {
    title: 'Sitzungen und Geräte',
    lead: 'Überall, wo Sie angemeldet sind. Eine Sitzung, die Sie beenden, endet innerhalb einer Sekunde; auf dem Gerät bleibt nichts, was Ihre Dateien ohne Ihr Passwort öffnet, außer Sie haben dort „Geöffnet bleiben“ gewählt.',
    loading: 'Sitzungen werden geladen',
    failed: 'Ihre Sitzungen konnten nicht geladen werden',
    current: 'Diese Sitzung',
    secondFactor: 'Zweiter Faktor',
    created: (when) => `Angemeldet ${when}`,
    activeNow: 'Jetzt aktiv',
    active: (when) => `Zuletzt aktiv ${when}`,
    from: (ip) => `von ${ip}`,
    revoke: 'Abmelden',
    revokeLabel: (device, when) => `${device} abmelden, angemeldet ${when}`,
    revoked: 'Sitzung beendet',
    revokedText: (device) => `${device} ist abgemeldet`,
    goneText: 'Sie war schon beendet',
    revokeFailed: 'Die Sitzung konnte nicht beendet werden',
  },
  events: {
    title: 'Letzte Sicherheitsereignisse',
    empty: 'Noch ist nichts geschehen.',
    all: 'Gesamte Aktivität',
  },
}
