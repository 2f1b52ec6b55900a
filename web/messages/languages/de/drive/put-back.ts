import type { WordsOf } from '../../catalogue.ts'

export const putBack: WordsOf<'putBack'> = {
  title: 'Änderungen zurücknehmen',
  titleOf: (name) => `Änderungen an ${name} zurücknehmen`,
  lead: (days, versionDays) =>
    `Wie Dateien und Ordner hießen und wo sie waren, bleibt nach einer Änderung ${days} Tage erhalten, gelöschte Versionen ${versionDays}. Ihr Browser hat die Signatur jedes Standes einer Datei geprüft, der hier gezeigt wird.`,
  since: 'Geändert in den letzten',
  spans: {
    hour: '60 Minuten',
    day: '24 Stunden',
    three: '3 Tagen',
    week: '7 Tagen',
    month: '30 Tagen (gelöschte Versionen)',
  },
  loading: (done, count) => (count === 0 ? 'Es wird gelesen, was aufbewahrt ist' : `${done} von ${count} geprüft`),
  progress: 'Prüfung dessen, was aufbewahrt ist',
  failed: 'Was aufbewahrt ist, konnte nicht geladen werden',
  empty: 'Nichts zurückzunehmen',
  emptyText: 'In dieser Zeit wurde nichts geändert oder gelöscht, was sich zurücknehmen ließe.',
  refused: (count) =>
    count === 1
      ? 'Ein aufbewahrter Stand wurde verändert oder beschädigt. Er wird nicht angeboten.'
      : `${count} aufbewahrte Stände wurden verändert oder beschädigt. Sie werden nicht angeboten.`,
  list: 'Was sich zurücknehmen lässt',
  all: 'Alle auswählen',
  more: (count) => `und ${count} weitere, die auch zurückgenommen werden`,
  renamed: (now) => `Heißt jetzt ${now}`,
  moved: (now) => `Jetzt in ${now}`,
  renamedAndMoved: (now, folder) => `Heißt jetzt ${now}, in ${folder}`,
  damaged: 'Jetzt beschädigt, lässt sich nicht öffnen',
  goesTo: (folder) => `kommt nach ${folder}`,
  changed: (when) => `geändert ${when}`,
  signed: (when, who) => `signiert ${when} von ${who}`,
  you: 'Ihnen',
  versionsOf: (name, count) =>
    count === 1 ? `Gelöschte Version von ${name}` : `${count} gelöschte Versionen von ${name}`,
  versions: (numbers, when) => `Version ${numbers}, gelöscht ${when}`,
  submit: (count) => `${count} zurücknehmen`,
  running: (done, count) => `${done} von ${count} zurückgenommen`,
  stop: 'Anhalten',
  done: (count) => (count === 1 ? '1 wurde zurückgenommen.' : `${count} wurden zurückgenommen.`),
  stopped: (count) => `${count} wurden nicht versucht, weil Sie angehalten haben.`,
  notDone: (count) =>
    count === 1 ? 'Eines ließ sich nicht zurücknehmen:' : `${count} ließen sich nicht zurücknehmen:`,
  close: 'Schließen',
}
