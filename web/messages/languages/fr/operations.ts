import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const filesOf = (count: number): string => `${formatCount(count)} ${count < 2 ? 'fichier' : 'fichiers'}`

export const operations: WordsOf<'operations'> = {
  lead: 'Ce que fait cette installation, relu toutes les dix secondes. Ce que vous faites ici est dans le journal d’audit.',
  loading: 'Chargement de l’état de l’installation',
  failed: 'L’état de l’installation n’a pas pu être chargé',
  retry: 'Réessayer',
  failedAct: 'Rien n’a été modifié',
  gone: 'C’est déjà fait, ou en cours.',
  job: {
    givenUp: 'Abandonnée',
    retries: 'Nouvel essai prévu',
    tries: (done, most) => `${formatCount(done)} ${done < 2 ? 'essai' : 'essais'} sur ${formatCount(most)}`,
    since: (when) => `créée ${when}`,
    next: (when) => `prochain essai ${when}`,
  },
  jobs: {
    title: 'Tâches',
    counts: ({ waiting, scheduled, running, failed }) =>
      `${formatCount(waiting)} en attente, ${formatCount(scheduled)} planifiées, ${formatCount(running)} en cours, ${formatCount(failed)} abandonnées. Les e-mails sont comptés.`,
    none: 'Aucune tâche n’a échoué.',
    run: 'Relancer',
    runOf: (task, id) => `Relancer ${task}, numéro ${id}`,
    started: 'La tâche est relancée',
  },
  mails: {
    title: 'E-mails non envoyés',
    none: 'Aucun e-mail n’a échoué.',
    sealed: 'Adresse inconnue : scellée sous un secret précédent',
    send: 'Renvoyer',
    sendTo: (to) => `Renvoyer l’e-mail à ${to}`,
    sent: 'L’e-mail est de nouveau en route',
    drop: 'Abandonner',
    dropTo: (to) => `Abandonner l’e-mail à ${to}`,
    dropTitle: (to) => `Abandonner l’e-mail à ${to} ?`,
    dropText: 'Il est retiré et ne sera jamais envoyé. S’il contient un lien, la personne peut en demander un autre.',
    dropYes: 'Abandonner l’e-mail',
    dropped: 'L’e-mail a été abandonné',
  },
  nodes: {
    title: 'Serveurs',
    none: 'Aucun serveur ne s’est encore signalé. Chacun le fait quelques secondes après son démarrage.',
    there: 'En marche',
    away: 'Sans nouvelles',
    role: {
      all: 'répond aux personnes et travaille en arrière-plan',
      api: 'répond aux personnes',
      worker: 'travaille en arrière-plan',
    },
    version: (version) => `version ${version}`,
    started: (when) => `démarré ${when}`,
    seen: (when) => `signalé ${when}`,
    disk: (free, all) => `${free} libres sur ${all}`,
    pool: (name, used, open, waiting) =>
      `Pool ${name} : ${formatCount(used)} sur ${formatCount(open)} en usage, ${formatCount(waiting)} en attente`,
  },
  storage: {
    title: 'Contenus enregistrés',
    stored: 'Enregistré',
    storedIn: {
      disk: (size, count) => `${size} dans ${filesOf(count)}, sur le disque du serveur`,
      bucket: (size, count) => `${size} dans ${filesOf(count)}, dans un bucket`,
    },
    lost: 'Perdu',
    lostOf: (missing, damaged) =>
      `${formatCount(missing)} ${missing < 2 ? 'manquant' : 'manquants'}, ${formatCount(damaged)} ${damaged < 2 ? 'endommagé' : 'endommagés'}`,
    read: 'Tous les contenus lus',
    reading: 'Première lecture en cours',
    never: 'Pas encore',
    unreadable: 'Illisibles',
    swept: 'Comparé à la base de données',
    leftovers: 'N’appartient à aucun fichier',
    leftoversOf: (count, size, held) =>
      `${filesOf(count)}, ${size}${held > 0 ? ` ; ${formatCount(held)} en attente de votre décision : npm run content` : ''}`,
  },
  backup: {
    title: 'Dernière sauvegarde',
    none: 'Aucune sauvegarde n’a été faite avec npm run backup.',
    taken: 'Faite',
    place: 'Lieu',
    holds: 'Contient',
    holdsOf: (database, contents, size) =>
      `${database} de base de données, ${filesOf(contents)} de contenu avec ${size}`,
    damaged: 'Manquant ou endommagé',
  },
  database: {
    title: 'Base de données',
    size: 'Taille',
    version: 'Serveur de base de données',
    migrations: 'Migrations appliquées',
    migrationsOf: (count, last) => `${formatCount(count)}, la dernière est ${last}`,
    migrated: 'Dernière migration',
  },
}
