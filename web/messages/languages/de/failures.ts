import type { Catalogue } from '../catalogue.ts'
import { formatCount, formatLimit } from '#web/lib/format.ts'

export const failures: Catalogue['failures'] = {
  tooManyAttempts: (seconds) => {
    const minutes = Math.ceil(seconds / 60)
    const wait =
      seconds < 60
        ? `${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`
        : minutes === 1
          ? 'eine Minute'
          : `${minutes} Minuten`
    return `Zu viele Versuche. Warten Sie ${wait}, und versuchen Sie es noch einmal.`
  },
  leavingUntil: (day) =>
    `Ihre Organisation wird gelöscht, deshalb können sich nur ihre Eigentümer anmelden. Sie können bis ${day} bitten, sie zu behalten.`,
  fileTooLarge: (limitBytes) =>
    `Die Datei ist größer als erlaubt (${formatLimit(limitBytes)}). Nichts wurde hochgeladen.`,
  roomFor: (most) =>
    `Für Einträge dieser Art ist Platz für ${formatCount(most)}, und so viele sind es. Nichts wurde gespeichert.`,
  roomForBytes: (mostBytes) =>
    `Für Einträge dieser Art ist Platz für ${formatLimit(mostBytes)}, und er ist verbraucht. Nichts wurde gespeichert.`,
  folderRefused: (name) =>
    `Der Ordner ${name} liegt nicht dort, wo er angezeigt wurde, heißt anders, oder was über ihn signiert ist, stimmt nicht. Nichts ist damit geschehen und nichts ging verloren; sehen Sie die Liste noch einmal an.`,
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
}
