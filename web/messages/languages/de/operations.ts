import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const filesOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'Datei' : 'Dateien'}`

export const operations: WordsOf<'operations'> = {
  lead: 'Was diese Installation gerade tut, alle zehn Sekunden neu gelesen. Was Sie hier tun, steht im Audit-Log.',
  loading: 'Zustand der Installation wird geladen',
  failed: 'Der Zustand der Installation konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  failedAct: 'Nichts wurde geändert',
  gone: 'Das ist schon erledigt oder läuft gerade.',
  job: {
    givenUp: 'Aufgegeben',
    retries: 'Wird wiederholt',
    tries: (done, most) => `${formatCount(done)} von ${formatCount(most)} Versuchen`,
    since: (when) => `eingereiht ${when}`,
    next: (when) => `nächster Versuch ${when}`,
  },
  jobs: {
    title: 'Aufgaben',
    counts: ({ waiting, scheduled, running, failed }) =>
      `${formatCount(waiting)} wartend, ${formatCount(scheduled)} geplant, ${formatCount(running)} laufend, ${formatCount(failed)} aufgegeben. E-Mails zählen mit.`,
    none: 'Keine Aufgabe ist gescheitert.',
    run: 'Noch einmal starten',
    runOf: (task, id) => `${task} noch einmal starten, Nummer ${id}`,
    started: 'Die Aufgabe läuft noch einmal',
  },
  mails: {
    title: 'Nicht gesendete E-Mails',
    none: 'Keine E-Mail ist gescheitert.',
    sealed: 'Adresse unbekannt: mit einem früheren Geheimnis versiegelt',
    send: 'Noch einmal senden',
    sendTo: (to) => `E-Mail an ${to} noch einmal senden`,
    sent: 'Die E-Mail ist wieder unterwegs',
    drop: 'Verwerfen',
    dropTo: (to) => `E-Mail an ${to} verwerfen`,
    dropTitle: (to) => `E-Mail an ${to} verwerfen?`,
    dropText: 'Sie wird entfernt und nie gesendet. Enthält sie einen Link, kann die Person einen anderen anfordern.',
    dropYes: 'E-Mail verwerfen',
    dropped: 'Die E-Mail wurde verworfen',
  },
  nodes: {
    title: 'Server',
    none: 'Noch hat sich kein Server gemeldet. Jeder tut es wenige Sekunden nach dem Start.',
    there: 'Läuft',
    away: 'Meldet sich nicht',
    role: {
      all: 'bedient Personen und arbeitet im Hintergrund',
      api: 'bedient Personen',
      worker: 'arbeitet im Hintergrund',
    },
    version: (version) => `Version ${version}`,
    started: (when) => `gestartet ${when}`,
    seen: (when) => `gemeldet ${when}`,
    disk: (free, all) => `${free} von ${all} frei`,
    pool: (name, used, open, waiting) =>
      `Pool ${name}: ${formatCount(used)} von ${formatCount(open)} benutzt, ${formatCount(waiting)} wartend`,
  },
  storage: {
    title: 'Gespeicherte Inhalte',
    stored: 'Gespeichert',
    storedIn: {
      disk: (size, count) => `${size} in ${filesOf(count)}, auf der Festplatte des Servers`,
      bucket: (size, count) => `${size} in ${filesOf(count)}, in einem Bucket`,
    },
    lost: 'Verloren',
    lostOf: (missing, damaged) => `${formatCount(missing)} fehlend, ${formatCount(damaged)} beschädigt`,
    read: 'Alle Inhalte gelesen',
    reading: 'Werden zum ersten Mal gelesen',
    never: 'Noch nicht',
    unreadable: 'Nicht lesbar',
    swept: 'Mit der Datenbank verglichen',
    leftovers: 'Gehört zu keiner Datei',
    leftoversOf: (count, size, held) =>
      `${filesOf(count)}, ${size}${held > 0 ? `; ${formatCount(held)} warten auf Sie: npm run content` : ''}`,
  },
  backup: {
    title: 'Letzte Sicherung',
    none: 'Mit npm run backup wurde noch keine Sicherung gemacht.',
    taken: 'Gemacht',
    place: 'Ort',
    holds: 'Enthält',
    holdsOf: (database, contents, size) => `${database} der Datenbank, ${filesOf(contents)} Inhalt mit ${size}`,
    damaged: 'Darin fehlend oder beschädigt',
  },
  database: {
    title: 'Datenbank',
    size: 'Größe',
    version: 'Datenbankserver',
    migrations: 'Migrationen',
    migrationsOf: (count, last) => `${formatCount(count)}, die letzte ist ${last}`,
    migrated: 'Zuletzt migriert',
  },
}
