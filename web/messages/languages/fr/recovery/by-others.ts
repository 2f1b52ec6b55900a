import type { WordsOf } from '../../catalogue.ts'

const people = (count: number) => `${count} ${count < 2 ? 'personne' : 'personnes'}`
const quorum = (threshold: number, holders: number) =>
  holders === 1 ? 'Une seule personne' : `${threshold} de ces ${holders} personnes, ensemble,`

export const byOthers: WordsOf<'byOthers'> = {
  title: 'Récupération par l’organisation',
  loading: 'Chargement de la récupération par l’organisation',
  loadFailed: 'La récupération par l’organisation n’a pas pu être chargée',
  retry: 'Réessayer',
  quorum: (threshold, holders) =>
    holders === 1 ? 'Une seule personne' : `${threshold} de ces ${holders} personnes, ensemble`,
  setup: {
    lead: 'Des personnes désignées peuvent, ensemble, redonner accès à un membre qui a perdu son mot de passe et ses mots de secours. Cela vaut pour ceux qui l’autorisent, chacun sur sa page Sécurité.',
    none: 'Votre organisation n’a pas encore prévu cela. Un membre qui perd son mot de passe et ses mots de secours perd ses fichiers.',
    summary: (threshold, holders) =>
      holders === 1
        ? 'Une seule personne peut redonner accès aux membres'
        : `${threshold} personnes sur ${holders} redonnent accès aux membres`,
    decided: (who, when) => `Décidé par ${who} le ${when}`,
    people: 'Personnes qui peuvent aider',
    start: 'Configurer',
    change: 'Modifier',
    title: 'Qui peut redonner accès aux membres',
    means:
      'Chacune de ces personnes garde une part scellée de la clé de chaque membre qui l’autorise. Réunies au nombre que vous fixez, elles peuvent tout ouvrir dans un tel coffre. Moins nombreuses, elles ne le peuvent pas, et ce serveur non plus.',
    choose: 'Personnes',
    find: 'Chercher par nom ou adresse',
    tooMany: (max) => `Choisissez au plus ${people(max)}.`,
    noVault: 'Pas encore de coffre',
    gone: 'N’est plus ici',
    threshold: 'Combien il en faut',
    thresholdHint: (holders) =>
      `De 2 à ${holders}. Plus il en faut, plus c’est sûr ; moins il en faut, plus elles sont faciles à joindre.`,
    thresholdWrong: (holders) => `Saisissez un nombre de 2 à ${holders}.`,
    alone:
      'S’il n’y a qu’une personne, elle peut ouvrir seule, à tout moment et avec l’aide du serveur, le coffre de tous ceux qui l’autorisent. Désignez au moins trois personnes si vous le pouvez.',
    nobody: 'Choisissez d’abord quelqu’un.',
    submit: 'Signer et enregistrer',
    busy: 'Signature…',
    saved: 'La récupération par l’organisation est enregistrée',
    savedText: 'Les membres la voient sur leur page Sécurité et décident chacun pour soi',
    end: 'Mettre fin à la récupération par l’organisation',
    endTitle: 'Mettre fin à la récupération par l’organisation ?',
    endText:
      'Toutes les parts de clés sont supprimées et les demandes en cours prennent fin. Un membre qui perd ensuite son mot de passe et ses mots de secours perd ses fichiers.',
    endConfirm: 'Y mettre fin',
    ended: 'La récupération par l’organisation a pris fin',
  },
  asking: {
    title: 'Demandes de récupération',
    lead: 'Vous gardez une part de la clé de ces personnes. Parlez-leur avant de répondre.',
    when: (at) => `Demandé ${at}`,
    until: (at) => `prend fin le ${at}`,
    answers: (count, threshold) => `${count} ${count < 2 ? 'réponse' : 'réponses'} sur ${threshold}`,
    done: 'Vous avez répondu',
    answer: 'Répondre',
    answerLabel: (who) => `Répondre à ${who}`,
    dialogTitle: (who) => `Redonner accès à ${who}`,
    how: (who) =>
      `Appelez ${who}, à un numéro que vous connaissez, et assurez-vous de son identité. Faites-vous lire le code affiché sur son écran, 20 chiffres, et saisissez-le ici. N’acceptez pas un code reçu par e-mail ou par messagerie.`,
    what: 'Avec le bon code, votre navigateur remet votre part de la clé au navigateur de cette personne, et à personne d’autre.',
    code: 'Code que l’on vous a lu',
    codeHint: '20 chiffres ; les espaces n’ont pas d’importance.',
    codeShort: 'Le code a 20 chiffres.',
    submit: 'Remettre ma part',
    busy: 'Remise…',
    handed: 'Votre part a été remise',
    handedText: (who) => `${who} en est averti par e-mail`,
    refuse: 'Cette personne n’a rien demandé : refuser',
    refusing: 'Refus…',
    refused: 'La demande a été refusée et a pris fin',
    refuseFailed: 'La demande n’a pas pu être refusée',
  },
  agreement: {
    lead: 'Si vous perdez votre mot de passe et vos mots de secours, des personnes de votre organisation peuvent vous redonner accès, à condition que vous l’autorisiez. Personne ne peut l’activer à votre place.',
    none: 'Votre organisation n’a désigné personne. Seuls votre mot de passe et vos mots de secours ouvrent votre coffre.',
    meaning: (threshold, holders) =>
      holders === 1
        ? `${quorum(threshold, holders)} pourrait tout ouvrir dans votre coffre, avec l’aide du serveur et sans vous.`
        : `${quorum(threshold, holders)} pourraient tout ouvrir dans votre coffre, avec l’aide du serveur et sans vous. Moins nombreuses, elles ne le peuvent pas.`,
    holders: 'De qui il s’agit',
    decidedBy: 'Décidé par',
    decided: (who, when) => `${who}, ${when}`,
    you: 'vous',
    someoneLeft: 'Une personne partie',
    notAllowed: 'Vous ne l’avez pas autorisée.',
    allowed: (when) => `Vous l’avez autorisée le ${when}.`,
    changed:
      'La liste a changé depuis votre autorisation. Celle-ci reste valable, sans les personnes parties, jusqu’à ce que vous autorisiez la nouvelle liste.',
    tooFew: (threshold) =>
      `Vous êtes l’une des personnes désignées et, en dehors de vous, il y en a moins de ${threshold}. Demandez à un administrateur d’en désigner une de plus.`,
    unknownAuthor: (who) =>
      `Le serveur a pu inventer ${who} : aucune adresse avec ses clés ne vous a été remise, et vous n’avez pas comparé le numéro de sécurité. Ouvrez Équipe, appuyez sur Détails à côté de ${who} et comparez-le ; vous pourrez ensuite donner l’autorisation.`,
    toTeam: 'Ouvrir Équipe',
    allow: 'Autoriser',
    allowNew: 'Autoriser la nouvelle liste',
    allowing: 'Scellement des parts…',
    allowTitle: 'Autoriser votre organisation à vous redonner accès ?',
    allowDone: 'La récupération par l’organisation est autorisée',
    allowDoneText: 'Vous pouvez retirer cette autorisation à tout moment',
    allowFailed: 'La récupération par l’organisation n’a pas pu être autorisée',
    stop: 'Ne plus autoriser',
    stopTitle: 'Ne plus autoriser la récupération par l’organisation ?',
    stopText:
      'Les parts de votre clé sont supprimées du serveur, et votre coffre reçoit une nouvelle clé qu’elles n’ouvrent pas. Ensuite, seuls votre mot de passe et vos mots de secours l’ouvrent.',
    stopPassword: 'Votre mot de passe',
    stopBusy: 'Création de nouvelles clés…',
    ended:
      'La récupération par l’organisation n’a pas pu être renouvelée et a pris fin : personne ne peut vous redonner accès tant que vous ne l’autorisez pas de nouveau, sous Sécurité.',
    stopDone: 'La récupération par l’organisation n’est plus autorisée',
    open: (until) =>
      `Quelqu’un a demandé, avec votre compte, à retrouver l’accès. La demande prend fin le ${until}. Si ce n’était pas vous, annulez-la maintenant et choisissez un nouveau mot de passe.`,
    cancel: 'Annuler la demande',
    cancelled: 'La demande a été annulée',
    cancelFailed: 'La demande n’a pas pu être annulée',
    keep: 'La garder',
  },
  ask: {
    offer: 'Mots perdus aussi ? Demander à votre organisation',
    back: 'J’ai finalement les mots',
    title: 'Demander à votre organisation',
    lead: (threshold, holders) =>
      holders === 1
        ? 'Vous avez autorisé une personne à vous redonner accès. Elle est avertie maintenant ; appelez-la ensuite.'
        : `Vous avez autorisé ${people(holders)} à vous redonner accès ; il en faut ${threshold}. Elles sont averties maintenant ; appelez-les ensuite.`,
    holders: 'Qui peut aider',
    submit: 'Demander maintenant',
    busy: 'Demande…',
    code: 'Code de votre demande',
    codeLead: (threshold) =>
      `Appelez ${people(threshold)} de la liste et lisez-leur ce code. Elles le saisissent, pour répondre à vous et à personne d’autre. Ne l’envoyez ni par e-mail ni par messagerie.`,
    answered: 'A répondu',
    waiting: 'Pas encore',
    count: (answers, threshold) => `${answers} ${answers < 2 ? 'réponse' : 'réponses'} sur ${threshold}`,
    until: (at) =>
      `Cette demande attend jusqu’au ${at}. Vous pouvez fermer cette page et y revenir dans ce navigateur.`,
    elsewhere:
      'Vous avez fait la demande dans un autre navigateur. Continuez là-bas, ou refaites-la ici ; le code affiché là-bas ne vaut alors plus.',
    again: 'Refaire la demande ici',
    cancel: 'Annuler la demande',
    ready: 'Assez de personnes ont répondu. Choisissez un nouveau mot de passe ; votre coffre s’ouvre avec lui.',
    setPassword: 'Définir le mot de passe et ouvrir mon coffre',
    opening: 'Ouverture de votre coffre…',
  },
  kit: {
    title: 'Nouveaux mots de secours',
    lead: 'De nouveaux mots remplacent ceux qui ont été perdus. Les anciens cessent de fonctionner dès que vous avez ressaisi trois des nouveaux.',
    password: 'Votre mot de passe',
    submit: 'Créer de nouveaux mots',
    busy: 'Création de nouveaux mots…',
    later: 'Plus tard',
    done: 'Vos nouveaux mots de secours sont valables dès maintenant',
    doneText: 'Les anciens n’ouvrent plus le coffre',
    failed: 'Les mots n’ont pas été remplacés',
    unknown: 'Impossible de savoir quels mots sont valables',
    unknownText:
      'La connexion a été coupée. Gardez les anciens mots et les nouveaux, restez sur cette page et réessayez une fois connecté.',
    renew: 'Créer de nouveaux mots',
  },
}
