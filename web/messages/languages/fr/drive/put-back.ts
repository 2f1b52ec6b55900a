import type { WordsOf } from '../../catalogue.ts'

export const putBack: WordsOf<'putBack'> = {
  title: 'Annuler des modifications',
  titleOf: (name) => `Annuler des modifications de ${name}`,
  lead: (days, versionDays) =>
    `Les noms et les emplacements d’avant une modification sont conservés ${days} jours, les versions supprimées ${versionDays}. Votre navigateur a vérifié la signature de chaque état d’un fichier affiché ici.`,
  since: 'Modifié depuis',
  spans: {
    hour: '1 heure',
    day: '24 heures',
    three: '3 jours',
    week: '7 jours',
    month: '30 jours (versions supprimées)',
  },
  loading: (done, count) => (count === 0 ? 'Lecture de ce qui est conservé' : `${done} vérifiés sur ${count}`),
  progress: 'Vérification de ce qui est conservé',
  failed: 'Ce qui est conservé n’a pas pu être chargé',
  empty: 'Rien à annuler',
  emptyText: 'Rien n’a été modifié ni supprimé pendant ce temps qui puisse être rétabli.',
  refused: (count) =>
    count === 1
      ? 'Un état conservé a été modifié ou endommagé. Il n’est pas proposé.'
      : `${count} états conservés ont été modifiés ou endommagés. Ils ne sont pas proposés.`,
  list: 'Ce qui peut être rétabli',
  all: 'Tout sélectionner',
  more: (count) => `et ${count} autres, qui sont rétablis aussi`,
  renamed: (now) => `S’appelle maintenant ${now}`,
  moved: (now) => `Maintenant dans ${now}`,
  renamedAndMoved: (now, folder) => `S’appelle maintenant ${now}, dans ${folder}`,
  damaged: 'Endommagé maintenant, impossible à ouvrir',
  goesTo: (folder) => `va dans ${folder}`,
  changed: (when) => `modifié le ${when}`,
  signed: (when, who) => `signé le ${when} par ${who}`,
  you: 'vous',
  versionsOf: (name, count) =>
    count === 1 ? `Version supprimée de ${name}` : `${count} versions supprimées de ${name}`,
  versions: (numbers, when) => `Version ${numbers}, supprimée le ${when}`,
  submit: (count) => `Rétablir (${count})`,
  running: (done, count) => `${done} rétablis sur ${count}`,
  stop: 'Arrêter',
  done: (count) => (count < 2 ? `${count} élément a été rétabli.` : `${count} éléments ont été rétablis.`),
  stopped: (count) => `${count} n’ont pas été tentés, car vous avez arrêté.`,
  notDone: (count) =>
    count === 1 ? 'Un élément n’a pas pu être rétabli :' : `${count} éléments n’ont pas pu être rétablis :`,
  close: 'Fermer',
}
