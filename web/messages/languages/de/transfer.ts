import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const fileCount = (count: number) => (count === 1 ? '1 Datei' : `${formatCount(count)} Dateien`)
const uploads = (count: number) => (count === 1 ? '1 Upload' : `${formatCount(count)} Uploads`)

export const transfers: WordsOf<'transfers'> = {
  locked: {
    title: 'Die Datei wurde nicht angenommen',
    text: 'Zuerst muss der Tresor geöffnet sein. Geben Sie Ihr Passwort ein und ziehen Sie die Datei dann noch einmal hierher.',
  },
  failedOne: (sentence, name, reason) => `${sentence}: ${name}. ${reason}`,
  show: 'Zeigen',
  region: 'Übertragungen',
  uploading: (at, total) => `Upload ${formatCount(at)} von ${formatCount(total)} läuft`,
  paused: (count) => `${uploads(count)} angehalten`,
  failed: (count) => `${uploads(count)} fehlgeschlagen`,
  andStored: (title, count) => (count === 0 ? title : `${title}, ${formatCount(count)} gespeichert`),
  stopped: 'Uploads abgebrochen',
  more: (count) => `und ${formatCount(count)} weitere`,
  downloading: (count) => `Download von ${fileCount(count)} läuft`,
  total: 'Fortschritt insgesamt',
  progressOf: (name) => `Fortschritt von ${name}`,
  collapse: 'Übertragungen einklappen',
  expand: 'Übertragungen ausklappen',
  close: 'Übertragungen schließen',
  retryAll: 'Alle fehlgeschlagenen noch einmal',
  clear: 'Fertige entfernen',
  pause: (name) => `${name} anhalten`,
  resume: (name) => `${name} fortsetzen`,
  retry: (name) => `${name} noch einmal versuchen`,
  cancel: (name) => `${name} abbrechen`,
  uploadedMany: (count) => `${formatCount(count)} Dateien wurden verschlüsselt und sicher hochgeladen`,
  anotherFile: 'Das ist eine andere Datei. Wählen Sie die, die hochgeladen wurde.',
  reconnecting: 'Keine Verbindung. Es wird wieder versucht; was gesendet ist, bleibt.',
  sentAgain: 'Die Datei hat sich seit dem Beginn geändert und wird deshalb von vorne gesendet.',
  choose: (name) => `Wählen Sie ${name} noch einmal, um fortzufahren`,
  state: {
    waiting: 'Wartet',
    encrypting: 'Wird verschlüsselt',
    uploading: (sentBytes, sizeBytes) =>
      `Wird verschlüsselt und hochgeladen, ${formatBytes(sentBytes)} von ${formatBytes(sizeBytes)}`,
    sealed: 'Versiegelt und gespeichert',
    paused: (sentBytes, sizeBytes) => `Angehalten bei ${formatBytes(sentBytes)} von ${formatBytes(sizeBytes)}`,
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
    resumable: 'Unterbrochen. Wählen Sie dieselbe Datei, um fortzufahren.',
  },
  decrypting: (doneBytes, sizeBytes) =>
    `Wird heruntergeladen und entschlüsselt, ${formatBytes(doneBytes)} von ${formatBytes(sizeBytes)}`,
  confirm: {
    title: (count) => `${uploads(count)} abbrechen?`,
    text: 'Was bisher gesendet wurde, wird verworfen. Schon gespeicherte Dateien bleiben.',
    keep: 'Weiter hochladen',
    stop: 'Uploads abbrechen',
  },
}
