/** Amounts are never shown: every plan says to contact sales. */
export const pricing = {
  title: 'Pricing',
  lead: 'Every plan encrypts the same way. They differ in people, administration and service.',
  popular: 'Most Popular',
  popularNote: '“Most Popular” is what we expect; nothing has been counted.',
  price: 'Contact Sales',
  included: 'Included',
  notIncluded: 'Not set up for you',
  terms: 'Billed monthly, quarterly or annually.',
  start: 'Start Free Trial',
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      description: 'For a small team that shares what nobody else may read.',
      features: [
        'Up to 5 users',
        'End-to-end encryption with ML-KEM-768 and X25519',
        'Links, requests and team spaces',
        'Recovery kit for each person',
        'Support by email',
      ],
      notIncluded: ['Role-based access control', 'Single sign-on', 'Organisation recovery'],
      popular: false,
      cta: 'Request an offer',
    },
    {
      id: 'professional',
      name: 'Professional',
      description: 'For an organisation with several teams and somebody who answers for them.',
      features: [
        'Up to 50 users',
        'Everything in Starter',
        'Organisation recovery by several people',
        'Audit log with search and export',
        'Your own storage bucket (S3)',
        'Support with times agreed in the contract',
      ],
      notIncluded: ['Role-based access control', 'Single sign-on'],
      popular: true,
      cta: 'Request an offer',
    },
    {
      id: 'enterprise',
      name: 'Enterprise',
      description: 'For organisations with rules of their own and auditors who ask.',
      features: [
        'Unlimited users',
        'Everything in Professional',
        'Role-based access control',
        'Single sign-on by SAML',
        'Your own certificate records and evidence reports',
        'A contact person, named in the contract',
      ],
      notIncluded: [],
      popular: false,
      cta: 'Request an offer',
    },
  ],
  software:
    'The software itself is open source and complete: a plan buys operation, support and service. If you run it yourself, nothing is switched off.',
  scope:
    'Every installation has roles, single sign-on and recovery. Numbers of users, and what is marked with a dash, say what the operator sets up and supports in a plan; the software enforces none of it. Times to answer are agreed in the contract. These are plans for organisations; people on their own buy storage and seats inside the app, where prices are shown.',
  addOns: {
    title: 'Add-ons',
    cells: [
      ['Advanced Analytics', 'Reports on use, storage and sharing, made for you from your audit log.'],
      ['Compliance Manager', 'Control mappings kept up to date and an evidence report before each audit.'],
      [
        '24/7 Security Operations',
        'Your installation watched around the clock, where the operator offers that. Who watches, and how you are called, is in the contract.',
      ],
    ],
    ask: 'Request an offer',
  },
  custom: {
    title: 'Custom solutions',
    text: 'An installation without internet access, another algorithm suite (the format reserves one with ML-KEM-1024; nothing uses it yet), a migration from another vault: tell us, and we say what it takes before you decide.',
    ask: 'Talk to us',
    message: 'We need a custom solution: ',
  },
  faq: {
    title: 'Questions',
    entries: [
      [
        'Why is there no price here?',
        'Because what differs between organisations is operation and service, not the software. You get a figure and what it contains. Nothing starts before you agree to it.',
      ],
      [
        'What happens when the trial ends?',
        'Where the operator offers a trial, the checkout says how long it is. When it ends, nothing is deleted and nothing is locked away. You can still read and export; new uploads beyond the free storage wait until there is a plan.',
      ],
      [
        'Can we run it ourselves?',
        'Yes. One command starts it with its own PostgreSQL; settings connect your database, bucket, mail and single sign-on. The licence is Apache 2.0.',
      ],
      [
        'Can you read our files?',
        'Not what is stored. Keys are made and used in the browsers of your people. The people who run the server have sealed bytes, sizes and times. But the server also delivers the page: whoever controls it could deliver one that sends a password away, and that is not prevented today. The command line runs code that you installed.',
      ],
    ],
  },
  planMessage: (plan: string) => `We are interested in the plan ${plan}.`,
  addOnMessage: (addOn: string) => `We are interested in the add-on ${addOn}.`,
} as const
