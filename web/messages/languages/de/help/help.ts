import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'
import { fileTopics } from './help-files.ts'
import { peopleTopics } from './help-people.ts'

export const help: WordsOf<'help'> = {
  title: 'Hilfe',
  lead: 'Kurze Anleitungen zu dem, was hier möglich ist. Jede sagt, was Sie drücken und was dann geschieht.',
  search: 'Anleitungen suchen',
  clearSearch: 'Suche löschen',
  start: 'Erste Schritte',
  index: 'Themen',
  topics: [...fileTopics, ...peopleTopics],
  found: (count) => `${formatCount(count)} ${count === 1 ? 'Anleitung' : 'Anleitungen'} gefunden`,
  empty: 'Keine Anleitung gefunden',
  emptyText: 'Versuchen Sie ein anderes Wort, zum Beispiel „Passwort“ oder „hochladen“.',
  shortcutsTitle: 'Tastenkürzel',
  shortcutsLead: 'Drücken Sie auf einer beliebigen Seite ?, um sie zu sehen.',
  shortcuts: [
    {
      title: 'Überall',
      keys: [
        [['mod', 'K'], 'Zu einer Seite, einer Aktion oder einer Datei gehen'],
        [['?'], 'Diese Tastenkürzel zeigen'],
        [['/'], 'Auf dieser Seite suchen'],
        [['mod', 'B'], 'Seitenleiste zeigen oder verbergen'],
        [['Alt', 'S'], 'Zum Inhalt springen'],
        [['Esc'], 'Schließen, was offen ist; Auswahl aufheben'],
      ],
    },
    {
      title: 'In der Liste der Dateien',
      keys: [
        [['↑', '↓'], 'Zwischen Dateien wechseln; bei Kacheln auch mit ← und →'],
        [['Shift', '↓'], 'Von hier bis dort auswählen'],
        [['Leertaste'], 'Vorschau der Datei'],
        [['Ctrl', 'Leertaste'], 'Datei auswählen oder Auswahl aufheben'],
        [['mod', 'A'], 'Alle Dateien auswählen'],
        [['Eingabe'], 'Einen Ordner öffnen, Vorschau einer Datei'],
        [['I'], 'Details der Datei zeigen'],
        [['F2'], 'Umbenennen'],
        [['Entf'], 'In den Papierkorb legen'],
        [['mod', 'C'], 'Ausgewählte Dateien zum Kopieren bereithalten'],
        [['mod', 'V'], 'In den offenen Ordner kopieren'],
        [['mod', 'Z'], 'Letztes Verschieben, Kopieren, Löschen oder Umbenennen zurücknehmen'],
        [['Shift', 'F10'], 'Menü der Datei öffnen'],
        [['A–Z'], 'Zum Namen springen, der so beginnt'],
      ],
    },
  ],
  showShortcuts: 'Tastenkürzel zeigen',
}
