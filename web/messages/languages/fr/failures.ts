import type { Catalogue } from '../catalogue.ts'
import { formatCount, formatLimit } from '#web/lib/format.ts'

export const failures: Catalogue['failures'] = {
  tooManyAttempts: (seconds) => {
    const minutes = Math.ceil(seconds / 60)
    const wait =
      seconds < 60
        ? `${seconds} ${seconds < 2 ? 'seconde' : 'secondes'}`
        : minutes === 1
          ? 'une minute'
          : `${minutes} minutes`
    return `Trop de tentatives. Attendez ${wait} et réessayez.`
  },
  leavingUntil: (day) =>
    `Votre organisation est en cours de suppression : seuls ses propriétaires peuvent se connecter. Ils peuvent demander à la garder jusqu’au ${day}.`,
  fileTooLarge: (limitBytes) => `Le fichier dépasse la limite de ${formatLimit(limitBytes)}. Rien n’a été envoyé.`,
  roomFor: (most) =>
    `Il y a de la place pour ${formatCount(most)} entrées de ce genre, et il y en a autant. Rien n’a été enregistré.`,
  roomForBytes: (mostBytes) =>
    `Il y a de la place pour ${formatLimit(mostBytes)} d’entrées de ce genre, et elle est prise. Rien n’a été enregistré.`,
  folderRefused: (name) =>
    `Le dossier ${name} n’est pas là où il était affiché, porte un autre nom, ou ce qui est signé à son sujet n’est pas valable. Rien n’a été fait et rien n’est perdu ; regardez la liste à nouveau.`,
  unexpected: 'Une erreur inattendue s’est produite',
}
