/** Header and footer of the site. */
export const layout = {
  skip: 'Skip to main content',
  noScript:
    'Without JavaScript you can read every page. Checks and contact forms need it; the address to write to is at the end of each page.',
  mainNav: 'Main',
  menu: 'Menu',
  links: [
    ['/features', 'Features'],
    ['/solutions', 'Solutions'],
    ['/pricing', 'Pricing'],
    ['/investors', 'Investors'],
    ['/blog', 'Blog'],
  ],
  home: 'QuantumShield, home',
  contact: 'Contact',
  login: 'Login',
  start: 'Get Started',
  dashboard: 'Dashboard',
  studio: 'AI Studio',
  signOut: 'Sign Out',
  footer: {
    label: 'Footer',
    columns: [
      [
        'Product',
        [
          ['/features', 'Features'],
          ['/solutions', 'Solutions'],
          ['/pricing', 'Pricing'],
          ['/proof', 'Proof'],
        ],
      ],
      [
        'Resources',
        [
          ['/documentation', 'Documentation'],
          ['/blog', 'Blog'],
          ['/status', 'Status'],
          ['/compliance', 'Compliance'],
        ],
      ],
      [
        'Company',
        [
          ['/investors', 'Investors'],
          ['/#contact', 'Contact'],
          ['/terms', 'Terms'],
          ['/privacy', 'Privacy'],
        ],
      ],
    ],
    signUp: 'Create an account',
    promise: 'Files only you can open. Proof anyone can check.',
    reach: 'Contact details',
    writeUs: 'Write to us',
    social: 'Elsewhere',
    newTab: 'opens another site',
    frameworks: 'What the controls are mapped to',
    frameworkNames: ['SOC 2 Type II', 'ISO 27001', 'GDPR', 'HIPAA', 'NIST PQC'],
    frameworksNote: 'Mapped and self-assessed; see what that means',
    top: 'Back to top',
    licence: 'Open source under the Apache License 2.0.',
    source: 'Source',
    build: (build: string) => `Build ${build}`,
  },
} as const
