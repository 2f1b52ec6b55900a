/** Words in and about the figures of the articles. The sentences are read instead of the figure, so they say what it shows. */
export const figures = {
  recordedTraffic: {
    label:
      'Three bars on an axis of years from 2025 to 2055: keys are exchanged in the old way from 2025 to 2030; what is sent in 2025 must stay secret until 2045, what is sent in 2030 until 2050. Both end after 2035, when the draft plan disallows the old key exchange.',
    rows: ['old key exchange in use', 'sent in 2025, secret until 2045', 'sent in 2030, secret until 2050'],
    deprecated: 'RSA-2048',
    disallowed: 'all of today’s',
  },
  lattice: {
    label:
      'A lattice of points in the plane with a short pair of vectors, a long pair of vectors that spans the same points, and a target between them. Rounding with the short pair finds the nearest point, rounding with the long pair a point further away.',
    keys: ['short pair (private)', 'long pair (public)', 'target', 'nearest point', 'found with the long pair'],
  },
  keySizes: {
    label:
      'Bars for the bytes of public key and ciphertext or signature: X25519 64, ML-KEM-512 1,568, ML-KEM-768 2,272, ML-KEM-1024 3,136, Ed25519 96, ML-DSA-44 3,732, ML-DSA-65 5,261, ML-DSA-87 7,219, SLH-DSA-SHA2-128s 7,888.',
    keys: ['public key', 'ciphertext or signature'],
  },
  wrappedKey: {
    label:
      'The 1,228 bytes of a wrapped key as small squares in their order: 60 bytes of header, 1,088 bytes of ML-KEM ciphertext, 32 bytes of X25519 key, 32 bytes of sealed key and 16 bytes of tag.',
    parts: ['header', 'ML-KEM-768 ciphertext', 'X25519 key', 'the sealed key', 'tag'],
    bytes: (count: number) => `${count.toLocaleString('en-US')} B`,
  },
  wrapCosts: {
    label:
      'Two squares whose areas are to scale: 364 gigabytes of keys and grants file by file, beside 1.08 gigabytes with spaces, of which a corner of 287 megabytes is wraps and signatures.',
    byFile: ['file by file', '364 GB'],
    bySpace: ['with spaces', '1.08 GB'],
    quantum: ['287 MB are wraps', 'and signatures'],
  },
  radioFrames: {
    label:
      'Frames of 51 bytes: 1 for an X25519 key, 16 for an ML-KEM-512 ciphertext, 16 for an ML-KEM-512 public key, 22 for an X-Wing ciphertext, 48 for an ML-DSA-44 signature.',
    rows: ['X25519 key', 'ML-KEM-512 ciphertext', 'ML-KEM-512 public key', 'X-Wing ciphertext', 'ML-DSA-44 signature'],
    count: (bytes: number, frames: number) =>
      `${bytes.toLocaleString('en-US')} B, ${frames} ${frames === 1 ? 'frame' : 'frames'}`,
  },
  proofBound: {
    label:
      'A curve over the number of attacks, none of them missed, on a logarithmic scale: 20 prove a rate of 86.1 per cent, 100 prove 97.0, 300 prove 99.0, and 2,995 prove 99.9.',
    x: 'attacks run, none missed',
    y: 'rate proved, at least',
  },
  merklePath: {
    label:
      'A tree of 16 entries. Entry 5 and the nodes above it up to the root are filled; the four siblings beside that way, entry 4, the pair of 6 and 7, the four from 0 to 3 and the eight from 8 to 15, are framed.',
    root: 'root',
    keys: ['computed by the verifier', 'in the proof'],
  },
  retentionYears: {
    label:
      'Bars that begin in 2025: HIPAA documentation ends in 2031, an adult record in England in 2033, a doctor’s record in Germany in 2035, the record of a newborn in England in 2050, radiation treatment in Germany in 2055; a genome lasts beyond the axis. Dashed lines stand at 2030, after which RSA-2048 is deprecated, and at 2035, after which all of today’s key exchanges are disallowed.',
    rows: [
      'HIPAA documentation',
      'adult’s record, England',
      'doctor’s record, Germany',
      'newborn’s record, England',
      'radiation treatment, Germany',
      'genome',
    ],
    beyond: 'after 2100',
    deprecated: 'RSA-2048',
    disallowed: 'all of today’s',
  },
  cryptoTimeline: {
    label:
      'Bars of years: DES 1998 to 2005, Triple DES 2001 to 2023, MD5 2004 to 2012, SHA-1 2005 to 2030, TLS 1.0 2006 to 2021, RSA and elliptic curves 1994 to 2035.',
    rows: ['DES', 'Triple DES', 'MD5', 'SHA-1', 'TLS 1.0', 'RSA and elliptic curves'],
    keys: ['attack published', 'successor standardised', 'planned'],
    now: '2025',
  },
} as const
