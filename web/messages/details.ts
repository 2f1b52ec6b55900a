export const details = {
  open: 'Details',
  close: 'Close',
  facts: {
    type: 'Type',
    size: 'Size',
    created: 'Added',
    used: 'Last opened',
    never: 'Never',
    folder: 'Folder',
    tags: 'Tags',
    noTags: 'None',
  },
  proof: {
    title: 'Integrity',
    checking: 'Checking the signature',
    ok: 'The signature of this file was checked on this device.',
    failed: 'The integrity could not be proved',
    version: 'Version',
    signedAt: 'Signed',
    signer: 'Signed by',
    you: (fingerprint: string) => `You, with the keys ${fingerprint}`,
    content: 'Content',
    suite: 'Algorithms',
    suiteText: (segment: string) =>
      `Content: FLOE over AES-256-GCM in segments of ${segment}. Signature: Ed25519 and ML-DSA-65 together.`,
  },
  activity: {
    title: 'Recent activity',
    empty: 'Nothing was recorded yet.',
    failed: 'The activity of this file could not be loaded',
    loading: 'Loading',
  },
} as const
