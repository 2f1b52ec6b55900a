import { controlsOf } from './control.ts'

/** Regulation (EU) 2016/679. Articles that a file vault can help with. */
export const GDPR = controlsOf('GDPR', [
  [
    'Art. 5(1)(c)',
    'Only data that is needed is processed.',
    'The server stores what it needs to route sealed bytes; the list of it is published. Names and contents of files are not among it.',
    ['SECURITY.md'],
    'implemented',
  ],
  [
    'Art. 5(1)(e)',
    'Data is kept no longer than needed.',
    'Trash and earlier versions end after set days. The audit log is kept without limit: set a period and document it.',
    ['server/trash/trash.ts', 'server/db/migrations/0300_baseline/13_audit.sql'],
    'partly',
  ],
  [
    'Art. 15',
    'People get to know what is stored about them.',
    'Each person sees profile, sessions, activity and files in the app. There is no single export of all of it yet.',
    ['web/app/security/security-page.tsx', 'web/app/activity/activity-page.tsx'],
    'partly',
  ],
  [
    'Art. 17',
    'People have their data erased.',
    'Everybody can delete their own account with everything in it.',
    ['server/auth/account/delete-account.service.ts', 'test/account/delete-account.test.ts'],
    'implemented',
  ],
  [
    'Art. 20',
    'People take their data elsewhere.',
    'Folders and files leave as a ZIP; the format of sealed files is published with a decryptor in another language.',
    ['tools/decrypt.py', 'e2e/drive/no-lock-in.spec.ts'],
    'implemented',
  ],
  [
    'Art. 25',
    'Protection by design and by default.',
    'Encryption in the browser cannot be switched off for accounts made in the app.',
    ['docs/format.md', 'docs/threat-model.md'],
    'implemented',
  ],
  [
    'Art. 28',
    'Processors are bound by a contract.',
    'A template with the measures of this product is offered here; the parties fill in and sign it.',
    ['server/compliance/dpa-text.ts'],
    'operator',
  ],
  [
    'Art. 30',
    'A record of processing is kept.',
    'The evidence report and the list of what the server sees are material for it.',
    ['SECURITY.md', 'server/compliance/evidence-facts.ts'],
    'operator',
  ],
  [
    'Art. 32(1)(a)',
    'Personal data is pseudonymised and encrypted.',
    'AES-256-GCM under keys that only the owner holds; wrapped keys and sealed bytes are all that is stored.',
    ['crypto/envelope/floe.ts', 'e2e/http/nothing-secret.spec.ts'],
    'implemented',
  ],
  [
    'Art. 32(1)(b)',
    'Confidentiality, integrity, availability and resilience last.',
    'Sealed content is authenticated and bound to its place; interrupted transfers resume. Availability depends on the operator.',
    ['test/malicious-server/files/records.test.ts', 'e2e/transfer/transfers.spec.ts'],
    'partly',
  ],
  [
    'Art. 32(1)(d)',
    'Measures are tested regularly.',
    'All tests run before a change of the software is taken. Testing an installation is the operator’s duty.',
    ['CONTRIBUTING.md'],
    'partly',
  ],
  [
    'Art. 33',
    'Breaches are notified within 72 hours.',
    'The audit log helps to establish what happened; deciding and notifying is the operator’s duty.',
    ['server/db/functions/audit/log.sql'],
    'operator',
  ],
])
