import { LIMITS } from '#contract/limits.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const DAYS = `${LIMITS.trashDays} Tage`
const IN_DAYS = `${LIMITS.trashDays} Tagen`
const elements = (count: number) => (count === 1 ? '1 Element' : `${formatCount(count)} Elemente`)
/** One thing by its name, several by their number. */
const named = (names: readonly string[]) => (names.length === 1 ? (names[0] ?? '') : elements(names.length))
/** With the verb that follows: "was" for one, "were" for several. */
const namedWere = (names: readonly string[]) => `${named(names)} ${names.length === 1 ? 'wurde' : 'wurden'}`

export const items: WordsOf<'items'> = {
  list: 'Dateien und Ordner',
  named,
  folder: 'Ordner',
  fetchFailed: 'Die Ordner konnten nicht geladen werden',
  holds: elements,
  summary: (folders, files) =>
    [
      folders > 0 ? `${formatCount(folders)} Ordner` : '',
      files > 0 || folders === 0 ? `${formatCount(files)} ${files === 1 ? 'Datei' : 'Dateien'}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  found: (count) => `${elements(count)} gefunden`,
  selectAll: 'Alle Dateien und Ordner auswählen',
  where: (place) => `in ${place}`,
  up: (name) => `Hinauf zu ${name}`,
  more: 'Ordner dazwischen',
  moreTools: 'Neuer Ordner und mehr',
  views: { label: 'Ansicht', all: 'Alle Dateien', starred: 'Markiert', trash: 'Papierkorb' },
  layout: { label: 'Darstellung', list: 'Liste', tiles: 'Kacheln' },
  open: 'Öffnen',
  emptyFolder: { title: 'Dieser Ordner ist leer', text: 'Legen Sie Dateien hier ab, oder laden Sie welche hoch.' },
  folderGone: {
    title: 'Dieser Ordner ist nicht hier',
    text: 'Er wurde gelöscht oder gehört zu einem anderen Tresor.',
    action: 'Zu meinen Dateien',
  },
  emptyStarred: {
    title: 'Nichts markiert',
    text: 'Markieren Sie Dateien und Ordner mit einem Stern, um sie hier wiederzufinden.',
  },
  star: {
    on: 'Markieren',
    off: 'Markierung entfernen',
    onOf: (name) => `${name} markieren`,
    offOf: (name) => `Markierung von ${name} entfernen`,
    is: 'Markiert',
    failed: 'Die Markierung konnte nicht geändert werden',
  },
  newFolder: {
    open: 'Neuer Ordner',
    title: 'Neuer Ordner',
    label: 'Name des Ordners',
    hint: 'Der Name wird verschlüsselt, bevor er gespeichert wird.',
    submit: 'Ordner anlegen',
    created: 'Ordner angelegt',
    failed: 'Der Ordner konnte nicht angelegt werden',
  },
  rename: {
    folder: 'Ordner umbenennen',
    folderDone: 'Ordner umbenannt',
    folderText: (name) => `Der Ordner heißt jetzt ${name}`,
    folderFailed: 'Der Ordner konnte nicht umbenannt werden',
  },
  move: {
    open: 'Verschieben nach …',
    selected: 'Verschieben',
    title: (names) => `${named(names)} verschieben`,
    tree: 'Ordner',
    hint: 'Pfeiltasten gehen durch die Ordner; rechts öffnet einen.',
    submit: 'Hierher verschieben',
    here: 'Es liegt schon in diesem Ordner.',
    inside: 'Ein Ordner kann nicht in sich selbst verschoben werden.',
    done: (names, to) => `${namedWere(names)} nach ${to} verschoben`,
    failed: 'Das Verschieben ist fehlgeschlagen',
  },
  copy: {
    here: 'Kopie anlegen',
    open: 'Kopieren nach …',
    selected: 'Kopieren',
    title: (names) => `${named(names)} kopieren`,
    tree: 'Meine Dateien, Teamräume und ihre Ordner',
    hint: 'Pfeiltasten gehen durch die Ordner; rechts öffnet einen. Der Inhalt wird nicht noch einmal gesendet.',
    treeFailed: (place) => `Die Ordner von ${place} konnten nicht gelesen werden.`,
    submit: 'Hierher kopieren',
    busy: (names) => `${named(names)} ${names.length === 1 ? 'wird' : 'werden'} kopiert …`,
    done: (names, to) => `${namedWere(names)} nach ${to} kopiert`,
    failed:
      'Das Kopieren ist fehlgeschlagen. Nichts wurde geändert, und was vorher schon kopiert war, wurde zurückgenommen.',
    held: (names) => `${named(names)} zum Kopieren bereit`,
    heldText: (key) => `Öffnen Sie einen Ordner, hier oder in einem Teamraum, und drücken Sie ${key}+V.`,
    along: {
      title: (names, to) => `${named(names)} nach ${to} kopieren?`,
      look: (count) =>
        `Mit allem, was darin ist, ${count === 1 ? 'geht eine Datei' : `gehen ${formatCount(count)} Dateien`} mit. Sehen Sie die Namen durch: Bei älteren Ordnern sagt der Server, welcher in welchem liegt.`,
      names: 'Was mitgeht',
      submit: 'Kopieren',
    },
  },
  trash: {
    done: (names) => `${namedWere(names)} in den Papierkorb gelegt`,
    note: `Nach ${IN_DAYS} wird endgültig gelöscht.`,
    sharedNote: 'Geteilte Zugriffe und Links ruhen bis zur Wiederherstellung.',
    losers: (people, links, files) => {
      const who = [
        people > 0 ? `${formatCount(people)} ${people === 1 ? 'Person' : 'Personen'}` : '',
        links > 0 ? `${formatCount(links)} ${links === 1 ? 'Link' : 'Links'}` : '',
      ].filter(Boolean)
      const verb = people + links === 1 ? 'kann' : 'können'
      return `${who.join(' und ')} ${verb} ${files === 1 ? 'die Datei' : 'die Dateien'} nicht öffnen, solange ${files === 1 ? 'sie im Papierkorb ist' : 'sie im Papierkorb sind'}.`
    },
    sharedAgain: 'Was geteilt war, ist für dieselben Personen und Links wieder offen.',
    deleteSelected: 'Löschen',
    intro: `Was hier liegt, wird nach ${IN_DAYS} endgültig gelöscht.`,
    from: 'Ursprünglicher Ort',
    when: 'Gelöscht',
    empty: { title: 'Der Papierkorb ist leer', text: `Was Sie löschen, bleibt ${DAYS} hier.` },
    restore: 'Wiederherstellen',
    restoreOf: (name) => `${name} wiederherstellen`,
    restored: (names, place) => `${namedWere(names)} in ${place} wiederhergestellt`,
    movedHome: (count) =>
      `${elements(count)} ${count === 1 ? 'liegt' : 'liegen'} jetzt in „Meine Dateien“, weil der Ordner fehlt oder im Papierkorb ist.`,
    restoreFailed: 'Das Wiederherstellen ist fehlgeschlagen',
    deleteForever: 'Endgültig löschen',
    deleteOf: (name) => `${name} endgültig löschen`,
    emptyAll: 'Papierkorb leeren',
    titleOf: (names) => `${named(names)} endgültig löschen?`,
    titleAll: 'Papierkorb leeren?',
    text: 'Die verschlüsselten Bytes und ihre Schlüssel werden entfernt, mit allem, was in Ordnern liegt. Es gibt keinen Weg zurück.',
    deletedMany: (count) => `${elements(count)} ${count === 1 ? 'wurde' : 'wurden'} endgültig gelöscht`,
    deletedTitle: 'Endgültig gelöscht',
    folderDeleted: 'Ordner gelöscht',
    folderFailed: 'Der Ordner konnte nicht gelöscht werden',
  },
  zip: {
    open: 'Als ZIP herunterladen',
    empty: 'Darin ist keine Datei.',
    done: (name) => `${name} wurde entschlüsselt und heruntergeladen`,
    failedAt: (path, reason) => `Fehlgeschlagen bei ${path}; vom Archiv wurde nichts gespeichert. ${reason}`,
  },
  undone: 'Rückgängig gemacht',
  conflict: {
    title: (count) =>
      count === 1
        ? 'Eine Datei dieses Namens ist schon hier'
        : `${formatCount(count)} Dateien mit denselben Namen sind schon hier`,
    more: (count) => `und ${formatCount(count)} weitere`,
    rest: (count) =>
      count === 1
        ? 'Die andere läuft weiter, ohne zu warten.'
        : `Die anderen ${formatCount(count)} laufen weiter, ohne zu warten.`,
    choices: 'Was geschehen soll',
    replace: 'Ersetzen',
    replaceHint: `Die Datei, die hier ist, kommt für ${DAYS} in den Papierkorb.`,
    versionHint: 'Was jetzt hier ist, bleibt als frühere Version. Links zu der Datei enden.',
    keepBoth: 'Beide behalten',
    keepBothHint: (name) => `Die neue heißt ${name}.`,
    skip: 'Überspringen',
    skipHint: 'Die Datei, die hier ist, bleibt; die neue bleibt, wo sie ist.',
    submit: 'Weiter',
  },
  folderUpload: {
    unread: (names: readonly string[]) =>
      `Dieser Browser konnte ${listed(names)} nicht lesen. Alles andere wird gespeichert.`,
    unmade: (names: readonly string[]) => `Nicht gespeichert: ${listed(names)}.`,
    again: 'Noch einmal versuchen',
    open: 'Ordner hochladen',
    files: 'Dateien hochladen',
    failed: 'Die Ordner konnten nicht angelegt werden',
    failedText: 'Von diesem Ordner wurde nichts hochgeladen. Versuchen Sie es noch einmal.',
    empty: 'In diesem Ordner ist keine Datei.',
  },
}

const MAX_NAMED = 3

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} und ${names.length - MAX_NAMED} weitere` : shown
}
