import type { WordsOf } from '../../catalogue.ts'

export const recovery: WordsOf<'recovery'> = {
  title: 'Votre fiche de secours',
  step: (at) => `Étape ${at} sur 3`,
  signOut: 'Se déconnecter',
  inviter: {
    label: (by) => `C’est ${by} qui m’a invité. Retenir les clés que nomme l’invitation.`,
    hint: 'Votre coffre remarque ensuite si le serveur montre un jour d’autres clés sous ce nom. Décochez la case si quelqu’un d’autre vous a invité.',
    mailed:
      'Un e-mail a nommé ces clés, et les e-mails sont envoyés par le serveur. Comparez le numéro de sécurité avant de vous y fier.',
    otherAddress: (noted, email) =>
      `Une invitation pour ${noted} a été ouverte dans ce navigateur, et ce compte est celui de ${email}.`,
  },
  intro: {
    heading: 'Gardez un moyen de revenir',
    lead: 'Votre mot de passe ouvre le coffre. Si vous l’oubliez, 24 mots l’ouvrent à nouveau. Sans eux, seules les personnes que vous y avez autorisées peuvent vous aider.',
    points: [
      ['Créés ici', 'Ce navigateur crée maintenant vos clés et les mots. Le serveur ne reçoit jamais les mots.'],
      ['Montrés une fois', 'Écrivez-les, imprimez-les ou placez-les dans un gestionnaire de mots de passe.'],
      [
        'À vous seul',
        'Qui a les mots a vos fichiers. Personne ne peut vous rendre des mots perdus ; tant que le coffre s’ouvre, vous en créez de nouveaux sous Sécurité.',
      ],
    ],
    submit: 'Créer mes clés',
    busy: 'Création de vos clés…',
  },
  words: {
    heading: 'Notez ces 24 mots',
    lead: 'L’ordre compte. Ensuite, nous vous en demandons trois.',
    list: 'Mots de secours',
    copy: 'Copier',
    copied: 'Copié',
    download: 'Télécharger en texte',
    print: 'Imprimer',
    copyFailed: 'Le navigateur n’a pas permis la copie. Notez les mots ou téléchargez-les.',
    submit: 'J’ai conservé les mots',
    fileName: 'quantumshield-fiche-de-secours.txt',
    file: (email, date, words) =>
      `Fiche de secours QuantumShield\nCompte : ${email}\nCréée : ${date}\n\n${words}\n\nCes mots ouvrent votre coffre quand le mot de passe est perdu.\nQui les a, a vos fichiers. Gardez-les hors ligne ; ne les envoyez jamais à personne.\n`,
    printed: (email, date) => `Fiche de secours QuantumShield de ${email}, créée le ${date}`,
    printedNote: 'Qui a ces mots a vos fichiers. Gardez cette feuille là où vous gardez votre passeport.',
  },
  quiz: {
    heading: 'Vérifiez ce que vous avez conservé',
    lead: 'Saisissez ces trois mots d’après votre copie.',
    word: (position) => `Mot ${position}`,
    wrong: (position) => `Ce n’est pas le mot ${position}. Comparez-le avec votre copie.`,
    back: 'Montrer encore les mots',
    submit: 'Terminer et ouvrir mon coffre',
    busy: 'Enregistrement de vos clés…',
  },
  failed: 'Fiche de secours non enregistrée',
}
