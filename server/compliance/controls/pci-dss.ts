import { controlsOf } from './control.ts'

/** PCI DSS 4.0.1: what touches this software. Card numbers are entered at the payment provider. */
export const PCI_DSS = controlsOf('PCI DSS 4.0.1', [
  [
    '2.2.2',
    'Vendor default accounts and passwords are not used.',
    'There are none: secrets are made at the first start, and the administrator is the person who opens the link that it prints, or signs in on the machine itself.',
    ['server/secrets.ts', 'server/secrets.test.ts'],
    'implemented',
  ],
  [
    '3.2.1',
    'Stored account data is kept to a minimum.',
    'Card numbers never reach the server; it keeps the ids of customer and subscription.',
    ['server/billing/stripe-provider.ts', 'SECURITY.md'],
    'implemented',
  ],
  [
    '4.2.1',
    'Strong cryptography protects data on open networks.',
    'TLS 1.3 only where the server ends it. Setting certificates is the operator’s duty.',
    ['server/app.ts'],
    'partly',
  ],
  [
    '6.2.4',
    'Common attacks on software are prevented in code.',
    'Bound parameters only, strict content security policy, input parsed by schemas, request smuggling tested.',
    ['test/http/smuggling.test.ts', 'server/http/security-headers.ts'],
    'implemented',
  ],
  [
    '6.3.2',
    'An inventory of software and components is kept.',
    'A bill of materials (CycloneDX) is made from the lock file for download.',
    ['server/compliance/sbom.ts', 'package-lock.json'],
    'implemented',
  ],
  [
    '7.2.1',
    'Access follows need and role.',
    'Roles with permissions, decided in the database.',
    ['contract/permissions.ts'],
    'implemented',
  ],
  [
    '8.3.4',
    'Guessing locks or slows an account.',
    'Rate limits per account and per address, kept in the database for all nodes.',
    ['server/http/rate-limits.ts', 'test/auth/auth.test.ts'],
    'implemented',
  ],
  [
    '8.3.6',
    'Passwords have at least 12 characters.',
    'The default minimum is 8. Set PASSWORD_MIN_LENGTH to 12 for accounts without a vault; for accounts with one the browser advises and does not force it.',
    [
      'server/auth/password/password-policy.ts',
      'docs/decisions/0005-vault-passwords-are-not-checked-against-breaches.md',
    ],
    'partly',
  ],
  [
    '8.4.2',
    'A second factor is used for all access.',
    'Second factors exist; an organisation cannot require them of everybody yet.',
    ['server/auth/mfa/assurance.service.ts'],
    'partly',
  ],
  [
    '10.2.1',
    'Audit logs are on for all components.',
    'Row changes and sign-ins are logged in the database and cannot be changed there.',
    ['server/db/migrations/0300_baseline/13_audit.sql', 'test/permissions.test.ts'],
    'implemented',
  ],
  [
    '10.5.1',
    'Audit logs are kept for twelve months.',
    'Nothing deletes them; keeping the database that long is the operator’s duty.',
    ['server/db/migrations/0300_baseline/13_audit.sql'],
    'operator',
  ],
  ['11.4.1', 'Penetration tests are made.', 'None has been made of this software so far.', ['SECURITY.md'], 'not yet'],
  [
    '12.3.3',
    'Cryptographic suites are documented and reviewed.',
    'The inventory is tested against the code and offered as CBOM. A yearly review is for the operator to hold.',
    ['crypto/suites/inventory.ts'],
    'partly',
  ],
])
