import type { WordsOf } from '../../catalogue.ts'

export const details: WordsOf<'details'> = {
  open: 'Détails',
  close: 'Fermer',
  facts: {
    type: 'Type',
    size: 'Taille',
    protection: 'Protection',
    modified: 'Dernière modification',
    created: 'Ajouté',
    used: 'Dernière ouverture',
    never: 'Jamais',
    folder: 'Dossier',
    tags: 'Étiquettes',
    noTags: 'Aucune',
  },
  proof: {
    title: 'Intégrité',
    checking: 'Vérification de la signature',
    ok: 'La signature de ce fichier a été vérifiée sur cet appareil.',
    failed: 'L’intégrité n’a pas pu être prouvée',
    version: 'Version',
    signedAt: 'Signé',
    signer: 'Signé par',
    you: (fingerprint) => `Vous, avec les clés ${fingerprint}`,
    somebody: (who, fingerprint) => `${who}, avec les clés ${fingerprint}`,
    theirKeys: 'Ses clés',
    content: 'Contenu',
    suite: 'Algorithmes',
    suiteText: (segment) =>
      `Contenu : FLOE sur AES-256-GCM par segments de ${segment}. Signature : Ed25519 et ML-DSA-65 ensemble.`,
  },
  activity: {
    title: 'Activité récente',
    empty: 'Rien n’a encore été enregistré.',
    failed: 'L’activité de ce fichier n’a pas pu être chargée',
    loading: 'Chargement',
  },
}
