import { controlsOf } from './control.ts'

/** NSA CNSA 2.0 (September 2022, FAQ of December 2024): where each algorithm stands on the way there. */
export const CNSA_2 = controlsOf('CNSA 2.0 migration', [
  [
    'Encryption',
    'AES-256.',
    'AES-256-GCM for content, names and wrapped keys, everywhere.',
    ['crypto/envelope/floe-core.ts', 'crypto/primitives/symmetric.ts'],
    'implemented',
  ],
  [
    'Key establishment',
    'ML-KEM-1024.',
    'The suite cnsa2 (ML-KEM-1024) exists in format and code and every account publishes such a key; wraps are made with ML-KEM-768 + X25519, and an organisation cannot choose yet.',
    ['crypto/suites/suites.ts', 'crypto/vectors.test.ts'],
    'partly',
  ],
  [
    'Signatures',
    'ML-DSA-87.',
    'Statements are signed with ML-DSA-65 and Ed25519 together; ML-DSA-87 is not used.',
    ['crypto/primitives/signature.ts'],
    'not yet',
  ],
  [
    'Hashes',
    'SHA-384 or SHA-512.',
    'SHA-384 inside content sealing; SHA-256 in the default suite, in ids and in fingerprints.',
    ['crypto/envelope/floe-core.ts', 'docs/format.md'],
    'partly',
  ],
  [
    'Software signing',
    'LMS, XMSS or ML-DSA for firmware and software.',
    'Releases are not signed yet.',
    ['SECURITY.md'],
    'not yet',
  ],
  [
    'Transport',
    'TLS 1.3 with ML-KEM-1024.',
    'TLS 1.3 with X25519MLKEM768 first, then X25519 and P-256.',
    ['server/app.ts'],
    'partly',
  ],
  [
    'Agility',
    'Algorithms can be replaced.',
    'A suite is named by its three registered numbers in each wrap; unknown ones are refused, never replaced silently.',
    ['crypto/suites/suites.ts', 'docs/format.md'],
    'implemented',
  ],
])
