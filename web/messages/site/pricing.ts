/** Amounts are never shown: every plan says to contact sales. */
export const pricing = {
  title: 'Pricing',
  lead: 'Every plan encrypts the same way. They differ in the number of people, in administration and in service.',
  popular: 'Most Popular',
  popularNote: '“Most Popular” is our expectation; nothing has been counted.',
  price: 'Contact Sales',
  included: 'Included',
  notIncluded: 'Not set up for you',
  terms: 'Billed monthly, quarterly or annually.',
  start: 'Start Free Trial',
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      description: 'For a small team that shares what nobody else should read.',
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
      description: 'For an organisation with several teams and an administrator.',
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
      description: 'For organisations with their own rules, and auditors to satisfy.',
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
    'Every installation has roles, single sign-on and recovery. The numbers of users, and the items marked with a dash, say what the operator sets up and supports under a plan; the software enforces none of it. Response times are agreed in the contract. These are plans for organisations; individuals buy storage inside the app, where prices are shown.',
  addOns: {
    title: 'Add-ons',
    cells: [
      ['Advanced Analytics', 'Reports on use, storage and sharing, made for you from your audit log.'],
      ['Compliance Manager', 'Control mappings kept up to date and an evidence report before each audit.'],
      [
        '24/7 Security Operations',
        'Your installation watched around the clock, where the operator offers that. The contract says who watches it and how they reach you.',
      ],
    ],
    ask: 'Request an offer',
  },
  custom: {
    title: 'Custom solutions',
    text: 'An installation without internet access, another algorithm suite (the format reserves one with ML-KEM-1024; nothing uses it yet), a migration from another vault: tell us what you need, and we will say what it takes before you decide.',
    ask: 'Talk to us',
    message: 'We need a custom solution: ',
  },
  faq: {
    title: 'Questions',
    entries: [
      [
        'Why is there no price here?',
        'Because organisations differ in operation and service, not in software. We send you a price and what it includes. Nothing starts before you agree.',
      ],
      [
        'What happens when the trial ends?',
        'Where the operator offers a trial, the checkout says how long it is. When it ends, nothing is deleted and nothing is locked away. You can still read and export; new uploads beyond the free storage are refused until you have a plan.',
      ],
      [
        'Can we run it ourselves?',
        'Yes. One command starts it with its own PostgreSQL; its settings connect it to your own database, bucket, mail server and single sign-on. The licence is Apache 2.0.',
      ],
      [
        'Can you read our files?',
        'Not what is stored. Keys are made and used in the browsers of your people. The people who run the server have sealed bytes, sizes and times. But the server also delivers the page: anyone who controls it could deliver one that sends a password away, and that is not prevented today. The command line runs code that you installed.',
      ],
    ],
  },
  planMessage: (plan: string) => `We are interested in the plan ${plan}.`,
  addOnMessage: (addOn: string) => `We are interested in the add-on ${addOn}.`,
} as const
