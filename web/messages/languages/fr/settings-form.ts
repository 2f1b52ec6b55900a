import type { WordsOf } from '../catalogue.ts'

export const settingsForm: WordsOf<'settingsForm'> = {
  one: (label, before) => `1 modification : « ${label} » était ${before}`,
  several: (count, labels) => `${count} modifications : ${labels}`,
  empty: 'vide',
  on: 'activé',
  off: 'désactivé',
  quoted: (value) => `« ${value} »`,
  undo: 'Annuler',
  changed: 'Quelqu’un l’a modifié entre-temps :',
  both: (theirs, mine) => `${theirs}, ici ${mine}`,
  take: 'Prendre sa version',
  keep: 'Garder la mienne',
  leave: {
    title: 'Quitter sans enregistrer ?',
    text: 'Ce que vous avez modifié sur cette page n’est pas enregistré.',
    leave: 'Quitter',
    stay: 'Rester',
  },
}
