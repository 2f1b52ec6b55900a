import { controlsOf } from './control.ts'

/** 45 CFR § 164.312, technical safeguards. */
export const HIPAA = controlsOf('HIPAA 45 CFR 164.312', [
  [
    '(a)(1)',
    'Only authorised people and programs reach health information.',
    'Row-level security, and keys that only the owner and those it is shared with can unwrap.',
    ['test/db/lints.test.ts', 'test/sharing/sharing.test.ts'],
    'implemented',
  ],
  [
    '(a)(2)(i)',
    'Every user has a unique identity.',
    'Each account has an id that appears in every event it causes.',
    ['server/db/migrations/0300_baseline/13_audit.sql'],
    'implemented',
  ],
  [
    '(a)(2)(ii)',
    'There is a way to information in an emergency.',
    'Recovery words; organisation recovery, in which several named people let a member back in who agreed beforehand.',
    ['docs/decisions/0023-several-people-let-a-member-back-in.md', 'test/recovery/organisation-recovery.test.ts'],
    'implemented',
  ],
  [
    '(a)(2)(iii)',
    'Sessions end after inactivity.',
    'The vault locks after a time that each person sets. An organisation cannot force that time yet.',
    ['web/lib/idle-lock.ts'],
    'partly',
  ],
  [
    '(a)(2)(iv)',
    'Information is encrypted and decrypted.',
    'Content, names and types are sealed in the browser with AES-256-GCM.',
    ['crypto/envelope/floe.ts', 'docs/format.md'],
    'implemented',
  ],
  [
    '(b)',
    'Activity is recorded and examined.',
    'Audit events in the transaction of each change; search, filter and export. Examining them is the operator’s duty.',
    ['server/db/functions/audit/log.sql', 'e2e/audit/audit-logs.spec.ts'],
    'implemented',
  ],
  [
    '(c)(1)',
    'Information is not altered or destroyed improperly.',
    'Each file has a manifest signed by its author with two algorithms; earlier versions are kept.',
    ['crypto/statements/manifest.ts', 'test/malicious-server/files/records.test.ts'],
    'implemented',
  ],
  [
    '(c)(2)',
    'It can be shown that information was not altered or destroyed.',
    'Authenticated encryption and the signed manifest refuse an altered file when it is opened; a file that is missing from the list of a device is not always noticed.',
    ['crypto/envelope/floe.ts', 'test/malicious-server/files/records.test.ts'],
    'partly',
  ],
  [
    '(d)',
    'People are who they claim to be.',
    'Password or passkey, and second factors that guard keys and files.',
    ['docs/decisions/0013-second-factor-guards-the-vault.md', 'test/session/second-factor-guard.test.ts'],
    'implemented',
  ],
  [
    '(e)(1)',
    'Information is protected while it is sent.',
    'Content is sealed before it is sent; TLS 1.3 where certificates are set, which the operator must do.',
    ['server/app.ts', 'e2e/transfer/transfers-tls.spec.ts'],
    'partly',
  ],
  [
    '(e)(2)(i)',
    'Information that is sent is not altered unnoticed.',
    'Each segment is authenticated under the file’s key and fixed by the signed manifest, whatever the transport.',
    ['crypto/envelope/content-root.ts', 'test/malicious-server/files/records.test.ts'],
    'implemented',
  ],
  [
    '(e)(2)(ii)',
    'Information that is sent is encrypted where that is appropriate.',
    'Content, names and types leave the browser sealed; the rest is encrypted by TLS where the operator set it up.',
    ['crypto/envelope/floe.ts', 'server/http/tls.ts'],
    'partly',
  ],
])
