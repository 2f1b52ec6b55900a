import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

/** French counts zero and one as singular. */
const counted = (count: number, one: string, several: string) => `${formatCount(count)} ${count < 2 ? one : several}`

export const transfers: WordsOf<'transfers'> = {
  locked: {
    title: 'Le fichier n’a pas été pris',
    text: 'Le coffre doit d’abord être ouvert. Entrez votre mot de passe, puis déposez le fichier à nouveau.',
  },
  region: 'Transferts',
  uploading: (at, total) => `Envoi ${formatCount(at)} sur ${formatCount(total)}`,
  paused: (count) => counted(count, 'envoi suspendu', 'envois suspendus'),
  failed: (count) => counted(count, 'envoi échoué', 'envois échoués'),
  andStored: (title, count) =>
    count === 0 ? title : `${title}, ${formatCount(count)} ${count < 2 ? 'enregistré' : 'enregistrés'}`,
  failedOne: (sentence, name, reason) => `${sentence} : ${name}. ${reason}`,
  show: 'Afficher',
  stopped: 'Envois arrêtés',
  more: (count) => `et ${counted(count, 'autre', 'autres')}`,
  downloading: (count) => `Téléchargement de ${counted(count, 'fichier', 'fichiers')}`,
  total: 'Progression totale',
  progressOf: (name) => `Progression de ${name}`,
  collapse: 'Replier les transferts',
  expand: 'Déplier les transferts',
  close: 'Fermer les transferts',
  retryAll: 'Réessayer les échecs',
  clear: 'Effacer les terminés',
  pause: (name) => `Suspendre ${name}`,
  resume: (name) => `Reprendre ${name}`,
  retry: (name) => `Réessayer ${name}`,
  cancel: (name) => `Annuler ${name}`,
  uploadedMany: (count) => `${formatCount(count)} fichiers ont été chiffrés et envoyés en sécurité`,
  anotherFile: 'C’est un autre fichier. Choisissez celui qui était en cours d’envoi.',
  reconnecting: 'Pas de connexion. Nouvel essai ; ce qui est envoyé est conservé.',
  sentAgain: 'Le fichier a changé depuis le début de l’envoi ; il est donc renvoyé depuis le début.',
  choose: (name) => `Choisissez encore ${name} pour continuer`,
  state: {
    waiting: 'En attente',
    encrypting: 'Chiffrement',
    uploading: (sentBytes, sizeBytes) =>
      `Chiffrement et envoi, ${formatBytes(sentBytes)} sur ${formatBytes(sizeBytes)}`,
    sealed: 'Scellé et enregistré',
    paused: (sentBytes, sizeBytes) => `Suspendu à ${formatBytes(sentBytes)} sur ${formatBytes(sizeBytes)}`,
    failed: 'Échec',
    cancelled: 'Annulé',
    resumable: 'Interrompu. Choisissez le même fichier pour continuer.',
  },
  decrypting: (doneBytes, sizeBytes) =>
    `Téléchargement et déchiffrement, ${formatBytes(doneBytes)} sur ${formatBytes(sizeBytes)}`,
  confirm: {
    title: (count) => `Arrêter ${counted(count, 'envoi', 'envois')} ?`,
    text: 'Ce qui a été envoyé jusqu’ici est abandonné. Les fichiers déjà enregistrés restent.',
    keep: 'Continuer l’envoi',
    stop: 'Arrêter les envois',
  },
}
