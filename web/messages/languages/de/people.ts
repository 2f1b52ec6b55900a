import type { TeamRole } from '#contract/permissions.ts'
import type { TableProblem } from '#contract/csv/csv-table.ts'
import type { ImportState, PersonOutcome } from '#contract/organisation/people-import.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const FILE: Record<TableProblem, string> = {
  too_large: 'Die Liste ist größer als 1 MiB. Teilen Sie sie auf.',
  too_many_rows: 'Die Liste hat mehr als 5.000 Zeilen. Teilen Sie sie auf.',
  no_email_column: 'Keine Spalte heißt „E-Mail“. Die erste Zeile der Liste benennt ihre Spalten.',
  empty: 'Die Liste hat eine Zeile mit Überschriften, aber niemanden darin.',
  too_many_columns: 'Die Liste hat mehr als 50 Spalten, ist also vermutlich keine Liste von Personen.',
  not_text: 'Das ist keine CSV-Datei in UTF-8.',
}
const OUTCOME: Record<PersonOutcome, string> = {
  new: 'Wird eingeladen',
  again: 'Wird erneut eingeladen',
  marked: 'Hat ein Konto vom Identitätsanbieter; wird zum Gast',
  member: 'Ist schon Mitglied; nichts wird geändert',
  removed: 'Wurde entfernt; nehmen Sie die Person auf dieser Seite wieder auf',
  no_seat: 'Der Tarif hat für diese Person keinen Platz',
  role_beyond_plan: 'Die Rolle gehört zum Tarif Enterprise',
  role_not_yours: 'Nur wer Eigentümer ist, macht andere zu Eigentümern',
  role_unknown: 'Diese Rolle gibt es nicht',
  team_unknown: 'Dieses Team gibt es nicht, oder ein Identitätsanbieter verwaltet es',
  teams_too_many: 'Mehr als 20 Teams',
  email_missing: 'Keine E-Mail-Adresse',
  email_invalid: 'Keine gültige E-Mail-Adresse',
  twice: 'Eine frühere Zeile hat diese Adresse',
  too_long: 'Ein Name ist zu lang',
  formula: 'Eine Tabellenkalkulation würde eine Zelle als Formel ausführen',
  date_invalid: 'Kein Datum innerhalb von fünf Jahren, etwa 31.01.2027',
  date_over: 'Der Tag ist schon vorbei',
  guest_date_invalid: 'Kein Datum innerhalb eines Jahres, etwa 31.01.2027: länger bleibt kein Gast',
  owner_has_end: 'Die Rolle „Eigentümer“ hat kein Ende',
  guest_unknown: 'Die Spalte „Gast“ sagt ja oder nein',
  guest_has_role: 'Ein Gast hat die Rolle „Mitglied“',
  guest_holds: 'Hat eine Rolle, einen Teambereich oder einen Anteil an der Wiederherstellung; beenden Sie das zuerst',
}
const STATE: Record<ImportState, string> = { sending: 'Wird gesendet', done: 'Gesendet', cancelled: 'Abgebrochen' }

const peopleOf = (count: number) => (count === 1 ? '1 Person' : `${formatCount(count)} Personen`)
const invitationsOf = (count: number) => (count === 1 ? '1 Einladung' : `${formatCount(count)} Einladungen`)

const AS_MEMBER = 'Erlaubt dasselbe wie „Mitglied“.'

const ROLE_HINT: Record<TeamRole, string> = {
  owner: 'Alles, was Administratoren dürfen; ernennt und entfernt außerdem Eigentümer. Einen gibt es immer.',
  admin:
    'Lädt Personen ein, entfernt sie und ändert Rollen, außer bei Eigentümern. Arbeitet auf allen Seiten der Verwaltung außer „Mandanten“: liest das Prüfprotokoll aller und setzt die Regeln der Sicherheit.',
  security_admin:
    'Wie ein Mitglied, liest außerdem das Prüfprotokoll aller, setzt die Regeln der Sicherheit, beendet Sitzungen anderer und bearbeitet Vorfälle. Wenn die Organisation diesen Server betreibt: führt auch dessen Tests aus und schreibt auf die Statusseite.',
  compliance_officer:
    'Wie ein Mitglied, verwaltet außerdem die Nachweise zur Compliance, wenn die Organisation diesen Server betreibt.',
  growth_manager: 'Wie ein Mitglied, arbeitet außerdem mit Kontakten, Newslettern und im KI-Studio.',
  sales_manager: 'Wie ein Mitglied, arbeitet außerdem mit Geschäften, Angeboten und Aufgaben des Vertriebs.',
  partner_manager: 'Wie ein Mitglied, verwaltet außerdem Partner, ihre Links und Provisionen.',
  billing_admin:
    'Wie ein Mitglied, verwaltet außerdem die Abrechnung der Organisation: Tarif, Rechnungen und wer zahlt.',
  manager: 'Wie ein Mitglied, liest außerdem die Übersicht der Verwaltung.',
  analyst: AS_MEMBER,
  viewer: AS_MEMBER,
  partner:
    'Wie ein Mitglied, sieht außerdem Links, Kunden und Provisionen des Partners, mit dem das Konto verknüpft wurde.',
  member: 'Hat einen Tresor, speichert Dateien und teilt sie mit den anderen.',
}

export const people: WordsOf<'people'> = {
  roleHint: (role) => ROLE_HINT[role],
  ends: {
    until: 'Bis',
    hint: 'Die Rolle endet mit diesem Tag. Ohne Tag hat sie kein Ende.',
    notAnEnd: 'Wählen Sie einen Tag, der nicht vorbei ist, innerhalb von fünf Jahren.',
    roleUntil: (role, day) => `${role} bis ${day}`,
    given: (who, role, day) => `${who}: ${role} bis ${day}`,
    endNow: 'Rolle jetzt beenden',
    ended: 'Rolle beendet',
    endedText: (who) => `${who} hat ab jetzt keine Rolle und bleibt Mitglied`,
    endFailed: 'Die Rolle wurde nicht beendet',
  },
  plan: {
    role: (role, plan) => `${role} (Tarif ${plan})`,
    note: (own, other) =>
      `Ihre Organisation hat den Tarif ${own}. Rollen, die sich nicht wählen lassen, gehören zum Tarif ${other}.`,
    change: 'Anderen Tarif anfragen',
  },
  own: {
    title: 'Ihre Rolle',
    lead: 'Was Sie in Ihrer Organisation verwalten können. Das ändert, wer sie administriert.',
    none: 'Sie haben keine Rolle. Ihren Tresor benutzen Sie wie alle Mitglieder.',
    ends: (day) => `bis ${day}`,
    soon: (role, day) =>
      `Ihre Rolle „${role}“ endet am ${day}. Fragen Sie in der Administration nach, wenn Sie sie länger brauchen.`,
  },
  guests: {
    badge: 'Gast',
    until: (day) => `Gast bis ${day}`,
    only: 'Nur Gäste',
  },
  domains: {
    title: 'Domains',
    lead: 'Wer sich mit einer Adresse einer bestätigten Domain registriert, tritt dieser Organisation als Mitglied bei. Wer schon ein Konto hat, bleibt, wo er ist.',
    failed: 'Die Domains konnten nicht geladen werden',
    domain: 'Domain',
    add: 'Hinzufügen',
    waiting: 'Nicht bestätigt',
    verified: 'Bestätigt',
    verifiedText: (domain) => `Wer sich mit einer Adresse von ${domain} registriert, tritt ab jetzt bei`,
    missing: 'Eintrag fehlt',
    notYet: 'Noch kann niemand darüber beitreten.',
    checked: (when) => `Geprüft ${when}`,
    neverChecked: 'Nie geprüft',
    recordText:
      'Legen Sie diesen Eintrag dort an, wo Ihre Domain verwaltet wird, und prüfen Sie dann. Es kann bis zu einer Stunde dauern, bis er zu sehen ist.',
    missingText:
      'Bei der letzten Prüfung fehlte der Eintrag. Stellen Sie ihn innerhalb von sieben Tagen wieder her, sonst gilt die Domain nicht mehr als bestätigt.',
    recordName: 'Name',
    recordType: 'Typ',
    recordValue: 'Wert',
    notFound:
      'Das DNS zeigt diesen Eintrag noch nicht. Ist er da, hat eine andere Organisation auf diesem Server die Domain bestätigt.',
    check: 'Jetzt prüfen',
    checkOf: (domain) => `${domain} jetzt prüfen`,
    checkFailed: 'Die Domain wurde nicht geprüft',
    remove: 'Entfernen',
    removeOf: (domain) => `${domain} entfernen`,
    removed: 'Domain entfernt',
    removedText: (domain) => `Über ${domain} kann niemand mehr beitreten. Wer beigetreten ist, bleibt.`,
    removeFailed: 'Die Domain wurde nicht entfernt',
  },
  inviteDialog: {
    title: 'Personen einladen',
    email: 'E-Mail-Adressen',
    hint: 'Eine oder mehrere, getrennt durch Kommas, Leerzeichen oder Zeilen. Jede Person erhält einen Link, der einmal gilt, sieben Tage lang.',
    notAddresses: (words) => `Keine E-Mail-Adresse: ${words}`,
    refused: (email, reason) => `${email} wurde nicht eingeladen. ${reason}`,
    role: 'Rolle',
    submit: 'Einladungen senden',
    busy: 'Wird gesendet …',
    sent: (email) => `Die Einladung an ${email} ist unterwegs.`,
    sentMany: (count) => `${formatCount(count)} Einladungen sind unterwegs.`,
    second:
      'Damit sicher niemand zwischen Ihnen steht, geben Sie diesen Link selbst weiter, auf einem anderen Weg als per E-Mail. Vor der E-Mail geöffnet, sagt er dem Browser der Person, welche Schlüssel Ihre sind.',
    secondMany:
      'Damit sicher niemand zwischen Ihnen steht, geben Sie jeder Person ihren Link selbst weiter, auf einem anderen Weg als per E-Mail. Vor der E-Mail geöffnet, sagt er dem Browser der Person, welche Schlüssel Ihre sind.',
    address: 'Ihre Schlüssel als Link',
    addressFor: (email) => `Link für ${email}`,
    copy: 'Link kopieren',
    copyFor: (email) => `Link für ${email} kopieren`,
    copied: 'Link kopiert',
    copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Link und kopieren Sie ihn selbst.',
    another: 'Weitere Personen einladen',
    done: 'Fertig',
  },
  invitations: {
    title: 'Einladungen',
    lead: 'Sie warten auf eine Antwort. Wer sich mit der Adresse registriert, tritt mit der Rolle bei. Ein Konto gehört zu einer Organisation: Wer schon eines hat, erfährt, was möglich ist; ob das so ist, erfahren Sie nicht.',
    loading: 'Einladungen werden geladen',
    failed: 'Die Einladungen konnten nicht geladen werden',
    sent: (when) => `Gesendet ${when}`,
    until: (when) => `bis ${when}`,
    over: 'Abgelaufen',
    resend: 'Noch einmal senden',
    resendTo: (email) => `Einladung an ${email} noch einmal senden`,
    resent: 'Einladung noch einmal gesendet',
    revoke: 'Zurückziehen',
    revokeOf: (email) => `Einladung an ${email} zurückziehen`,
    revoked: 'Einladung zurückgezogen',
    revokedText: (email) => `Der an ${email} gesendete Link öffnet nichts mehr`,
    revokeFailed: 'Die Einladung wurde nicht zurückgezogen',
    sendFailed: 'Die Einladung wurde nicht gesendet',
  },
  imports: {
    open: 'Importieren',
    title: 'Personen aus einer Liste einladen',
    lead: 'CSV mit einer Zeile von Überschriften: E-Mail, dazu Vorname, Nachname, Rolle, Teams oder Bis. Höchstens 5.000 Zeilen und 1 MiB. Mitglieder behalten ihre Rolle.',
    choose: 'Datei wählen',
    chosen: (name) => `Datei: ${name}`,
    paste: 'Oder die Liste einfügen',
    pasteHint: 'Rollen wie member oder admin. Teams trennt ein Semikolon, ein Datum ist etwa 31.01.2027.',
    tooManyTyped: (most) =>
      `Höchstens ${formatCount(most)} auf einmal. Für mehr schließen Sie dies und wählen Importieren.`,
    look: 'Liste prüfen',
    reading: 'Die Liste wird gelesen',
    file: (problem) => FILE[problem],
    ready: (count) =>
      count === 0 ? 'Niemand aus dieser Liste kann eingeladen werden' : `${peopleOf(count)} einzuladen`,
    marks: (count) => (count === 1 ? '1 Person wird zum Gast' : `${formatCount(count)} Personen werden zu Gästen`),
    leftOut: (headings) => `Spalten, die nicht gelesen werden: ${headings.join(', ')}`,
    notInvited: (count) =>
      count === 1 ? '1 Zeile wird ausgelassen' : `${formatCount(count)} Zeilen werden ausgelassen`,
    outcome: (outcome) => OUTCOME[outcome],
    counted: (outcome, count) => `${OUTCOME[outcome]}: ${formatCount(count)}`,
    row: (row, email) => (email === '' ? `Zeile ${formatCount(row)}` : `Zeile ${formatCount(row)}, ${email}`),
    rows: 'Zeilen',
    further: (count) => `${formatCount(count)} weitere`,
    submit: (count) => `${invitationsOf(count)} senden`,
    submitMarks: (count) => (count === 1 ? '1 Gast festlegen' : `${formatCount(count)} Gäste festlegen`),
    busy: 'Wird begonnen …',
    started: 'Die Einladungen werden gesendet',
    startedText: (count) => `${invitationsOf(count)}. Sie können dieses Fenster schließen; es läuft weiter.`,
    markedDone: 'Die Gäste sind festgelegt',
    latest: 'Einladungen aus Listen',
    progress: (done, all) => `${formatCount(done)} von ${invitationsOf(all)}`,
    state: (state) => STATE[state],
    facts: (sent, notSent, cancelled) =>
      [
        `${formatCount(sent)} gesendet`,
        ...(notSent > 0 ? [`${formatCount(notSent)} nicht gesendet`] : []),
        ...(cancelled > 0 ? [`${formatCount(cancelled)} abgebrochen`] : []),
      ].join(', '),
    marked: (count) => `${formatCount(count)} zu Gästen gemacht`,
    by: (who, when) => `Von ${who}, ${when}`,
    somebody: 'jemandem, dessen Konto es nicht mehr gibt',
    cancel: 'Rest abbrechen',
    cancelled: 'Der Rest wurde abgebrochen',
    cancelledText: 'Wer noch keine Mail bekommen hat, ist nicht eingeladen; die Plätze sind wieder frei.',
    cancelFailed: 'Die Liste wurde nicht abgebrochen',
    report: 'Bericht herunterladen',
    reportFailed: 'Der Bericht wurde nicht heruntergeladen',
    failed: 'Die Listen konnten nicht geladen werden',
  },
  table: {
    empty: 'Noch niemand hier',
    emptyText: 'Laden Sie die erste Person ein, oder importieren Sie eine Liste.',
    columns: {
      person: 'Person',
      roles: 'Rollen',
      state: 'Status',
      factor: 'Zweiter Faktor',
      teams: 'Teams',
      storage: 'Speicher',
      active: 'Zuletzt aktiv',
      details: 'Einzelheiten',
    },
    states: { active: 'Aktiv', waiting: 'Wartet', removed: 'Entfernt' },
    factorMissing: 'Fehlt',
    factorThere: 'Ja',
    team: 'Team',
    furtherTeams: (count) => `und ${formatCount(count)} weitere`,
    export: 'CSV exportieren',
    exported: 'Liste der Personen exportiert',
    exportFailed: 'Nichts wurde exportiert',
    suspend: 'Sperren',
    askSuspend: (count) => (count === 1 ? '1 Person sperren?' : `${formatCount(count)} Personen sperren?`),
    suspended: (count) => (count === 1 ? '1 Person gesperrt' : `${formatCount(count)} Personen gesperrt`),
    signOut: 'Überall abmelden',
    askSignOut: (count) =>
      count === 1 ? '1 Person überall abmelden?' : `${formatCount(count)} Personen überall abmelden?`,
    signOutText:
      'Alle ihre Sitzungen enden, in jedem Browser und Programm. Sie können sich sofort wieder anmelden und erfahren, wer es war.',
    signedOut: (count) => (count === 1 ? '1 Person abgemeldet' : `${formatCount(count)} Personen abgemeldet`),
    signedOutOne: (who) => `${who} ist überall abgemeldet`,
    noSession: (who) => `${who} war nirgends angemeldet`,
    signOutFailed: 'Niemand wurde abgemeldet',
  },
}
