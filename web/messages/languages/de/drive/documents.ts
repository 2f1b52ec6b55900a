import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const documents: WordsOf<'documents'> = {
  title: 'Dokumente verwalten',
  search: 'Dateien suchen …',
  folders: 'Ordner',
  filters: (chosen) => `Ordner und Tags${chosen.length > 0 ? `: ${chosen.join(', ')}` : ''}`,
  allFiles: 'Alle Dateien',
  folderMenu: (name) => `Weitere Aktionen für den Ordner ${name}`,
  tagged: (names) => `Tags: ${names}`,
  tags: 'Tags',
  tagMenu: (name) => `Weitere Aktionen für das Tag ${name}`,
  noTags: 'Noch keine Tags',
  delete: 'Löschen',
  newTag: {
    open: 'Neues Tag',
    title: 'Neues Tag',
    label: 'Name des Tags',
    hint: 'Der Name wird verschlüsselt, bevor er gespeichert wird; die Farbe nicht.',
    color: 'Farbe',
    submit: 'Tag anlegen',
  },
  /** In a dialog for one file or several. */
  choose: {
    open: 'Tags …',
    titleMany: (count) => `Tags von ${formatCount(count)} Dateien`,
    own: (space) => `Tags gehören nur Ihnen: Die anderen Mitglieder von ${space} sehen sie nicht.`,
    createOn: 'Anlegen und hinzufügen',
    done: 'Fertig',
  },
  filter: {
    open: 'Nach Tag filtern',
    all: 'Alle Dateien zeigen',
    clear: (name) => `Nicht mehr nach ${name} filtern`,
    empty: 'Keine Datei hier hat diesen Tag',
  },
  removeTag: {
    title: (name) => `Tag ${name} löschen?`,
    text: 'Es wird von allen Dateien entfernt, die es haben. Die Dateien bleiben, wie sie sind.',
    submit: 'Tag löschen',
  },
  files: 'Dateien',
  menuOf: (name) => `Tags von ${name}`,
  addTag: (name) => `Tag ${name} vergeben`,
  removeFrom: (name) => `Tag ${name} entfernen`,
  noTagsToAdd: 'Legen Sie zuerst ein Tag an.',
  megabytes: (sizeBytes) => {
    const rounded = (sizeBytes / 1024 / 1024).toFixed(2).replace('.', ',')
    return rounded === '0,00' && sizeBytes > 0 ? '< 0,01 MB' : `${rounded} MB`
  },
  empty: 'Keine passenden Dateien gefunden',
  loading: 'Wird geladen …',
  colors: {
    '#6366f1': 'Indigo',
    '#8b5cf6': 'Violett',
    '#06b6d4': 'Cyan',
    '#10b981': 'Smaragd',
    '#f59e0b': 'Bernstein',
    '#ef4444': 'Rot',
    '#ec4899': 'Pink',
    '#84cc16': 'Limette',
  },
  toast: {
    tagCreated: 'Tag angelegt',
    tagDeleted: 'Tag gelöscht',
    added: (count) => (count === 1 ? 'Tag zur Datei hinzugefügt' : `Tag zu ${formatCount(count)} Dateien hinzugefügt`),
    removed: (count) => (count === 1 ? 'Tag von der Datei entfernt' : `Tag von ${formatCount(count)} Dateien entfernt`),
    fetchFailed: 'Die Tags konnten nicht geladen werden',
    createFailed: 'Das Tag konnte nicht angelegt werden',
    deleteFailed: 'Das Tag konnte nicht gelöscht werden',
    addFailed: 'Das Tag konnte nicht vergeben werden',
    removeFailed: 'Das Tag konnte nicht von der Datei entfernt werden',
  },
}
