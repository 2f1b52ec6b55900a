import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const people = (count: number) => (count === 1 ? '1 Person' : `${formatCount(count)} Personen`)

export const teams: WordsOf<'teams'> = {
  views: { label: 'Personen oder Teams', people: 'Personen', teams: 'Teams' },
  title: 'Teams',
  lead: 'Ein Team ist eine Liste von Personen. Es öffnet von sich aus nichts: Wer mit einem Team teilt, sieht jede Person darin und entscheidet.',
  loading: 'Teams werden geladen',
  failed: 'Die Teams konnten nicht geladen werden',
  retry: 'Erneut versuchen',
  empty: 'Noch keine Teams',
  emptyText: 'Legen Sie eines für Personen an, die oft zusammenarbeiten, etwa für eine Abteilung.',
  emptyMember: 'Eine Person, die Benutzer verwaltet, kann eines anlegen.',
  notFound: 'Kein Team heißt so',
  count: people,
  yours: 'Ihres',
  managed: 'Identitätsanbieter',
  managedText: 'Ihr Identitätsanbieter verwaltet dieses Team. Wer darin ist und wie es heißt, wird dort geändert.',
  open: 'Öffnen',
  openOf: (name) => `${name} öffnen`,
  create: 'Neues Team',
  form: {
    createTitle: 'Neues Team',
    editTitle: (name) => `${name} bearbeiten`,
    name: 'Name',
    nameLong: 'Ein Name hat höchstens 100 Zeichen.',
    nameLines: 'Ein Name ist eine Zeile Text.',
    description: 'Beschreibung',
    descriptionHint: 'Wofür das Team da ist. Alle in Ihrer Organisation können das lesen.',
    descriptionLong: 'Eine Beschreibung hat höchstens 500 Zeichen.',
    create: 'Team anlegen',
    creating: 'Wird angelegt…',
    save: 'Speichern',
    saving: 'Wird gespeichert…',
    created: 'Team angelegt',
    createdText: 'Nehmen Sie nun Personen auf.',
    saved: 'Team geändert',
    now: (name, description) =>
      description === ''
        ? `Es heißt jetzt „${name}“ und hat keine Beschreibung. Erneutes Speichern ersetzt das.`
        : `Es heißt jetzt „${name}“, mit der Beschreibung „${description}“. Erneutes Speichern ersetzt das.`,
  },
  sheet: {
    people: 'Personen',
    loading: 'Personen dieses Teams werden geladen',
    failed: 'Die Personen dieses Teams konnten nicht geladen werden',
    nobody: 'Noch niemand ist in diesem Team.',
    find: 'Im Team suchen',
    more: (count) => `${formatCount(count)} weitere anzeigen`,
    you: 'Sie',
    isNew: 'Hinzugefügt',
    noVault: 'Noch kein Tresor',
    remove: 'Entfernen',
    removeOf: (who) => `${who} aus dem Team entfernen`,
    add: 'Personen aufnehmen',
    addHint: 'Alle in Ihrer Organisation, die nicht in diesem Team sind.',
    addNone: 'Alle in Ihrer Organisation sind in diesem Team.',
    addFind: 'Nach Name oder Adresse suchen',
    addOne: 'Aufnehmen',
    addOf: (who) => `${who} in das Team aufnehmen`,
    note: 'Wer entfernt wird, behält die Dateien und Räume, die er öffnen kann. Um das zu beenden, ändern Sie die Mitglieder des Raums oder beenden Sie die Freigabe der Datei.',
    save: 'Personen speichern',
    saving: 'Wird gespeichert…',
    saved: 'Personen des Teams gespeichert',
    saveFailed: 'Die Personen des Teams wurden nicht geändert',
    changes: (added, removed) =>
      [added > 0 ? `${people(added)} kommen dazu` : '', removed > 0 ? `${people(removed)} werden entfernt` : '']
        .filter(Boolean)
        .join(', ')
        .replace('1 Person kommen', '1 Person kommt')
        .replace('1 Person werden', '1 Person wird'),
    unsaved: {
      title: 'Änderungen verwerfen?',
      text: 'Sie haben geändert, wer in diesem Team ist, und nicht gespeichert.',
      keep: 'Weiter bearbeiten',
      discard: 'Verwerfen',
    },
    edit: 'Name und Beschreibung bearbeiten',
    delete: 'Team löschen',
  },
  remove: {
    title: (name) => `${name} löschen?`,
    ends: 'Das Team kann nicht mehr gewählt werden, und Teamräume zeigen nicht mehr, wer dazukam oder es verließ.',
    stays:
      'Seine Personen behalten alles, was sie öffnen können: Dateien, die mit ihnen geteilt wurden, und Räume, in denen sie sind. Niemand wird aus der Organisation entfernt.',
    label: (name) => `Geben Sie ${name} ein, um es zu löschen`,
    wrong: 'So heißt das Team nicht.',
    confirm: 'Team löschen',
    busy: 'Wird gelöscht…',
    done: 'Team gelöscht',
    failed: 'Das Team wurde nicht gelöscht',
  },
  choose: {
    title: 'Ein Team hinzufügen',
    hint: 'Seine Personen kommen einzeln auf die Liste. Sehen Sie sich jede an, bevor Sie speichern: Der Server sagt, wer in einem Team ist.',
    label: 'Team',
    option: (name, count) => `${name} (${people(count)})`,
    add: 'Personen hinzufügen',
    failed: 'Die Personen des Teams konnten nicht hinzugefügt werden',
    done: (name, count) =>
      count === 0 ? `Aus ${name} fehlte niemand.` : `${people(count)} aus ${name} auf der Liste.`,
  },
  left: {
    blocked: (name, who) =>
      `Aus ${name} ausgelassen, weil ihre Schlüssel nicht die sind, die Sie zuvor gesehen haben: ${who}. Fragen Sie persönlich nach.`,
    withoutVault: (name, who) => `Aus ${name}, noch ohne Tresor: ${who}.`,
    strangers: (name, count) =>
      count === 1
        ? `Der Server zählt 1 Person zu ${name}, die nicht in Ihrer Organisation ist. Sie wird ausgelassen.`
        : `Der Server zählt ${formatCount(count)} Personen zu ${name}, die nicht in Ihrer Organisation sind. Sie werden ausgelassen.`,
  },
  share: {
    hint: 'Der Name eines Teams setzt seine Personen auf die Liste.',
    suggestion: (count) => `Team, ${people(count)}`,
    nobody: (name) => `Niemandem aus ${name} kann eine Datei gegeben werden.`,
    takeOut: 'Auslassen',
    takeOutOf: (who) => `${who} auslassen`,
  },
  space: {
    title: 'Teams dieses Raums',
    missing: (name, count) =>
      count === 1
        ? `1 Person aus ${name} ist nicht in diesem Raum.`
        : `${formatCount(count)} Personen aus ${name} sind nicht in diesem Raum.`,
    add: 'Hinzufügen',
    addOf: (name) => `Fehlende Personen aus ${name} hinzufügen`,
    leaveOut: 'Auslassen',
    leaveOutOf: (name) => `Fehlende Personen aus ${name} auslassen`,
    gone: (name, count) =>
      count === 1
        ? `1 Person ist nicht mehr in ${name}.`
        : `${formatCount(count)} Personen sind nicht mehr in ${name}.`,
    takeOut: 'Aus dem Raum entfernen',
    takeOutOf: (name) => `Wer ${name} verlassen hat, aus dem Raum entfernen`,
    keep: 'Im Raum behalten',
    keepOf: (name) => `Wer ${name} verlassen hat, im Raum behalten`,
    same: (name) => `Alle aus ${name} sind in diesem Raum oder wurden ausgelassen.`,
    unknown: {
      failed:
        'Wer den Teams dieses Raums beigetreten ist oder sie verlassen hat, ist nicht bekannt: Personen oder ihre Schlüssel konnten nicht verglichen werden',
      retry: 'Erneut versuchen',
    },
    forget: 'Vergessen',
    forgetOf: (name) => `Vergessen, dass dieser Raum für ${name} ist`,
    forgetNote: 'Ein Team zu vergessen ändert niemandes Zugang.',
    failed: 'Das wurde nicht vermerkt',
    notNoted: 'Die Mitglieder wurden gespeichert, aber der Raum merkt sich das Team nicht',
    look: 'Mitglieder ansehen',
  },
  own: {
    title: 'Ihre Teams',
    lead: 'Eine Administratorin, ein Administrator oder Ihr Identitätsanbieter entscheidet, wer in einem Team ist.',
    none: 'Sie sind in keinem Team.',
  },
}
