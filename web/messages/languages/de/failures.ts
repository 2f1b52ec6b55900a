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
  fileTooLarge: (limitBytes) =>
    `Die Datei ist größer als erlaubt (${formatLimit(limitBytes)}). Nichts wurde hochgeladen.`,
  roomFor: (most) =>
    `Für Einträge dieser Art ist Platz für ${formatCount(most)}, und so viele sind es. Nichts wurde gespeichert.`,
  roomForBytes: (mostBytes) =>
    `Für Einträge dieser Art ist Platz für ${formatLimit(mostBytes)}, und er ist verbraucht. Nichts wurde gespeichert.`,
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
}
