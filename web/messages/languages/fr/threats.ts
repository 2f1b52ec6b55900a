import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const count = (value: unknown): string => formatCount(Number(value ?? 0))
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const reasons: WordsOf<'threats'>['reasons'] = {
  failed_tries: ({ tries }) => `${count(tries)} mots de passe erronés en peu de temps`,
  accounts_tried: ({ accounts }) => `${count(accounts)} comptes différents ont été essayés`,
  few_successes: ({ right, wrong }) => `${count(right)} de ces connexions ont réussi, ${count(wrong)} ont échoué`,
  attack_everywhere: ({ wrong, addresses }) =>
    `${count(wrong)} mots de passe erronés depuis ${count(addresses)} adresses`,
  unseen_country: ({ country }) => `Depuis un pays où ce compte n’a jamais servi : ${text(country)}`,
  unseen_network: ({ network }) => `Depuis un réseau que ce compte n’a jamais utilisé : ${text(network)}`,
  unseen_device: () => 'Sur un appareil qui ne s’est jamais connecté à ce compte',
  unusual_score: ({ score }) => `Degré d’inhabituel : ${count(score)}, l’ordinaire étant 1`,
  too_fast: ({ from, to, km, minutes }) =>
    `De ${text(from)} à ${text(to)} en ${count(minutes)} minutes, soit environ ${count(km)} km`,
  copied_token: () => 'La même session a servi à deux endroits',
  moved_country_and_network: ({ from, to }) =>
    `La session est passée de ${text(from)} à ${text(to)}, sur un autre réseau`,
  other_program: () => 'La session est apparue dans un autre navigateur ou programme',
  files_read: ({ files, minutes }) => `${count(files)} fichiers différents ont été lus en ${count(minutes)} minutes`,
  usual_reads: ({ files }) => `Un jour ordinaire, c’est ${count(files)}`,
  files_of_day: ({ files }) => `${count(files)} fichiers ont été lus en un jour`,
  files_destroyed: ({ files, most }) =>
    `${count(files)} fichiers ont été remplacés ou supprimés en dix minutes ; ${count(most)} passent`,
  unknown_links: ({ tries }) => `${count(tries)} liens inexistants ont été essayés`,
  young_session: ({ minutes }) => `Dans une session vieille de ${count(minutes)} minutes`,
  first_grant: ({ role }) => `Le premier rôle donné par cette personne : ${text(role)}`,
  canary_file: () => 'Un fichier que personne n’a de raison d’ouvrir a été ouvert',
  canary_link: () => 'Un lien que personne n’a de raison d’ouvrir a été ouvert',
  refused_objects: ({ objects }) => `${count(objects)} fichiers inexistants ou appartenant à d’autres ont été demandés`,
  log_rows_read: ({ rows }) => `${count(rows)} événements du journal d’audit ont été lus`,
  recovered_recently: ({ hours }) => `Le mot de passe a été remplacé sans l’ancien ${count(hours)} heures avant`,
  after_attack: () => 'Le bon mot de passe a suivi de nombreux mauvais',
}

export const threats: WordsOf<'threats'> = {
  reasons,
  detectors: {
    account_brute_force: 'Mots de passe d’un compte devinés',
    credential_stuffing: 'Une adresse essaie de nombreux comptes',
    distributed_stuffing: 'De nombreuses adresses essaient de nombreux comptes',
    password_spray: 'Un réseau essaie peu de mots de passe sur de nombreux comptes',
    new_context: 'Connexion qui ne ressemble pas à la personne',
    impossible_travel: 'Connexions trop éloignées',
    token_reuse: 'Session copiée',
    session_moved: 'Session à un autre endroit',
    mass_download: 'Très nombreux fichiers lus',
    slow_exfiltration: 'Plus de fichiers lus que d’habitude, toute la journée',
    mass_destruction: 'Très nombreux fichiers remplacés ou supprimés',
    link_scraping: 'Des liens sont essayés',
    privilege_change: 'Changement de rôles inhabituel',
    canary: 'Leurre ouvert',
    probing: 'Fichiers d’autres personnes demandés',
    audit_export: 'Journal d’audit lu en entier',
    recovered_then_export: 'Un compte récupéré lit de nombreux fichiers',
  },
  enforcements: {
    challenge: 'Les appareils inconnus résolvent une tâche avant chaque essai',
    step_up: 'La session attend que la personne confirme',
    throttle: 'Un fichier par seconde',
    block: 'L’adresse n’obtient aucune réponse',
    freeze: 'Remplacer et supprimer des fichiers est suspendu',
    none: 'Noté',
  },
  confirm: {
    title: 'Confirmez que c’est bien vous',
    lead: 'Quelque chose d’inhabituel a été remarqué sur cette session. Tant que vous ne confirmez pas, elle n’ouvre aucun de vos fichiers.',
    noticed: 'Ce qui a été remarqué',
    mailLead: (email) => `Nous envoyons un code à ${email}. Personne ne peut confirmer avec votre seul mot de passe.`,
    send: 'Envoyer le code',
    sending: 'Envoi…',
    sent: (email) => `Le code est en route vers ${email}. Cela peut prendre une minute.`,
    again: 'Envoyer un autre code',
    code: 'Code reçu par e-mail',
    toMail: 'Utiliser un code reçu par e-mail',
    toApp: 'Utiliser l’application d’authentification',
    submit: 'Confirmer',
    busy: 'Vérification…',
    wasNotMe:
      'Si ce n’est pas vous, déconnectez-vous. Si quelqu’un d’autre pouvait être dans votre compte, confirmez ici puis choisissez un nouveau mot de passe sous Sécurité.',
    signOut: 'Se déconnecter',
    wrong: 'Ce n’est pas le code, ou il est trop ancien. Envoyez-en un autre.',
  },
}
