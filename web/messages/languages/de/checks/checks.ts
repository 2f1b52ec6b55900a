import type { CheckCategory, CheckId, CheckSeverity, CheckStatus, SkipReason } from '#contract/checks/checks.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'
import { checkAdvice } from './check-advice.ts'
import { checkNames } from './check-names.ts'

const CATEGORY: Record<CheckCategory, string> = {
  navigation: 'Navigation',
  authentication: 'Anmeldung',
  database: 'Datenbank',
  mobile: 'Mobilgeräte',
  payments: 'Zahlungen',
  email: 'E-Mail',
  docs: 'Dokumentation',
  integrations: 'Integrationen',
  security: 'Sicherheit',
}
const SEVERITY: Record<CheckSeverity, string> = { critical: 'Kritisch', high: 'Hoch', medium: 'Mittel', low: 'Niedrig' }
const STATUS: Record<CheckStatus, string> = {
  running: 'Läuft',
  passed: 'Bestanden',
  failed: 'Fehlgeschlagen',
  skipped: 'Übersprungen',
}
const REASONS: Record<SkipReason, string> = {
  no_browser:
    'an diesem Lauf war kein Browser beteiligt, oder seine Antwort kam nicht rechtzeitig: starten Sie ihn auf dieser Seite',
  local_mailbox: 'kein Mailserver ist eingerichtet (SMTP_URL); Mails gehen in das lokale Postfach',
  no_billing: 'kein Zahlungsanbieter ist eingerichtet (BILLING)',
  live_billing: 'Zahlungen sind hier echt, und eine Bestellung ließe einen Kunden zurück',
  no_limit: 'es gibt keine Grenze (FREE_STORAGE_BYTES)',
  no_provider: 'kein Anmeldeanbieter ist eingerichtet (AUTH_GOOGLE_CLIENT_ID und andere)',
  no_witness: 'kein Zeuge ist eingerichtet (LEDGER_WITNESSES)',
  no_timestamps: 'kein Zeitstempeldienst ist eingerichtet (LEDGER_TIMESTAMP_URL)',
  no_content: 'es gibt noch keine Datei',
  no_backup_place: 'die Datenbank wird nicht von diesem Server betrieben',
  no_support_address: 'es gibt keine Supportadresse, die security.txt nennen könnte (SUPPORT_EMAIL)',
  tls_elsewhere: 'dieser Server beendet TLS nicht selbst: er ist über http erreichbar, oder ein Proxy davor tut es',
  not_built: 'die Seiten sind nicht gebaut',
  no_studio: 'das KI-Studio ist nicht eingerichtet',
  out_of_time: 'der Lauf dauerte zu lange, bevor diese Prüfung an der Reihe war',
}

export const checks: WordsOf<'checks'> = {
  title: 'Umfassender Test',
  lead: 'Prüfungen dieses Servers, die bei jedem Lauf wirklich durchgeführt werden. Was nicht geprüft werden konnte, steht für sich und zählt nie als bestanden.',
  run: (count) => `Alle ${formatCount(count)} ausführen`,
  cancel: 'Lauf abbrechen',
  cancelled: 'Der Lauf wurde abgebrochen',
  export: 'Exportieren',
  frame: 'Eine Seite, die der Test ansieht',
  toasts: {
    started: 'Testsuite gestartet',
    startedText: 'Sie können diese Seite verlassen; der Lauf geht weiter.',
    completed: 'Testsuite abgeschlossen',
    exported: 'Ergebnisse exportiert',
  },
  loading: 'Testläufe werden geladen',
  failed: 'Die Testläufe konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  failedAct: 'Nichts wurde geändert',
  runsAlready: 'Der Test läuft bereits.',
  none: 'Er ist noch nicht gelaufen',
  gone: 'Dieser Lauf wird nicht mehr aufbewahrt',
  goneText: 'Nur die neuesten Läufe werden aufbewahrt. Wählen Sie oben einen anderen.',
  noneText:
    'Ein Lauf dauert bis zu zwei Minuten und ändert nichts an Ihren Daten. Anmelden kann währenddessen länger dauern.',
  by: {
    person: (who) => `ausgeführt von ${who}`,
    someone: 'ausgeführt von jemandem, der nicht mehr da ist',
    schedule: 'ausgeführt vom nächtlichen Zeitplan',
    command: 'ausgeführt von der Befehlszeile',
  },
  took: (seconds) => (seconds === 1 ? 'dauerte 1 Sekunde' : `dauerte ${formatCount(seconds)} Sekunden`),
  version: (version, build) => `Version ${version}, Build ${build}`,
  summary: {
    title: 'Ergebnis',
    passed: 'bestanden',
    failed: 'fehlgeschlagen',
    skipped: 'übersprungen, zählen nicht als bestanden',
    progress: (percent) => `${formatCount(percent)} % erledigt`,
    bar: (passed, failed, skipped) =>
      `${formatCount(passed)} bestanden, ${formatCount(failed)} fehlgeschlagen, ${formatCount(skipped)} übersprungen`,
    cancelled: 'Dieser Lauf wurde abgebrochen. Über das, was er nicht erreicht hat, sagt er nichts.',
    before: (passed, failed, skipped) =>
      `verglichen mit: ${formatCount(passed)} bestanden, ${formatCount(failed)} fehlgeschlagen, ${formatCount(skipped)} übersprungen`,
  },
  categories: {
    notRun: 'nicht in diesem Lauf',
    run: (category) => `Nur ${category} ausführen`,
    title: 'Kategorien',
    all: 'Alle Kategorien',
    name: (category) => CATEGORY[category],
    count: (passed, all) => `${formatCount(passed)} von ${formatCount(all)}`,
  },
  results: {
    found: (name, count) => `${name}, ${formatCount(count)}`,
    title: 'Ergebnisse',
    show: 'Anzeigen',
    all: (count) => `Alle ${formatCount(count)}`,
    failed: (count) => `Fehlgeschlagen ${formatCount(count)}`,
    skipped: (count) => `Übersprungen ${formatCount(count)}`,
    passed: (count) => `Bestanden ${formatCount(count)}`,
    changed: (count) => `Geändert ${formatCount(count)}`,
    search: 'Prüfungen suchen',
    clear: 'Suche leeren',
    none: 'Keine Prüfung ist in dieser Liste',
    columns: { id: 'Nr.', check: 'Prüfung', severity: 'Schwere', state: 'Stand', took: 'Dauer' },
    was: (status) => `im anderen Lauf: ${STATUS[status].toLowerCase()}`,
    ms: (ms) => `${formatCount(ms)} ms`,
  },
  history: {
    title: 'Läufe',
    compare: 'Verglichen mit',
    nothing: 'kein Lauf derselben Prüfungen',
    only: (categories) => `nur ${categories}`,
    choose: 'Gezeigter Lauf',
    cancelled: (found) => `${found}, abgebrochen`,
    nightly: 'Jede Nacht ausführen',
    nightlyOn: 'Er läuft jede Nacht um 03:23 UTC',
    nightlyOff: 'Er läuft nachts nicht',
  },
  severity: (severity) => SEVERITY[severity],
  status: (status) => STATUS[status],
  reason: (reason) => REASONS[reason],
  advice: (advice) => checkAdvice[advice],
  name: (id: CheckId) => checkNames[id],
}
