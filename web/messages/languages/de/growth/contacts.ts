import type { TableProblem } from '#contract/csv/csv-table.ts'
import type { Consent, ContactSource, ImportColumn, ImportProblem } from '#contract/growth/contacts.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const SOURCE: Record<ContactSource, string> = {
  typed: 'Eingetippt',
  import: 'Importiert',
  contact_form: 'Kontaktformular',
  landing_form: 'Anmeldeformular',
}
const CONSENT: Record<Consent, string> = {
  none: 'Keine Einwilligung',
  pending: 'Wartet auf Bestätigung',
  confirmed: 'Eingewilligt',
  withdrawn: 'Widerrufen',
}
const SUPPRESSED: Record<string, string> = {
  withdrawn:
    'Diese Person hat widerrufen. Nur sie selbst kann wieder Newsletter bestellen, auch nachdem der Kontakt gelöscht wurde.',
  bounced: 'Mails an diese Adresse kommen zurück, darum werden keine mehr gesendet.',
  complained: 'Diese Person hat einen Newsletter als unerwünscht gemeldet, darum werden keine mehr gesendet.',
}
const COLUMN: Record<ImportColumn, string> = {
  email: 'E-Mail',
  name: 'Name',
  company: 'Firma',
  phone: 'Telefon',
  tags: 'Schlagwörter',
}
const PROBLEM: Record<ImportProblem, string> = {
  email_missing: 'fehlt',
  email_invalid: 'ist keine E-Mail-Adresse',
  twice: 'steht schon in einer früheren Zeile',
  too_long: 'ist zu lang',
  formula: 'würde von einer Tabellenkalkulation als Formel ausgeführt',
  phone_invalid: 'ist keine Telefonnummer',
  tags_too_many: 'sind zu viele',
}
const FILE: Record<TableProblem, string> = {
  too_large: 'Die Datei ist größer als 5 MiB. Teilen Sie sie auf.',
  too_many_rows: 'Die Datei hat mehr als 10.000 Zeilen. Teilen Sie sie auf.',
  no_email_column: 'Keine Spalte heißt „email“. Die erste Zeile der Datei benennt ihre Spalten.',
  empty: 'Die Datei hat eine Kopfzeile und keine Kontakte.',
  too_many_columns: 'Die Datei hat mehr als 50 Spalten und ist wohl keine Kontaktliste.',
  not_text: 'Das ist keine CSV-Datei in UTF-8.',
}
const FIELD: Record<string, string> = { name: 'Name', company: 'Firma', phone: 'Telefon' }

const contactsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'Kontakt' : 'Kontakte'}`

export const contacts: WordsOf<'contacts'> = {
  title: 'Kontakte',
  loading: 'Kontakte werden geladen',
  failed: 'Die Kontakte konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  more: 'Mehr anzeigen',
  empty: 'Noch keine Kontakte',
  emptyText:
    'Wer Ihnen über das Kontaktformular schreibt, erscheint hier. Sie können Kontakte hinzufügen oder eine Liste importieren.',
  noMatch: 'Kein Kontakt passt zu diesen Filtern',
  count: contactsOf,
  countOver: (count) => `Mehr als ${contactsOf(count)}`,
  source: (source) => SOURCE[source],
  consent: (consent) => CONSENT[consent],
  columns: {
    email: 'E-Mail',
    company: 'Firma',
    consent: 'Newsletterstatus',
    source: 'Herkunft',
    added: 'Hinzugefügt',
    details: 'Einzelheiten',
  },
  filters: {
    title: 'Filter',
    search: 'Name, E-Mail, Firma suchen',
    clearSearch: 'Suche leeren',
    clear: 'Filter leeren',
    all: 'Alle',
    source: 'Herkunft',
    consent: 'Newsletterstatus',
    tag: 'Schlagwort',
    from: 'Hinzugefügt ab',
    to: 'Hinzugefügt bis',
  },
  show: 'Anzeigen',
  showOne: (email) => `${email} anzeigen`,
  export: 'CSV exportieren',
  exportFailed: 'Nichts wurde exportiert',
  exported: 'Kontakte exportiert',
  failedChange: 'Nichts wurde geändert',
  bulk: {
    tag: 'Schlagwort hinzufügen',
    untag: 'Schlagwort entfernen',
    tagName: 'Schlagwort',
    tagSubmit: 'Schlagwort hinzufügen',
    untagSubmit: 'Schlagwort entfernen',
    tagged: (count) => `${contactsOf(count)} geändert`,
    remove: 'Löschen',
    ask: (count) => `${contactsOf(count)} löschen?`,
    askText:
      'Sie werden mit ihrem Verlauf endgültig gelöscht. Wer widerrufen hat, bleibt auf der Liste derer, die keine Newsletter bekommen.',
    yes: 'Löschen',
    no: 'Abbrechen',
    removed: (count) => `${contactsOf(count)} gelöscht`,
  },
  form: {
    add: 'Kontakt hinzufügen',
    title: 'Einen Kontakt hinzufügen',
    email: 'E-Mail',
    name: 'Vor- und Nachname',
    company: 'Firma',
    phone: 'Telefon',
    phoneWrong: 'Eine Telefonnummer hat Ziffern, Leerzeichen, Klammern, Punkte, Striche und ein Plus am Anfang.',
    tags: 'Schlagwörter',
    tagsHint: 'Durch Semikolon getrennt.',
    agreed: 'Diese Person hat in Newsletter eingewilligt',
    ground: 'Wie und wann sie eingewilligt hat',
    groundHint: 'Wird als Nachweis mit Ihrem Namen und der Zeit gespeichert.',
    submit: 'Kontakt hinzufügen',
    save: 'Speichern',
    busy: 'Wird gespeichert…',
    added: 'Kontakt hinzugefügt',
    saved: 'Kontakt gespeichert',
  },
  sheet: {
    loading: 'Kontakt wird geladen',
    failed: 'Der Kontakt konnte nicht geladen werden',
    facts: {
      source: 'Herkunft',
      added: 'Hinzugefügt',
      consent: 'Newsletterstatus',
      since: 'Seit',
      from: 'Durch',
      text: 'Wortlaut',
      address: 'Von Adresse',
    },
    from: { import: 'einen Import', stated: 'eine Erklärung Ihrer Organisation' },
    suppression: 'die Liste derer, die keine Newsletter bekommen',
    hashed: (hash) => `${hash} (ein Hash mit Schlüssel, nicht die Adresse)`,
    suppressed: (reason) => SUPPRESSED[reason] ?? reason,
    edit: 'Ändern',
    confirm: 'Einwilligung erklären',
    confirmTitle: 'Erklären, dass diese Person eingewilligt hat',
    confirmSubmit: 'Einwilligung erklären',
    withdraw: 'Widerruf vermerken',
    withdrawTitle: 'Vermerken, dass diese Person widerrufen hat',
    withdrawHint: 'Sie bekommt ab jetzt keine Newsletter, und nur sie selbst kann das ändern.',
    withdrawSubmit: 'Widerruf vermerken',
    ground: 'Was geschehen ist, und wann',
    done: 'Einwilligung vermerkt',
    timeline: 'Verlauf',
    by: (who) => `von ${who}`,
    kinds: {
      added: (source) => `Hinzugefügt: ${source}`,
      changed: (fields) => `Geändert: ${fields.map((field) => FIELD[field] ?? field).join(', ')}`,
      tags: (tags) => (tags.length === 0 ? 'Alle Schlagwörter entfernt' : `Schlagwörter: ${tags.join(', ')}`),
      consent: (state) => `Newsletterstatus: ${state}`,
      message: (subject) => `Schrieb über das Kontaktformular: ${subject}`,
      sent: (subject) => `Newsletter gesendet: ${subject}`,
      clicked: (subject) => `Folgte einem Link in: ${subject}`,
      bounced: 'Eine Mail kam zurück',
      complained: 'Meldete einen Newsletter als unerwünscht',
    },
  },
  import: {
    open: 'Importieren',
    title: 'Kontakte importieren',
    lead: 'Eine CSV-Datei mit Kopfzeile: email, dazu name, company, phone oder tags. Höchstens 10.000 Zeilen und 5 MiB. Vorhandene Kontakte behalten, was sie haben; nur leere Felder werden gefüllt.',
    file: (problem) => FILE[problem],
    ready: (rows, known) =>
      known === 0
        ? `${contactsOf(rows)} werden hinzugefügt`
        : `${contactsOf(rows - known)} werden hinzugefügt, ${formatCount(known)} sind schon da`,
    suppressed: (count) =>
      `${contactsOf(count)}: widerrufen oder nicht erreichbar. Sie bekommen auch nach dem Import keine Newsletter.`,
    wrong: (count) => `${formatCount(count)} ${count === 1 ? 'Zeile wird' : 'Zeilen werden'} ausgelassen`,
    row: (row, column, problem) => `Zeile ${formatCount(row)}, ${COLUMN[column]}: ${PROBLEM[problem]}`,
    column: (column) => COLUMN[column],
    furtherRows: (count) => `und ${formatCount(count)} weitere`,
    leftOut: (names) => `Spalten, die nicht gelesen werden: ${names.join(', ')}`,
    preview: 'Erste Zeilen',
    tags: 'Schlagwörter für alle',
    agreed: 'Die Menschen in dieser Liste haben in Newsletter eingewilligt',
    submit: (count) => `${contactsOf(count)} importieren`,
    busy: 'Wird importiert…',
    done: 'Import abgeschlossen',
    doneText: (added, changed) => `${formatCount(added)} hinzugefügt, ${formatCount(changed)} ergänzt`,
  },
}
