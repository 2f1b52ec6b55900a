/** TLS where this server ends it: one version, and hybrid post-quantum key exchange first (RFC 9794 naming). */
export const TLS = {
  minVersion: 'TLSv1.3',
  // The first is the group that Chromium and Node 24 agree on.
  groups: ['X25519MLKEM768', 'X25519', 'P-256'],
} as const
