import type { WordsOf } from '../catalogue.ts'

const entriesOf = (count: string) => `${count} ${isFew(count) ? 'entrée' : 'entrées'}`
const isFew = (count: string) => count === '0' || count === '1'
const firstOf = (count: string) => (count === '1' ? 'la première entrée' : `les ${count} premières entrées`)

export const ledger: WordsOf<'ledger'> = {
  column: 'Registre',
  checking: 'Vérification du registre…',
  notChecked: 'Le registre n’a pas pu être vérifié. Les événements ci-dessous sont ceux que montre le serveur.',
  notSigned: 'Le registre n’est pas encore signé. Cela prend quelques secondes après le premier événement.',
  entries: (count, size) => `Registre de ${count} ${size === 1 ? 'entrée' : 'entrées'}.`,
  firstSeen: 'Ce navigateur le voit pour la première fois et le reconnaîtra.',
  sameAs: (when) => `Inchangé depuis que ce navigateur l’a vu le ${when}.`,
  continues: (when, count) => `Il contient, inchangé, tout ce que ce navigateur a vu le ${when} (${count}).`,
  details: 'Détails',
  number: (index) => `nº ${index}`,
  states: {
    checking: 'Vérification',
    verified: 'Vérifié, entrée',
    pending: 'En attente',
    unchecked: 'Non vérifié',
    late: 'Manquant',
    changed: 'Modifié',
    not_included: 'Absent du registre',
  },
  sheet: {
    title: 'Le registre d’audit',
    lead: 'Chaque événement de votre organisation devient une entrée d’un journal qui ne peut que grandir. Deux clés signent son état toutes les quelques secondes. Votre navigateur vérifie les deux signatures, et que le journal commence toujours par tout ce qu’il a déjà vu.',
    name: 'Nom',
    size: 'Entrées',
    root: 'Hachage racine',
    signed: 'Signé',
    signatures: 'Signé avec',
    both: 'Ed25519 et ML-DSA-44, vérifiées ici avec les clés que ce navigateur a vues en premier',
    took: 'Dernière vérification',
    tookValue: (ms, count, events) =>
      `${ms} ms pour le journal et ${count} ${events === 1 ? 'événement' : 'événements'}, requêtes comprises`,
    seen: 'Comparé',
    proved: (when, count, hashes) =>
      `Vu le ${when}, avec ${entriesOf(count)} : contenu, montré par ${hashes} ${isFew(hashes) ? 'hachage' : 'hachages'}`,
    anchor: 'Journal d’ancrage',
    anchored: (count) => `Dit la même chose pour ${firstOf(count)}`,
    notAnchored: 'Ne dit encore rien de ce registre. Cela suit en moins d’une minute.',
    witnesses: 'Témoins',
    witnessed: (name, when) => `${name}, le ${when}`,
    mirrored: (name, when) => `${name}, le ${when} : conserve aussi les entrées`,
    noSignature: 'Aucun n’a signé cet état',
    noWitness: 'Sans témoin indépendant : seuls ce serveur et les navigateurs qui l’observent répondent du registre.',
    timestamp: 'Horodatage',
    receipts: 'Reçus',
    imported: 'D’avant',
    importedText: (count, events) =>
      events === 1
        ? 'Le premier événement est plus ancien que le registre : rien ne prouve qu’il soit resté inchangé jusque-là.'
        : `Les ${count} premiers événements sont plus anciens que le registre et y sont entrés ensemble : rien ne prouve qu’ils soient restés inchangés jusque-là.`,
    limits:
      'Ce qu’aucun registre ne peut montrer : un événement que le serveur n’a jamais écrit. Et un navigateur qui voit le registre pour la première fois ne peut pas savoir ce qu’il disait avant.',
  },
  proof: {
    title: 'Dans le registre',
    texts: {
      verified:
        'Cet événement est celui sur lequel son entrée s’engage, et l’entrée fait partie du registre signé. Vérifié dans ce navigateur.',
      pending: 'Cet événement n’a pas encore d’entrée signée. Elle suit en quelques secondes.',
      unchecked: 'Le registre lui-même n’est plus ce qu’il était : cet événement ne lui a pas été comparé.',
      late: 'Cet événement devrait déjà avoir une entrée et n’en a pas. Prévenez votre administrateur ; si cela dure, le serveur le tient à l’écart.',
      changed:
        'Cet événement n’est pas ce que dit son entrée dans le registre : l’un des deux a été modifié. Prévenez votre administrateur.',
      not_included: 'L’entrée de cet événement ne fait pas partie du registre signé. Prévenez votre administrateur.',
    },
    erased: 'Ce qu’il disait d’une personne a été effacé volontairement. Son entrée reste.',
    whoNotProved:
      'De qui il s’agissait, seul le serveur le dit : le propriétaire d’un fichier n’apprend pas dans quelle session d’autres l’ont lu.',
    path: 'Chemin de la racine à l’entrée',
    root: (count) => `Racine signée de ${entriesOf(count)}`,
    beside: (level) => `Hachage à côté du chemin, niveau ${level}`,
    leaf: (index) => `Entrée ${index}`,
    download: 'Télécharger la preuve',
    failed: 'La preuve n’a pas pu être obtenue. Réessayez dans un instant.',
  },
  build: {
    listed: (entry) => `L’entrée ${entry} du journal public mentionne ce build.`,
    notListed:
      'Le journal public ne mentionne pas ce build. Ne saisissez aucun mot de passe ici et prévenez l’exploitant.',
    notAsked: 'Impossible de demander au journal public s’il mentionne ce build.',
    another: 'Le journal public n’est pas celui que ce navigateur connaissait. Interrogez l’exploitant.',
    next: {
      listed:
        'QuantumShield a été mis à jour sur le serveur, et son journal public mentionne le nouveau build. Rechargez la page pour l’utiliser.',
      notListed:
        'Le serveur délivre un autre build, que son journal public ne mentionne pas. Interrogez l’exploitant avant de recharger : cette page est encore celle d’avant.',
      title: 'Charger un build que le journal ne mentionne pas ?',
      risk: 'Une page échangée pourrait lire votre mot de passe et vos fichiers à la prochaine connexion.',
      anyway: 'Charger quand même',
      stay: 'Garder cette page',
    },
  },
  keys: {
    checking: 'Vérification de ce que le journal public dit de ces clés…',
    notAsked: 'Le journal public n’a pas pu être interrogé sur ces clés. Réessayez dans un instant.',
    waiting: 'En attente que le journal public mentionne ce qui est nouveau. Cela prend une minute au plus.',
    own: {
      listed: 'Le journal public mentionne ces clés à votre nom et n’en a jamais mentionné d’autres.',
      not_listed: 'Le journal public ne mentionne pas encore vos clés : les nouvelles suivent en moins d’une minute.',
      withheld:
        'Le journal public ne mentionne pas vos clés, qui ont pourtant plus d’une heure. Personne ne peut partager avec vous d’ici là : interrogez l’exploitant.',
      other_keys:
        'Le journal public mentionne à votre nom des clés qui ne sont pas les vôtres. Quelqu’un lit peut-être ce qui est partagé avec vous : interrogez l’exploitant en personne ou par téléphone, et prévenez les personnes avec qui vous partagez.',
      replaced:
        'Le journal public mentionne vos clés, mais en a mentionné d’autres à votre nom pendant un temps. Quelqu’un a peut-être lu ce qui était alors partagé avec vous : interrogez l’exploitant en personne ou par téléphone.',
      unproved:
        'Le serveur ne prouve pas quelles clés le journal public mentionne à votre nom. Interrogez l’exploitant.',
    },
    theirs: {
      listed: 'Le journal public mentionne ces clés pour cette personne et n’en a jamais mentionné d’autres.',
      not_listed: 'Le journal public ne mentionne pas encore ces clés : les nouvelles suivent en moins d’une minute.',
      withheld:
        'Le journal public ne mentionne pas ces clés, qui ont pourtant plus d’une heure. Rien ne peut être partagé avec cette personne d’ici là : interrogez l’exploitant.',
      other_keys:
        'Le journal public mentionne d’autres clés pour cette personne. Ne partagez rien avant d’avoir comparé le numéro de sécurité en personne.',
      replaced:
        'Le journal public a mentionné auparavant d’autres clés pour cette personne. Ne partagez rien avant d’avoir comparé le numéro de sécurité en personne.',
      unproved:
        'Le serveur ne prouve pas quelles clés le journal public mentionne pour cette personne. Comparez le numéro de sécurité en personne.',
    },
  },
  witness: {
    none: 'Sans témoin indépendant.',
    signed: (count, of) =>
      `Signé par ${count} ${isFew(count) ? 'témoin indépendant' : 'témoins indépendants'} sur ${of}.`,
    late: 'Trop peu de témoins indépendants ont signé ce registre depuis un jour',
    lateText:
      'Ils ne signent qu’un registre qui contient encore tout ce qu’ils ont signé. Ils sont peut-être injoignables, ou vous voyez un autre registre que tout le monde. Demandez à l’exploitant, en personne ou par téléphone.',
    other: 'Le serveur nomme d’autres témoins qu’avant. Ce navigateur attend toujours ceux qu’il a vus en premier.',
    accept: {
      open: 'J’ai demandé, attendre les nouveaux témoins…',
      title: 'Attendre d’autres témoins ?',
      text: 'Ce navigateur oublie les témoins qu’il a vus en premier et attend ceux que le serveur nomme maintenant. Ne le faites que si l’exploitant vous a expliqué le changement.',
      confirm: 'Attendre les nouveaux',
    },
  },
  anchor: {
    late: 'Depuis plus d’une heure, le journal d’ancrage ne mentionne aucun état plus récent de ce registre',
    lateText:
      'Il le fait d’habitude chaque minute. Quelque chose le retarde peut-être, ou vous voyez un autre registre que tout le monde. Demandez à l’exploitant, en personne ou par téléphone.',
  },
  stamp: {
    said: (when, authority, count) => `${authority} a horodaté ${firstOf(count)} du journal d’ancrage le ${when}`,
    ofSomethingElse:
      'L’horodatage que montre le serveur n’est pas celui de ce journal. Demandez à l’exploitant, en personne ou par téléphone.',
    limits:
      'Votre navigateur a vérifié que l’horodatage porte sur ce journal, mais pas qui l’a signé. « quantumshield verify-log --timestamp-ca » le vérifie.',
  },
  receipts: {
    broken: (count, promises) =>
      promises === 1
        ? 'Le serveur n’a pas tenu un engagement sur ce registre'
        : `Le serveur n’a pas tenu ${count} engagements sur ce registre`,
    brokenText:
      'Il a signé que ces événements figureraient dans le registre. Téléchargez les reçus, qui le prouvent, et demandez à l’exploitant, en personne ou par téléphone. Après la restauration d’une sauvegarde plus ancienne, cela se présente de la même façon.',
    missing: (when) => `Engagement du ${when} : le registre ne contient pas cet événement.`,
    changed: (when) => `Engagement du ${when} : le registre contient un autre événement à sa place.`,
    other_event: (when) => `Engagement du ${when} : ce n’est pas l’événement de ce que vous avez fait alors.`,
    more: (count) => `Et ${count} de plus.`,
    download: 'Télécharger les reçus',
    lacking: (count, answers) =>
      answers === 1
        ? 'Une réponse du serveur n’avait pas de reçu valable'
        : `${count} réponses du serveur n’avaient pas de reçu valable`,
    lackingText: (when) =>
      `La dernière fois le ${when}. Par un reçu, le serveur s’engage à ce qu’une modification figure dans le registre. Quelque chose l’a peut-être retiré en chemin, ou le serveur ne s’engage à rien.`,
    strip: 'Le serveur n’a pas tenu un engagement sur le registre d’audit.',
    forget: {
      open: 'Ne plus afficher…',
      title: 'Ne plus afficher ?',
      text: 'Ce navigateur supprime ces reçus. Sans eux, vous ne pouvez pas prouver à quoi le serveur s’est engagé.',
      confirm: 'Supprimer',
    },
    noneOpen: 'Aucun engagement n’attend d’être vérifié',
    unchecked: (count, promises) =>
      promises === 1 ? 'Un engagement ne peut pas être vérifié' : `${count} engagements ne peuvent pas être vérifiés`,
    waiting: (count, promises) =>
      promises === 1 ? 'Un engagement n’est pas encore vérifié' : `${count} engagements ne sont pas encore vérifiés`,
  },
  problems: {
    other_keys: 'Le registre est signé avec d’autres clés qu’avant',
    bad_checkpoint: 'Le registre n’est pas signé comme il doit l’être',
    shrank: 'Le registre a perdu des entrées',
    forked: 'Le registre a été réécrit',
    not_anchored: 'Le journal d’ancrage contredit le registre',
    log_gone: 'Un registre que ce navigateur connaît n’est plus montré. Vous avez peut-être changé d’organisation.',
    restored: 'Des entrées ont disparu. Selon le serveur, une ancienne sauvegarde a été restaurée.',
  },
  missing: {
    left: (when, seen, left) => `Entrées que ce navigateur a vues le ${when} : ${seen}. Il en reste : ${left}.`,
    same: 'Il est prouvé que toutes celles-ci sont inchangées.',
    partly: (proved) => `Prouvées inchangées : les ${proved} premières. Pour les autres, on ne peut pas le savoir.`,
    unknown: 'Il n’est pas prouvé que celles-ci soient inchangées.',
    asOf: (when: string) =>
      `Le serveur indique qu’il a été rétabli dans son état du ${when}. Ce qui a changé depuis est perdu.`,
    claim:
      'Rien ne prouve la raison : quelqu’un qui supprime des entrées et possède les clés du serveur peut dire la même chose. La raison que donne le serveur se trouve dans la première entrée du nouveau registre.',
  },
  ask: 'Demandez à l’exploitant, en personne ou par téléphone, avant de vous fier à ces événements ou de continuer.',
  accept: {
    open: 'J’ai demandé, continuer avec ce que montre le serveur…',
    title: 'Continuer avec ce registre ?',
    text: 'Ce navigateur oublie ce qu’il a vu et retient ce que le serveur montre maintenant. Ne le faites que si l’exploitant vous a expliqué le changement.',
    confirm: 'Continuer avec lui',
    cancel: 'Annuler',
    failed: 'Cela n’a pas pu être enregistré. Réessayez.',
  },
}
