import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const people = (count: number) => (count <= 1 ? `${count} personne` : `${formatCount(count)} personnes`)

export const teams: WordsOf<'teams'> = {
  views: { label: 'Personnes ou équipes', people: 'Personnes', teams: 'Équipes' },
  title: 'Équipes',
  lead: 'Une équipe est une liste de personnes. Elle n’ouvre rien d’elle-même : quand on partage avec une équipe, on voit chaque personne et on décide.',
  loading: 'Chargement des équipes',
  failed: 'Les équipes n’ont pas pu être chargées',
  retry: 'Réessayer',
  empty: 'Aucune équipe pour l’instant',
  emptyText: 'Créez-en une pour des personnes qui travaillent souvent ensemble, un service par exemple.',
  emptyMember: 'Une personne qui gère les utilisateurs peut en créer une.',
  notFound: 'Aucune équipe ne porte ce nom',
  count: people,
  yours: 'La vôtre',
  managed: 'Fournisseur d’identité',
  managedText: 'Votre fournisseur d’identité gère cette équipe. Ses membres et son nom se changent là-bas.',
  open: 'Ouvrir',
  openOf: (name) => `Ouvrir ${name}`,
  create: 'Nouvelle équipe',
  form: {
    createTitle: 'Nouvelle équipe',
    editTitle: (name) => `Modifier ${name}`,
    name: 'Nom',
    nameLong: 'Un nom compte au plus 100 caractères.',
    nameLines: 'Un nom tient sur une ligne.',
    description: 'Présentation',
    descriptionHint: 'À quoi sert l’équipe. Tout le monde dans votre organisation peut le lire.',
    descriptionLong: 'Une présentation compte au plus 500 caractères.',
    create: 'Créer l’équipe',
    creating: 'Création…',
    save: 'Enregistrer',
    saving: 'Enregistrement…',
    created: 'Équipe créée',
    createdText: 'Ajoutez maintenant des personnes.',
    saved: 'Équipe modifiée',
    now: (name, description) =>
      description === ''
        ? `Elle s’appelle maintenant « ${name} », sans présentation. Enregistrer à nouveau remplace cela.`
        : `Elle s’appelle maintenant « ${name} », avec la présentation « ${description} ». Enregistrer à nouveau remplace cela.`,
  },
  sheet: {
    people: 'Personnes',
    loading: 'Chargement des personnes de cette équipe',
    failed: 'Les personnes de cette équipe n’ont pas pu être chargées',
    nobody: 'Personne n’est encore dans cette équipe.',
    find: 'Chercher dans l’équipe',
    more: (count) => `Afficher ${formatCount(count)} de plus`,
    you: 'Vous',
    isNew: 'Ajout',
    noVault: 'Pas encore de coffre',
    remove: 'Retirer',
    removeOf: (who) => `Retirer ${who} de l’équipe`,
    add: 'Ajouter des personnes',
    addHint: 'Toutes les personnes de votre organisation qui ne sont pas dans l’équipe.',
    addNone: 'Toutes les personnes de votre organisation sont dans l’équipe.',
    addFind: 'Chercher par nom ou adresse',
    addOne: 'Ajouter',
    addOf: (who) => `Ajouter ${who} à l’équipe`,
    note: 'Les personnes retirées gardent les fichiers et les espaces qu’elles peuvent ouvrir. Pour y mettre fin, changez les membres de l’espace ou cessez de partager le fichier.',
    save: 'Enregistrer les personnes',
    saving: 'Enregistrement…',
    saved: 'Personnes de l’équipe enregistrées',
    saveFailed: 'Les personnes de l’équipe n’ont pas été modifiées',
    changes: (added, removed) =>
      [added > 0 ? `${people(added)} à ajouter` : '', removed > 0 ? `${people(removed)} à retirer` : '']
        .filter(Boolean)
        .join(', '),
    unsaved: {
      title: 'Abandonner les modifications ?',
      text: 'Vous avez changé les personnes de cette équipe sans enregistrer.',
      keep: 'Continuer',
      discard: 'Abandonner',
    },
    edit: 'Modifier le nom et la présentation',
    delete: 'Supprimer l’équipe',
  },
  remove: {
    title: (name) => `Supprimer ${name} ?`,
    ends: 'L’équipe ne pourra plus être choisie, et les espaces d’équipe ne montreront plus qui l’a rejointe ou quittée.',
    stays:
      'Ses membres gardent tout ce qu’ils peuvent ouvrir : les fichiers partagés avec eux et les espaces où ils sont. Personne n’est retiré de l’organisation.',
    label: (name) => `Saisissez ${name} pour la supprimer`,
    wrong: 'Ce n’est pas le nom de l’équipe.',
    confirm: 'Supprimer l’équipe',
    busy: 'Suppression…',
    done: 'Équipe supprimée',
    failed: 'L’équipe n’a pas été supprimée',
  },
  choose: {
    title: 'Ajouter une équipe',
    hint: 'Ses membres sont mis un par un sur la liste. Regardez chacun avant d’enregistrer : c’est le serveur qui dit qui est dans une équipe.',
    label: 'Équipe',
    option: (name, count) => `${name} (${people(count)})`,
    add: 'Ajouter ses membres',
    failed: 'Les membres de l’équipe n’ont pas pu être ajoutés',
    done: (name, count) =>
      count === 0 ? `Il ne manquait personne de ${name}.` : `${people(count)} de ${name} sur la liste.`,
  },
  left: {
    blocked: (name, who) =>
      `De ${name}, laissés de côté car leurs clés ne sont pas celles que vous avez vues : ${who}. Demandez-leur en personne.`,
    withoutVault: (name, who) => `De ${name}, sans coffre pour l’instant : ${who}.`,
    strangers: (name, count) =>
      count === 1
        ? `Le serveur compte dans ${name} 1 personne qui n’est pas de votre organisation. Elle est laissée de côté.`
        : `Le serveur compte dans ${name} ${formatCount(count)} personnes qui ne sont pas de votre organisation. Elles sont laissées de côté.`,
  },
  share: {
    hint: 'Le nom d’une équipe met ses membres sur la liste.',
    suggestion: (count) => `Équipe, ${people(count)}`,
    nobody: (name) => `Personne de ${name} ne peut recevoir de fichier.`,
    takeOut: 'Laisser de côté',
    takeOutOf: (who) => `Laisser ${who} de côté`,
  },
  space: {
    title: 'Équipes de cet espace',
    missing: (name, count) =>
      count === 1
        ? `1 personne de ${name} n’est pas dans cet espace.`
        : `${formatCount(count)} personnes de ${name} ne sont pas dans cet espace.`,
    add: 'Ajouter',
    addOf: (name) => `Ajouter les personnes de ${name} qui manquent`,
    leaveOut: 'Laisser de côté',
    leaveOutOf: (name) => `Laisser de côté les personnes de ${name} qui manquent`,
    gone: (name, count) =>
      count === 1
        ? `1 personne n’est plus dans ${name}.`
        : `${formatCount(count)} personnes ne sont plus dans ${name}.`,
    takeOut: 'Retirer de l’espace',
    takeOutOf: (name) => `Retirer de l’espace les personnes parties de ${name}`,
    keep: 'Garder dans l’espace',
    keepOf: (name) => `Garder dans l’espace les personnes parties de ${name}`,
    same: (name) => `Tous les membres de ${name} sont dans cet espace, ou ont été laissés de côté.`,
    unknown: {
      failed:
        'On ne sait pas qui a rejoint ou quitté les équipes de cet espace : les personnes ou leurs clés n’ont pas pu être comparées',
      retry: 'Réessayer',
    },
    forget: 'Oublier',
    forgetOf: (name) => `Oublier que cet espace est pour ${name}`,
    forgetNote: 'Oublier une équipe ne change l’accès de personne.',
    failed: 'Cela n’a pas été noté',
    notNoted: 'Les membres ont été enregistrés, mais l’espace ne retient pas l’équipe',
    look: 'Voir les membres',
  },
  own: {
    title: 'Vos équipes',
    lead: 'Un administrateur ou votre fournisseur d’identité décide qui est dans une équipe.',
    none: 'Vous n’êtes dans aucune équipe.',
  },
}
