import type { WordsOf } from '../../catalogue.ts'

export const details: WordsOf<'details'> = {
  open: 'Details',
  close: 'Schließen',
  facts: {
    type: 'Typ',
    size: 'Größe',
    protection: 'Schutz',
    modified: 'Zuletzt geändert',
    created: 'Hinzugefügt',
    used: 'Zuletzt geöffnet',
    never: 'Nie',
    folder: 'Ordner',
    tags: 'Tags',
    noTags: 'Keine',
  },
  proof: {
    title: 'Integrität',
    checking: 'Die Signatur wird geprüft',
    ok: 'Die Signatur dieser Datei wurde auf diesem Gerät geprüft.',
    failed: 'Die Integrität konnte nicht nachgewiesen werden',
    version: 'Version',
    signedAt: 'Signiert',
    signer: 'Signiert von',
    you: (fingerprint) => `Ihnen, mit den Schlüsseln ${fingerprint}`,
    somebody: (who, fingerprint) => `${who}, mit den Schlüsseln ${fingerprint}`,
    theirKeys: 'Schlüssel dieser Person',
    content: 'Inhalt',
    suite: 'Algorithmen',
    suiteText: (segment) =>
      `Inhalt: FLOE über AES-256-GCM in Segmenten von ${segment}. Signatur: Ed25519 und ML-DSA-65 gemeinsam.`,
  },
  activity: {
    title: 'Letzte Aktivität',
    empty: 'Noch ist nichts verzeichnet.',
    failed: 'Die Aktivität dieser Datei konnte nicht geladen werden',
    loading: 'Wird geladen',
  },
}
