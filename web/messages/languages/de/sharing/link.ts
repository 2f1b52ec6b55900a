import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const link: WordsOf<'link'> = {
  title: 'Mit Ihnen wurde eine Datei geteilt',
  opening: 'Der Link wird geöffnet …',
  size: 'Größe',
  sender: 'Geteilt von',
  senderHidden: 'Ohne Angabe',
  expires: 'Link endet',
  several: {
    title: 'Mit Ihnen wurden Dateien geteilt',
    files: (count) => `${formatCount(count)} ${count === 1 ? 'Datei' : 'Dateien'}`,
    list: 'Dateien dieses Links',
    all: 'Alle herunterladen',
    rest: (count) => `Die übrigen ${formatCount(count)} herunterladen`,
    zip: 'Als eine ZIP-Datei.',
    downloadFile: (name) => `${name} herunterladen`,
    previewFile: (name) => `Vorschau von ${name}`,
    more: (count) => `${formatCount(count)} weitere anzeigen`,
    missing: 'Fehlt',
    missingText: (count) =>
      `${count === 1 ? 'Eine Datei ist' : `${formatCount(count)} Dateien sind`} hier nicht mehr verfügbar. Die anderen lassen sich öffnen.`,
    damaged: 'Beschädigt',
    failed: (name, sentence) => `${name}: ${sentence}`,
    saved: (name) => `${name} ist gespeichert. Jedes Byte wurde gegen das Siegel des Eigentümers geprüft.`,
    how: 'Ihr Browser entschlüsselt diese Dateien mit dem Geheimnis am Ende des Links. Der Server speichert versiegelte Bytes und sieht dieses Geheimnis nie.',
    counts:
      'Das Öffnen einer Datei zählt als einer dieser Downloads. Alles, was Sie hier innerhalb einer Stunde in diesem Tab öffnen, zählt einmal.',
    onVisit: (until, left) =>
      `Für diesen Tab einmal gezählt: Sie können die Dateien hier bis ${until} öffnen und herunterladen.${left === 0 ? ' Es war der letzte Download dieses Links.' : ''}`,
  },
  left: 'Downloads übrig',
  leftValue: (count) => formatCount(count),
  download: 'Datei herunterladen',
  downloading: 'Wird heruntergeladen …',
  again: 'Noch einmal herunterladen',
  progress: (name) => `Fortschritt von ${name}`,
  decrypting: (done, all) => `Wird heruntergeladen und entschlüsselt, ${done} von ${all}`,
  saved: 'Gespeichert. Jedes Byte wurde gegen das Siegel des Eigentümers geprüft.',
  usedUp:
    'Das war der letzte Download dieses Links. Brauchen Sie die Datei noch einmal, bitten Sie die Person, die sie geteilt hat, um einen neuen Link.',
  preview: 'Vorschau',
  counts:
    'Das Öffnen der Datei zählt als einer dieser Downloads. Vorschau und Download innerhalb einer Stunde in diesem Tab zählen einmal.',
  onVisit: (until, left) =>
    `Für diesen Tab einmal gezählt: Sie können die Datei hier bis ${until} ansehen und herunterladen.${left === 0 ? ' Es war der letzte Download dieses Links.' : ''}`,
  how: 'Ihr Browser entschlüsselt diese Datei mit dem Geheimnis am Ende des Links. Der Server speichert versiegelte Bytes und sieht dieses Geheimnis nie.',
  unsigned:
    'Den Namen bei „Geteilt von“ hat die Person geschrieben, die den Link erstellt hat. Fragen Sie im Zweifel nach.',
  password: {
    title: 'Dieser Link hat ein Passwort',
    lead: 'Das Passwort hat, wer Ihnen den Link geschickt hat. Es wird Teil des Schlüssels: Der Server kann es weder prüfen noch zurücksetzen.',
    label: 'Passwort',
    submit: 'Datei öffnen',
    busy: 'Wird geöffnet …',
  },
  over: {
    share_link_revoked: 'Dieser Link wurde beendet',
    share_link_expired: 'Dieser Link ist abgelaufen',
    share_link_used_up: 'Dieser Link ist aufgebraucht',
    share_link_unavailable: 'Datei nicht verfügbar',
    share_link_unknown: 'Diesen Link gibt es nicht',
    share_link_damaged: 'Dieser Link lässt sich nicht öffnen',
  },
  incomplete: {
    title: 'Ein Teil dieses Links fehlt',
    text: 'Das Geheimnis am Ende der Adresse, nach dem Zeichen #, ist nicht angekommen. Kopieren Sie den ganzen Link noch einmal, bis zum letzten Zeichen.',
  },
  failed: 'Der Link konnte nicht geöffnet werden',
  retry: 'Erneut versuchen',
  downloadFailed: (sentence) => `Fehler beim Herunterladen. ${sentence}`,
}
