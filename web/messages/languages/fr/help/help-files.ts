import type { GuideTopic } from '../../../help/help-guide.ts'
import { MY_FILES, SECURITY } from './help-guide.ts'

/** Guides about files and the vault they are in. */
export const fileTopics: readonly GuideTopic[] = [
  {
    title: 'Fichiers',
    guides: [
      {
        id: 'upload',
        title: 'Envoyer des fichiers',
        steps: [
          'Ouvrez « Mes fichiers » et déposez des fichiers n’importe où sur la page, ou appuyez sur « Envoyer » et choisissez-les. La taille maximale est indiquée au-dessus de la liste.',
          'Votre navigateur chiffre chaque fichier avant qu’il ne quitte votre appareil. Le panneau du bas montre la progression.',
          'Le fichier est en sécurité quand sa ligne indique « Scellé et enregistré ». Laissez la page ouverte jusque-là.',
        ],
        to: MY_FILES,
      },
      {
        id: 'resume',
        title: 'Suspendre un envoi, ou continuer un envoi interrompu',
        steps: [
          'Chaque ligne du panneau des transferts a ses propres boutons pour suspendre, reprendre, réessayer et annuler.',
          'Quand la connexion est perdue, l’envoi attend et continue de lui-même. Ce qui est envoyé est conservé.',
          'Après un rechargement, un envoi volumineux indique « Interrompu ». Choisissez à nouveau le même fichier ; il reprend là où il s’était arrêté.',
        ],
      },
      {
        id: 'download',
        title: 'Télécharger et déchiffrer un fichier',
        steps: [
          'Appuyez sur la flèche de téléchargement dans la ligne du fichier.',
          'Votre navigateur récupère le fichier scellé, en vérifie chaque partie, le déchiffre et l’enregistre.',
          'Un fichier endommagé ou modifié n’est pas enregistré ; un message le dit.',
        ],
        to: MY_FILES,
      },
      {
        id: 'preview',
        title: 'Regarder un fichier sans l’enregistrer',
        steps: [
          'Double-cliquez sur le fichier, ou appuyez dessus sur Entrée ou Espace. Sur un écran tactile, touchez-le.',
          'Images, PDF, textes, sons et vidéos sont déchiffrés dans votre navigateur et affichés ; rien n’est écrit sur le disque.',
          'Les flèches gauche et droite passent d’un fichier à l’autre, Échap ferme.',
          'Sur la page « Partagés », appuyez sur le nom d’un fichier ; dans les détails d’un fichier, appuyez sur l’œil à côté d’une version antérieure.',
        ],
        to: MY_FILES,
      },
      {
        id: 'tiles',
        title: 'Voir des vignettes au lieu de lignes',
        steps: [
          'Appuyez sur le bouton aux quatre carrés au-dessus de la liste ; sur un téléphone, il est dans le menu à côté du titre. Les images s’affichent en petit ; cet appareil retient votre choix.',
          'Les quatre flèches passent d’une vignette à l’autre ; Espace, Entrée, Suppr et le menu fonctionnent comme dans la liste.',
        ],
        to: MY_FILES,
      },
      {
        id: 'versions',
        title: 'Revenir à une version antérieure',
        steps: [
          'Choisissez « Envoyer une nouvelle version » dans le menu d’un fichier, ou « Remplacer » quand un nom est pris : ce qui était là est conservé.',
          'Sélectionnez le fichier et appuyez sur I. Sous « Versions antérieures », vous pouvez en télécharger une, la restaurer ou la supprimer.',
          'La restauration conserve aussi comme version ce qu’elle remplace. Les liens existants prennent fin quand le contenu change.',
          '« Annuler des modifications », dans le menu d’un fichier ou d’un dossier, ou sur la page Corbeille pour tout à la fois, montre ce qui a été renommé, déplacé, endommagé ou supprimé comme version ces derniers jours, et le rétablit.',
        ],
        to: MY_FILES,
      },
      {
        id: 'find',
        title: 'Trouver un fichier par son nom',
        steps: [
          'Appuyez sur / et saisissez une partie du nom. Les majuscules n’ont pas d’importance.',
          'Depuis n’importe quelle page, appuyez sur Ctrl+K (⌘K sur un Mac), saisissez le nom et choisissez le fichier.',
          'La recherche a lieu dans votre navigateur : le serveur ne connaît pas les noms.',
        ],
      },
      {
        id: 'rename',
        title: 'Renommer un fichier',
        steps: [
          'Sélectionnez le fichier et appuyez sur F2, ou ouvrez le menu au bout de sa ligne et choisissez « Renommer ».',
          'Saisissez le nouveau nom et appuyez sur « Renommer ». Le nouveau nom est chiffré avant d’être enregistré.',
        ],
      },
      {
        id: 'select',
        title: 'Travailler sur plusieurs fichiers à la fois',
        steps: [
          'Cochez les cases devant les fichiers, ou cliquez sur l’un puis, en maintenant Maj, sur un autre : tout ce qui est entre les deux est sélectionné. Sur un écran tactile, appuyez longuement sur l’un, puis touchez les autres.',
          'Ctrl+A sélectionne tous les fichiers de la liste, Échap n’en sélectionne aucun.',
          'La barre au-dessus de la liste propose alors « Télécharger », « Déplacer » et « Supprimer » pour tous.',
        ],
      },
      {
        id: 'folders',
        title: 'Ranger des fichiers dans des dossiers',
        steps: [
          'Appuyez sur « Nouveau dossier », saisissez un nom, et ouvrez le dossier en double-cliquant, en le touchant ou avec Entrée. Le nom est chiffré.',
          'Faites glisser des fichiers sur un dossier, ou sur un dossier du chemin en haut. Sans souris, ouvrez le menu du fichier et choisissez « Déplacer vers… ».',
          '« Annuler l’action » dans le message, ou Ctrl+Z, les ramène. « Envoyer un dossier » enregistre un dossier entier tel qu’il est sur votre ordinateur.',
        ],
        to: MY_FILES,
      },
      {
        id: 'copy',
        title: 'Copier des fichiers, aussi vers un espace d’équipe et retour',
        steps: [
          'Ouvrez le menu du fichier ou du dossier et choisissez « Faire une copie » : elle apparaît à côté de l’original, avec un numéro.',
          'Choisissez « Copier vers… » pour un autre dossier ou un espace d’équipe. Ou appuyez dessus sur Ctrl+C, ouvrez le dossier et appuyez sur Ctrl+V.',
          'Le serveur copie le contenu scellé ; rien n’est renvoyé. Une copie compte dans votre espace. Les versions antérieures et les partages restent avec l’original.',
        ],
        to: MY_FILES,
      },
      {
        id: 'name-taken',
        title: 'Quand un nom est pris',
        steps: [
          'Un envoi, un déplacement ou une copie pose la question une fois pour tous : « Remplacer », « Garder les deux » ou « Ignorer ». Les autres continuent pendant ce temps.',
          'Un envoi qui remplace conserve ce qui était là comme version antérieure. Un déplacement ou une copie le met à la corbeille.',
        ],
      },
      {
        id: 'delete',
        title: 'Supprimer un fichier',
        steps: [
          'Appuyez sur la poubelle à côté du fichier, ou sélectionnez des fichiers et appuyez sur Suppr.',
          'Il va à la corbeille. « Annuler l’action » dans le message, ou Ctrl+Z, le ramène.',
          'Ouvrez « Corbeille » au-dessus de la liste pour le restaurer ou le supprimer définitivement ; après 30 jours, cela se fait de soi-même.',
        ],
      },
      {
        id: 'trash',
        title: 'Restaurer quelque chose de la corbeille',
        steps: [
          'Ouvrez « Corbeille » au-dessus de la liste. Chaque ligne dit où était le fichier ou le dossier et quand il a été supprimé.',
          'Appuyez sur « Restaurer » : il revient là où il était, ou dans « Mes fichiers » si ce dossier n’existe plus. Un dossier ramène ce qu’il contenait.',
          'Le partage, suspendu pendant ce temps, reprend avec la restauration. « Supprimer définitivement » et « Vider la corbeille » sont sans retour.',
        ],
        to: { path: '/dashboard?view=trash', label: 'Ouvrir la corbeille' },
      },
    ],
  },
  {
    title: 'Votre coffre et ses clés',
    guides: [
      {
        id: 'lock',
        title: 'Verrouiller votre coffre quand vous quittez votre poste',
        steps: [
          'Appuyez sur l’image ronde en haut à droite et choisissez « Verrouiller ». L’application oublie aussitôt les clés et redemande le mot de passe.',
          'Pour continuer, saisissez votre mot de passe. Les envois en cours reprennent quand vous choisissez à nouveau leurs fichiers.',
          'Il peut se verrouiller de lui-même quand personne n’y touche : ouvrez « Paramètres », « Préférences », et choisissez après combien de minutes.',
          'Tous les onglets de ce navigateur se verrouillent ensemble. Recharger un onglet le verrouille aussi, sauf si vous avez choisi de rester déverrouillé.',
        ],
      },
      {
        id: 'recovery-kit',
        title: 'Garder votre fiche de secours',
        steps: [
          'Les 24 mots ont été montrés une fois, à la création de votre coffre. Qui les a peut ouvrir vos fichiers.',
          'Gardez-les sur papier là où vous gardez votre passeport, ou dans un gestionnaire de mots de passe. Pas dans un e-mail ni à côté de l’ordinateur.',
          'Personne ne peut les remontrer : le serveur ne les a jamais eus. Des mots perdus se remplacent sous « Sécurité », « Créer de nouveaux mots », tant que vous connaissez le mot de passe.',
        ],
      },
      {
        id: 'forgotten-password',
        title: 'Vous avez oublié votre mot de passe',
        steps: [
          'Sur la page de connexion, appuyez sur « Mot de passe oublié ? » et saisissez votre adresse e-mail.',
          'Ouvrez le lien de l’e-mail dans l’heure. Il vous connecte, mais n’ouvre pas le coffre.',
          'Saisissez les 24 mots de votre fiche de secours et choisissez un nouveau mot de passe. Vos autres appareils sont déconnectés.',
          'Sans les mots, personne ne peut ouvrir les fichiers enregistrés, pas même qui gère le serveur, sauf si vous avez autorisé des personnes de votre organisation à vous aider.',
        ],
      },
      {
        id: 'organisation-recovery',
        title: 'Vous avez perdu votre mot de passe et vos mots de secours',
        steps: [
          'Avant que cela n’arrive : ouvrez « Sécurité » et appuyez sur « Autoriser » sous « Récupération par l’organisation ». Il y est dit qui pourrait vous redonner accès, et combien de personnes il faut. Un administrateur les désigne sur la page « Équipe ».',
          'Quand c’est arrivé, appuyez sur « Mot de passe oublié ? », ouvrez le lien reçu par e-mail et choisissez « Mots perdus aussi ? Demander à votre organisation ».',
          'Appelez les personnes de la liste et lisez-leur les 20 chiffres de votre écran. Chacune ouvre « Équipe », appuie sur « Répondre » et les saisit.',
          'Quand assez de personnes ont répondu, choisissez un nouveau mot de passe et créez de nouveaux mots de secours.',
          'Si vous recevez un e-mail sur une demande que vous n’avez pas faite, ouvrez « Sécurité » et annulez-la.',
        ],
        to: SECURITY,
      },
      {
        id: 'change-password',
        title: 'Changer votre mot de passe',
        steps: [
          'Ouvrez « Sécurité » et appuyez sur « Changer le mot de passe ». Saisissez le mot de passe actuel, puis deux fois le nouveau.',
          'Vos fichiers restent tels quels. Toutes les autres sessions sont fermées, celle-ci reste.',
          'Si la connexion est coupée avant la réponse, réessayez avec l’ancien mot de passe. S’il est refusé, le nouveau est en place.',
        ],
        to: SECURITY,
      },
      {
        id: 'check-kit',
        title: 'Vérifier que votre fiche de secours est juste',
        steps: [
          'Ouvrez « Sécurité » et appuyez sur « Vérifier votre fiche ». Saisissez les 24 mots d’après votre copie.',
          'Votre navigateur vérifie s’ils ouvrent votre coffre. Les mots ne sont envoyés nulle part ; seule la date de la vérification est enregistrée.',
        ],
        to: SECURITY,
      },
      {
        id: 'remember-me',
        title: 'Rester connecté sur votre propre ordinateur',
        steps: [
          'Vous êtes connecté dans chaque onglet jusqu’à la fermeture du navigateur. « Rester déverrouillé » concerne les clés : ce choix décide quand un onglet demande votre mot de passe.',
          'Choisissez en déverrouillant, ou sous « Sécurité » : « Cet onglet », « Jusqu’à la fermeture du navigateur » ou « Sur cet appareil ». « Rester connecté », sur la page de connexion, vaut pour les deux derniers.',
          'Sur un ordinateur que d’autres utilisent aussi, choisissez « Cet onglet », et déconnectez-vous en partant.',
        ],
        to: SECURITY,
      },
      {
        id: 'changes-paused',
        title: 'Remplacer et supprimer est suspendu',
        steps: [
          'Tant de fichiers ont été remplacés ou supprimés définitivement en quelques minutes que le serveur l’a arrêté. Rien d’autre n’est perdu, et vous pouvez toujours lire, ajouter et partager des fichiers.',
          'Si c’était vous, appuyez sur « Confirmer que c’était vous » dans le bandeau ou sous Sécurité, et saisissez le code reçu par e-mail ou celui de votre application d’authentification. Vous continuez aussitôt.',
          'Sinon, choisissez d’abord un nouveau mot de passe sous Sécurité : cela déconnecte tout autre appareil. Confirmez ensuite, et restaurez ce qui manque depuis la corbeille ou les versions antérieures.',
        ],
        to: SECURITY,
      },
      {
        id: 'alarm',
        title: 'Poser une alarme sur un fichier',
        steps: [
          'Choisissez un fichier que personne n’a de raison d’ouvrir, par exemple nommé « Mots de passe ». Ouvrez ses détails et cochez « Alarme quand quelqu’un ouvre ceci ».',
          'Toute personne qui l’ouvre ou le télécharge, vous compris, est arrêtée : sa session n’ouvre rien tant qu’elle n’a pas confirmé que c’est elle, et elle ne peut ni remplacer ni supprimer de fichiers d’ici là.',
          'Les listes n’en montrent pas de petite image, car il faudrait l’ouvrir. Décochez la case avant de télécharger vous-même le fichier.',
        ],
        to: MY_FILES,
      },
      {
        id: 'what-the-server-sees',
        title: 'Ce que le serveur peut voir de vos fichiers',
        steps: [
          'Il voit les tailles, les heures et le nombre de fichiers. Il ne voit ni noms, ni types, ni contenus, ni clés, ni votre mot de passe.',
          'La page « Sécurité » le résume derrière le bouton « Ce que le serveur voit » et mène à la liste.',
        ],
        to: SECURITY,
      },
    ],
  },
]
