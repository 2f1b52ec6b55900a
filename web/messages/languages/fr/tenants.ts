import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const people = (count: number): string =>
  count < 2 ? `${formatCount(count)} personne` : `${formatCount(count)} personnes`

export const tenants: WordsOf<'tenants'> = {
  lead: 'Les organisations de cette installation. Aucune n’en voit une autre, et vous voyez leurs noms et leurs tailles, pas le contenu de leurs coffres.',
  add: 'Nouvelle organisation',
  filters: {
    title: 'Filtres',
    search: 'Chercher par nom, domaine ou adresse',
    clearSearch: 'Effacer la recherche',
    clear: 'Effacer les filtres',
    all: 'Toutes',
  },
  state: 'État',
  states: { active: 'Actives', suspended: 'Suspendues', leaving: 'En cours de suppression' },
  loading: 'Chargement des organisations',
  failed: 'Les organisations n’ont pas pu être chargées',
  retry: 'Réessayer',
  none: 'Aucune organisation ne correspond',
  noneText: 'Cherchez un autre nom, ou affichez tous les états.',
  more: 'Afficher plus',
  own: 'Gère ce serveur',
  open: (name) => `Ouvrir ${name}`,
  columns: {
    name: 'Organisation',
    plan: 'Formule',
    people: 'Personnes',
    stored: 'Stocké',
    state: 'État',
    created: 'Créée',
  },
  seats: (used, seats) => (seats === null ? people(used) : `${formatCount(used)} sur ${formatCount(seats)}`),
  invited: (count) => `${formatCount(count)} en attente d’invitation`,
  noOwner: 'Pas encore de propriétaire',
  facts: {
    owners: 'Propriétaires',
    domains: 'Domaines',
    noDomain: 'Aucun domaine prouvé',
    people: 'Personnes',
    stored: 'Stocké',
    created: 'Créée',
    active: 'Dernière activité',
    never: 'Jamais',
    suspended: 'Suspendue',
    reason: 'Motif',
  },
  new: {
    title: 'Nouvelle organisation',
    name: 'Nom',
    email: 'E-mail du propriétaire',
    emailHint: 'Cette personne reçoit une invitation par e-mail et gère l’organisation dès qu’elle l’a acceptée.',
    plan: 'Formule',
    submit: 'Créer et inviter',
    busy: 'Création…',
    done: 'L’organisation a été créée',
    doneText: (email) => `Une invitation est en route vers ${email}.`,
    failed: 'Aucune organisation n’a été créée',
    taken: 'Quelqu’un a déjà un compte ici avec cette adresse, et un compte appartient à une seule organisation.',
    badName: 'Saisissez un nom d’une ligne, sans < ni >.',
  },
  planHint: (seats) =>
    seats === null
      ? 'Autant de personnes que voulu, et tous les rôles'
      : `Jusqu’à ${people(seats)}, comme propriétaires, administrateurs et membres`,
  plan: {
    title: 'Formule',
    save: 'Changer de formule',
    busy: 'Changement…',
    done: (name) => `La formule est maintenant ${name}`,
    failed: 'La formule n’a pas été changée',
  },
  owner: {
    title: 'Inviter un propriétaire',
    text: 'Personne ne possède encore cette organisation. Une invitation antérieure prend fin quand vous en envoyez une autre.',
    submit: 'Envoyer l’invitation',
    busy: 'Envoi…',
    done: 'L’invitation a été envoyée',
    failed: 'Aucune invitation n’a été envoyée',
  },
  suspend: {
    open: 'Suspendre…',
    title: (name) => `Suspendre ${name} ?`,
    text: (count) =>
      count < 2
        ? `${people(count)} est déconnectée aussitôt et ne peut plus se connecter ; les liens et demandes de l’organisation ne s’ouvrent plus. Rien n’est supprimé. Son journal d’audit dit que c’était vous, et pourquoi.`
        : `${people(count)} sont déconnectées aussitôt et ne peuvent plus se connecter ; les liens et demandes de l’organisation ne s’ouvrent plus. Rien n’est supprimé. Son journal d’audit dit que c’était vous, et pourquoi.`,
    reason: 'Motif',
    reasonHint: 'Ses propriétaires le lisent dans leur journal d’audit.',
    reasonMissing: 'Dites pourquoi.',
    name: (name) => `Saisissez ${name} pour confirmer`,
    nameWrong: 'Ce n’est pas son nom.',
    confirm: 'Suspendre l’organisation',
    busy: 'Suspension…',
    done: (name) => `${name} est suspendue`,
    failed: 'Elle n’a pas été suspendue',
  },
  resume: {
    submit: 'Rétablir',
    busy: 'Rétablissement…',
    done: (name) => `${name} est de nouveau active`,
    doneText: 'Ses membres peuvent se connecter.',
    failed: 'Elle n’a pas été rétablie',
  },
}
