import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const ROLE: Record<SpaceRole, { label: string; hint: string }> = {
  manager: { label: 'Leitung', hint: 'Bestimmt, wer zum Teamraum gehört, und ändert, was darin ist.' },
  editor: { label: 'Bearbeitung', hint: 'Fügt Dateien hinzu, ändert und löscht sie.' },
  viewer: { label: 'Ansicht', hint: 'Öffnet Dateien und lädt sie herunter.' },
}
const people = (count: number) => (count === 1 ? '1 Person' : `${formatCount(count)} Personen`)

export const spaces: WordsOf<'spaces'> = {
  title: 'Teamräume',
  lead: 'Dateien, die mehrere Personen teilen. Nur die Mitglieder eines Teamraums können öffnen, was darin ist, nicht einmal die Verwaltung kann es.',
  list: 'Teamräume',
  one: 'Teamraum',
  open: (name) => `${name} öffnen`,
  create: 'Neuer Teamraum',
  loading: 'Teamräume werden geladen',
  failed: 'Die Teamräume konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  empty: 'Noch keine Teamräume',
  emptyText:
    'Legen Sie einen für ein Projekt oder eine Abteilung an. Seine Mitglieder sehen alles darin, auch was vor ihnen da war.',
  members: people,
  role: (role) => ROLE[role].label,
  roleHint: (role) => ROLE[role].hint,
  since: (when) => `Seit ${when}`,
  refused: 'Nicht vertrauenswürdig',
  problem: {
    key_changed:
      'Die Schlüssel einer Person aus der Leitung dieses Teamraums sind nicht die, die Sie früher gesehen haben. Nichts wurde geöffnet; vergleichen Sie die Sicherheitsnummer mit ihr auf der Seite Team.',
    space_refused:
      'Die Mitgliederliste ist nicht die, die jemand aus der Leitung des Teamraums signiert hat, oder älter als eine, die Sie gesehen haben. Nichts wurde geöffnet; fragen Sie die Leitung.',
  },
  gone: {
    title: 'Dieser Teamraum ist nicht hier',
    text: 'Er wurde gelöscht, oder Sie gehören nicht mehr dazu.',
    action: 'Alle Teamräume',
  },
  viewing:
    'Sie können hier Dateien öffnen und herunterladen. Möchten Sie welche hinzufügen, fragen Sie die Leitung des Teamraums.',
  leavers: {
    notice: (names, count) =>
      `Der Server sagt, dass ${names} nicht mehr zu diesem Teamraum ${count === 1 ? 'gehört' : 'gehören'}. Bis sein Schlüssel geändert ist, ${count === 1 ? 'kennt diese Person' : 'kennen diese Personen'} den Schlüssel von allem, was hier hinzukommt.`,
    action: 'Schlüssel ändern',
    title: 'Schlüssel dieses Teamraums ändern?',
    text: (names) =>
      `Endgültig entfernt: ${names}. Was ab jetzt hinzukommt, lässt sich dort nicht mehr öffnen. Falls Sie das nicht erwarten, fragen Sie zuerst nach: Nur der Server sagt, dass jemand gegangen ist.`,
  },
  newSpace: {
    title: 'Neuer Teamraum',
    name: 'Name',
    nameHint: 'Nur seine Mitglieder können ihn lesen.',
    submit: 'Teamraum anlegen',
    busy: 'Wird angelegt …',
    done: 'Teamraum angelegt',
    failed: 'Der Teamraum wurde nicht angelegt',
  },
  manage: {
    open: 'Mitglieder',
    title: (name) => `Mitglieder von ${name}`,
    people: 'Mitglieder',
    add: 'Person hinzufügen',
    addHint: 'Alle in Ihrer Organisation, die ihren Tresor angelegt haben.',
    addNone: 'Alle in Ihrer Organisation, die ihren Tresor angelegt haben, sind in der Liste.',
    keys: {
      failed:
        'Die Schlüssel dieser Personen konnten nicht verglichen werden, deshalb kann gerade niemand hinzugefügt werden',
      retry: 'Erneut versuchen',
    },
    find: 'Nach Name oder Adresse suchen',
    roleOf: (who) => `Rolle von ${who}`,
    addOf: (who) => `${who} hinzufügen`,
    added: 'Hinzufügen',
    you: 'Sie',
    removeOf: (who) => `${who} entfernen`,
    remove: 'Entfernen',
    submit: 'Mitglieder speichern',
    unsaved: {
      note: 'Änderungen noch nicht gespeichert',
      title: 'Änderungen verwerfen?',
      text: 'Sie haben die Mitglieder dieses Teamraums geändert und noch nicht gespeichert.',
      keep: 'Weiter bearbeiten',
      discard: 'Verwerfen',
    },
    space: 'Dieser Teamraum',
    saving: 'Wird gespeichert …',
    saved: 'Mitglieder gespeichert',
    savedText: 'Wer entfernt wurde, kann ab jetzt Hinzugefügtes nicht öffnen.',
    failed: 'Die Mitglieder wurden nicht geändert',
    oneManager:
      'Der Teamraum hat nur eine Person in der Leitung. Geht dieses Konto verloren, kann niemand mehr ändern, wer dazugehört: Geben Sie noch jemandem die Leitung.',
    noManager: 'Ein Teamraum braucht mindestens eine Person in der Leitung.',
    note: 'Wird jemand entfernt, ändert sich der Schlüssel des Teamraums. Was die Person vorher geöffnet oder heruntergeladen hat, kann sie behalten haben.',
    code: 'Code dieser Mitgliederliste',
    codeText:
      'Alle Mitglieder sehen dieselben Ziffern, bis sich die Liste ändert. Hat jemand andere, zeigt Ihnen der Server verschiedene Listen: Speichern Sie hier nichts und sagen Sie es Ihrer Verwaltung.',
    keyChanged: 'Schlüssel geändert',
    keyFailed: 'Der Schlüssel wurde nicht geändert',
    rename: 'Teamraum umbenennen',
    renameName: 'Neuer Name',
    renamed: 'Teamraum umbenannt',
    renameFailed: 'Der Teamraum wurde nicht umbenannt',
    leave: 'Teamraum verlassen',
    leaveTitle: (name) => `${name} verlassen?`,
    leaveText:
      'Sie können nicht mehr öffnen, was darin ist, bis die Leitung Sie wieder hinzufügt. Was Sie dort gespeichert haben, bleibt.',
    left: 'Sie haben den Teamraum verlassen',
    leaveFailed: 'Sie haben den Teamraum nicht verlassen',
    delete: 'Teamraum löschen',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText:
      'Alle Dateien und Ordner darin werden für alle Mitglieder endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteLabel: (name) => `Geben Sie zum Löschen ${name} ein`,
    deleteWrong: 'Das ist nicht der Name des Teamraums.',
    deleteConfirm: 'Für alle löschen',
    deleting: 'Wird gelöscht …',
    deleted: 'Teamraum gelöscht',
    deleteFailed: 'Der Teamraum wurde nicht gelöscht',
  },
  shareCopy: {
    title: (names) => `Eine Kopie von ${names} teilen`,
    text: (space) =>
      `Wer die Dateien von ${space} öffnen kann, gilt für den ganzen Bereich. Um sie mit anderen oder über einen Link zu teilen, speichern Sie eine Kopie in „Meine Dateien“ und teilen diese. Sie gehört nur Ihnen: Die Mitglieder sehen sie nicht, und Änderungen im Bereich ändern die Kopie nicht.`,
    submit: 'Kopie speichern und teilen',
  },
}
