import { formatCount } from '#web/lib/format.ts'

export const security = {
  title: 'Security',
  lead: 'What protects your account and your files, and who is signed in.',
  loading: 'Loading the security of your account',
  failed: 'The security of your account could not be loaded',
  retry: 'Retry',
  checks: 'Checks and protections',
  states: {
    on: 'On',
    fine: 'Good',
    off: 'Off',
    lacking: 'Off',
    attention: 'Needs attention',
    none: 'Not available',
  },
  score: {
    title: 'Security Score',
    percent: (percent: number) => `${formatCount(percent)}%`,
    note: 'Quantum-Safe Protected',
    lead: 'Added up from the checks below, which use what the server and this browser actually know. A check that cannot be made earns no points.',
    points: (earned: number, most: number) => `${earned} of ${most} points`,
    reasons: {
      keys: {
        name: 'Only you hold the keys',
        good: 'Your browser made your keys: ML-KEM-768 with X25519 for keys, AES-256 for content. The server keeps them sealed.',
        bad: 'This account has no vault yet. Sign in to the app and make your keys.',
      },
      recovery: {
        bad: 'There is no recovery kit, or you last typed words of it more than 180 days ago. Check that you can still find and read it.',
      },
      factor: {
        good: 'Your password alone is not enough to sign in.',
      },
      email: {
        name: 'Email address',
        bad: 'Open the link in the mail that we sent when you signed up.',
      },
      theft: {
        good: 'Nobody else has used your sessions since you set your password, as far as the server saw in the last 30 days.',
        bad: 'A session was used by two parties and was ended. Choose another password: that signs out every other device.',
      },
      idle: {
        bad: 'A device has not been used for 14 days. Sign it out if you no longer use it.',
      },
    },
  },
  sees: {
    action: 'What the server sees',
    lead: 'Your browser encrypts before anything leaves it. These are the main things that the server is left with.',
    seesTitle: 'The server sees, among other things',
    complete: 'The list',
    sees: [
      [
        'Files',
        'How many there are, their sizes, random ids, and when they were stored, opened, replaced and deleted.',
      ],
      [
        'Order',
        'Which file lies in which folder, the colours of tags and what carries them, stars and the trash; no names.',
      ],
      [
        'Account',
        'Your name, company and email address as you entered them, when you signed in, your plan and your notifications.',
      ],
      ['Devices', 'The IP address and the name of the browser of each request.'],
      [
        'Sharing',
        'Which accounts a file is shared with; of a link its end, its limit, its downloads, and whether it has a password.',
      ],
      ['Team', 'Who belongs to the organisation, with which role, and who invited or removed whom.'],
    ],
    neverTitle: 'The server never sees',
    never: [
      ['Names and types', 'Names of files, folders and tags, and types of files, are sealed in this browser.'],
      ['Contents', 'Files are sealed with AES-256-GCM in this browser.'],
      ['Keys', 'They are stored wrapped; what unwraps them comes from your password or your recovery words.'],
      ['Password', 'The server gets a value derived from it with Argon2id that does not open the vault.'],
    ],
  },
  code: {
    title: 'App in this browser',
    lead: 'Scripts, document and service worker of this app are as its server lists them. Only a comparison with the source, from another computer, shows that the list is right. This browser refuses exchanged scripts; it does not enforce the whole list.',
    builds: 'Builds that this browser has run',
    version: (version: string, build: string) => `Version ${version}, build ${build}`,
    since: (when: string) => `Here since ${when}`,
  },
  sessions: {
    title: 'Sessions and devices',
    lead: 'Everywhere you are signed in. A session that you end stops working within a second; its device keeps nothing that opens your files without your password, unless you chose to stay unlocked there.',
    loading: 'Loading sessions',
    failed: 'Your sessions could not be loaded',
    current: 'This session',
    secondFactor: 'Second factor',
    created: (when: string) => `Signed in ${when}`,
    activeNow: 'Active now',
    active: (when: string) => `Last active ${when}`,
    from: (ip: string) => `from ${ip}`,
    revoke: 'Sign out',
    revokeLabel: (device: string, when: string) => `Sign out ${device}, signed in ${when}`,
    revoked: 'Session ended',
    revokedText: (device: string) => `${device} is signed out`,
    goneText: 'It had ended already',
    revokeFailed: 'The session could not be ended',
  },
  events: {
    title: 'Recent security events',
    empty: 'No events yet.',
    all: 'All activity',
  },
} as const
