import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

export const list: WordsOf<'list'> = {
  columns: {
    open: 'Spalten',
    all: 'Alle Spalten zeigen',
  },
  views: {
    title: 'Gespeicherte Ansichten',
    save: 'Ansicht speichern',
    saveTitle: 'Diese Filter als Ansicht speichern',
    renameTitle: 'Ansicht umbenennen',
    name: 'Name',
    nameMissing: 'Eine Ansicht braucht einen Namen',
    hint: 'Sie finden sie in jedem Browser, in dem Sie sich anmelden. Der Server kennt ihren Namen und ihre Filter.',
    submit: 'Speichern',
    saved: 'Ansicht gespeichert',
    changed: (name) => `${name} (geändert)`,
    more: (name) => `Mehr zur Ansicht ${name}`,
    rename: 'Umbenennen',
    update: 'Jetzige Filter speichern',
    remove: 'Ansicht löschen',
    removed: 'Ansicht gelöscht',
    failedRead: 'Ihre gespeicherten Ansichten konnten nicht gelesen werden',
    failed: 'Die Ansicht wurde nicht geändert',
    retry: 'Erneut versuchen',
  },
  chosen: {
    column: 'Auswählen',
    one: (name) => `${name} auswählen`,
    all: 'Alle angezeigten auswählen',
    count: (count) => `${formatCount(count)} ausgewählt`,
    clear: 'Aufheben',
    failed: (failed, all) =>
      failed === all
        ? 'Nichts wurde geändert:'
        : `${formatCount(failed)} von ${formatCount(all)} wurden nicht geändert:`,
    reason: (name, reason) => `${name}: ${reason}`,
    further: (count) => `und ${formatCount(count)} weitere`,
    working: (done, all) => `${formatCount(done)} von ${formatCount(all)}`,
  },
  menu: {
    column: 'Mehr',
    more: (name) => `Mehr zu ${name}`,
  },
  panel: {
    previous: 'Vorige Zeile',
    next: 'Nächste Zeile',
    raw: 'Rohdaten',
    copy: 'JSON kopieren',
    copied: 'Kopiert',
    copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Der Text steht hier.',
  },
  imports: {
    choose: 'Datei wählen',
    reading: 'Datei wird gelesen',
    file: 'Datei',
    encoding: 'Zeichensatz',
    separator: 'Trennzeichen',
    separators: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator' },
    noSeparator: 'keines, eine Spalte',
    leftOut: 'Nicht gelesen',
    columns: (used, all) => `Spalten: ${used} von ${all} werden gelesen`,
    columnNo: (place) => `Spalte ${place}`,
  },
}
