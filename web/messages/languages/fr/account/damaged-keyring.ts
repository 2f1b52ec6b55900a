import type { WordsOf } from '../../catalogue.ts'

export const damagedKeyring: WordsOf<'damagedKeyring'> = {
  look: 'Chercher un état antérieur',
  found: (day) => `L’état du début de la journée du ${day} s’ouvre avec votre mot de passe.`,
  lost: 'Ce que votre coffre a retenu depuis est perdu : les personnes avec qui vous avez partagé pour la première fois et les numéros de sécurité que vous avez comparés. Vous recevez un e-mail à ce sujet.',
  none: 'Aucun état des 30 derniers jours ne s’ouvre. Un appareil sur lequel vous avez déjà utilisé ce coffre en a peut-être une copie : ouvrez-le là. Sinon, demandez à votre administrateur.',
  submit: 'Rétablir cet état',
  done: 'Un état antérieur a été rétabli',
  doneText: 'Saisissez votre mot de passe pour ouvrir le coffre.',
}
