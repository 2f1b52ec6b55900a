import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

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
  read_by_own_links: ({ files }) =>
    `Des visiteurs ont lu ${count(files)} fichiers différents par des liens créés au cours de la dernière journée`,
  files_destroyed: ({ files, most }) =>
    `${count(files)} fichiers ont été remplacés ou supprimés en dix minutes ; ${count(most)} passent`,
  files_destroyed_of_day: ({ files, most }) =>
    `${count(files)} fichiers ont été remplacés ou supprimés en un jour ; ${count(most)} passent`,
  client_saw: ({ files }) =>
    `Avant de les sceller, le navigateur en a vu ${count(files)} devenir des données aléatoires ou un autre type de fichier`,
  unknown_links: ({ tries }) => `${count(tries)} liens inexistants ont été essayés`,
  young_session: ({ minutes }) => `Dans une session vieille de ${count(minutes)} minutes`,
  first_grant: ({ role }) => `Le premier rôle donné par cette personne : ${text(role)}`,
  canary_file: () => 'Un fichier que personne n’a de raison d’ouvrir a été ouvert',
  canary_link: () => 'Un lien que personne n’a de raison d’ouvrir a été ouvert',
  refused_objects: ({ objects }) => `${count(objects)} fichiers inexistants ou appartenant à d’autres ont été demandés`,
  log_rows_read: ({ rows }) => `${count(rows)} événements du journal d’audit ont été lus`,
  recovered_recently: ({ hours }) => `Le mot de passe a été remplacé sans l’ancien ${count(hours)} heures avant`,
  after_attack: () => 'Le bon mot de passe a suivi de nombreux mauvais',
  device_flood: ({ requests }) =>
    `${count(requests)} requêtes de plus qu’un appareil n’a le droit d’envoyer, sans attendre`,
  device_replays: ({ requests }) => `${count(requests)} requêtes de cet appareil sont arrivées une seconde fois`,
  device_old_key: ({ requests }) => `${count(requests)} requêtes étaient signées par une clé remplacée ou révoquée`,
  device_files: ({ files, usual }) =>
    `${count(files)} fichiers ont été envoyés en un jour ; d’habitude, c’est ${count(usual)}`,
  device_size: ({ bytes, largest }) =>
    `Un fichier de ${formatBytes(Number(bytes))} a été annoncé ; le plus grand des derniers jours faisait ${formatBytes(Number(largest))}`,
  device_moved: ({ from, to }) => `L’appareil est passé de ${text(from)} à ${text(to)}, sur un autre réseau`,
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
    device_misuse: 'Appareil au comportement inhabituel',
  },
  enforcements: {
    challenge: 'Les appareils inconnus résolvent une tâche avant chaque essai',
    step_up: 'La session attend que la personne confirme',
    throttle: 'Un fichier par seconde',
    block: 'L’adresse n’obtient aucune réponse',
    freeze: 'Remplacer et supprimer des fichiers est suspendu',
    pause: 'L’appareil est suspendu',
    none: 'Noté',
  },
  confirm: {
    title: 'Confirmez que c’est bien vous',
    lead: 'Quelque chose d’inhabituel a été remarqué sur cette session. Tant que vous ne confirmez pas, elle n’ouvre aucun de vos fichiers.',
    noticed: 'Ce qui a été remarqué',
    forPassword:
      'Un moyen de connexion ajouté cette semaine, ou une connexion de plus de 15 minutes, ne montre pas que c’est bien vous. Ce que vous avez saisi est gardé : saisissez le code, et le nouveau mot de passe est défini.',
    mailLead: (email) => `Nous envoyons un code à ${email}. Personne ne peut confirmer avec votre seul mot de passe.`,
    onlyFactor: (until) =>
      `Le mot de passe a été remplacé il y a peu : ni lui ni votre messagerie ne montrent donc que c’est vous. Utilisez votre application d’authentification, ou adressez-vous à l’administration ; sinon, cela prend fin de soi-même le ${until}.`,
    mailLeadAlone: (email) => `Nous envoyons un code à ${email}.`,
    send: 'Envoyer le code',
    sending: 'Envoi…',
    sent: (email) => `Le code est en route vers ${email}. Cela peut prendre une minute.`,
    again: 'Envoyer un autre code',
    code: 'Code reçu par e-mail',
    toMail: 'Utiliser un code reçu par e-mail',
    toApp: 'Utiliser l’application d’authentification',
    toPassword: 'Utiliser votre mot de passe',
    password: 'Votre mot de passe',
    submit: 'Confirmer',
    busy: 'Vérification…',
    wasNotMe:
      'Si ce n’est pas vous, déconnectez-vous. Si quelqu’un d’autre pouvait être dans votre compte, confirmez ici puis choisissez un nouveau mot de passe sous Sécurité.',
    signOut: 'Se déconnecter',
    wrong: 'Ce n’est pas le code, ou il est trop ancien. Envoyez-en un autre.',
  },
  noticed: {
    title: 'Ce qui a été remarqué',
    loading: 'Chargement de ce qui a été remarqué',
    failed: 'Ce qui a été remarqué n’a pas pu être chargé',
    retry: 'Réessayer',
    empty: 'Rien d’inhabituel n’a été remarqué sur votre compte.',
    times: (times) => `${formatCount(times)} fois`,
    done: (what) => `Ce qui a été fait : ${what}`,
    wouldBe: (what) => `Ce qui aurait été fait : ${what}`,
    dryRun: 'Essai',
    inForce: 'En vigueur',
    over: 'Terminé',
    me: 'C’était moi',
    notMe: 'Ce n’était pas moi',
    of: (answer, name, when) => `${answer} : ${name}, ${when}`,
    answer: (said) => `Réponse : ${said}`,
    answered: 'Votre réponse est notée',
    ask: {
      title: 'Ce n’était pas vous ?',
      text: 'Toutes les autres sessions de votre compte prennent fin aussitôt. Choisissez ensuite un nouveau mot de passe : vous y êtes conduit.',
      submit: 'Mettre fin aux autres sessions',
    },
    ended: 'Toutes les autres sessions ont pris fin',
    endedText: 'Choisissez maintenant un nouveau mot de passe.',
    answerFailed: 'Votre réponse n’a pas pu être notée',
  },
  pause: {
    strip: 'Remplacer et supprimer des fichiers est suspendu pour votre compte.',
    title: 'Remplacer et supprimer des fichiers est suspendu pour l’instant',
    text: (until) =>
      `Vous pouvez toujours lire, ajouter et partager des fichiers. La pause prend fin quand vous confirmez que c’était vous${until === null ? '' : `, sinon le ${until}`}.`,
    confirm: 'Confirmer que c’était vous',
    lead: 'Si vous avez vous-même remplacé ou supprimé ces fichiers, confirmez et continuez aussitôt. Sinon, fermez ceci et choisissez d’abord un nouveau mot de passe.',
    password: 'Saisissez votre mot de passe pour montrer que c’est vous.',
    lifted: 'Vous pouvez de nouveau remplacer et supprimer des fichiers',
    liftedText: 'Vous avez confirmé que c’était vous.',
    slowed: {
      strip: 'Un très grand nombre de fichiers ont été lus sur ce nouvel appareil : il en vient un par seconde.',
      title: 'Dans cette session, il vient un fichier par seconde',
      text: (until) =>
        `Un très grand nombre ont été lus sur un appareil nouveau pour votre compte. Ils viennent de nouveau à pleine vitesse quand vous confirmez que c’est vous${until === null ? '' : `, sinon le ${until}`}.`,
      confirm: 'Confirmer que c’est vous',
      lead: 'Si c’est vous qui lisez ces fichiers, confirmez, et ils viennent de nouveau à pleine vitesse. Sinon, fermez ceci, mettez fin à la session et choisissez un nouveau mot de passe.',
      lifted: 'Les fichiers viennent de nouveau à pleine vitesse',
    },
  },
  canary: {
    title: 'Alarme',
    isSet: 'Alarme posée',
    label: 'Alarme quand quelqu’un ouvre ceci',
    hint: 'Ouvrir ou télécharger ce fichier, même par vous, retient cette session et empêche la personne de remplacer ou de supprimer des fichiers tant qu’elle n’a pas confirmé. Les personnes qui gèrent la sécurité sont averties. Les listes n’en montrent pas de petite image.',
    loading: 'Recherche d’une alarme…',
    failed: 'Impossible de savoir s’il y a une alarme',
    read: 'Rechercher une alarme',
    saveFailed: 'L’alarme n’a pas pu être modifiée',
  },
}
