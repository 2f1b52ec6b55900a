export const solutions = {
  title: 'Solutions',
  lead: 'Four industries, one question: what happens to records that must stay secret for longer than their cryptography lasts?',
  start: 'Start Free Trial',
  pricing: 'View Pricing',
  guideLabel: 'How it is done:',
  caseLabel: 'For example',
  industries: [
    {
      title: 'Financial Services',
      guide: ['/documentation/team-spaces', 'Work in team spaces'],
      description: 'Client files, models and board papers are kept for years, and their traffic is worth recording.',
      features: [
        'Team spaces with roles; the key changes when somebody leaves',
        'Audit log that exports exactly what you filtered',
        'Second factor before the vault opens',
      ],
      caseStudy:
        'A bank with 12 board members shares papers in one space. When a member leaves, saving the list without them makes a new key: what comes later is closed to them, and the history shows since when.',
    },
    {
      title: 'Healthcare',
      guide: ['/documentation/share-files', 'Share with people and by link'],
      description: 'Records stay sensitive for a lifetime, and the people who need them change every year.',
      features: [
        'Access that ends on a date you set',
        'Names and types of files sealed as well',
        'Each change, share and link download is an event with its time',
      ],
      caseStudy:
        'A clinic sends a scan to a specialist for 14 days. On day 15 the server hands out neither the key nor the bytes, and nobody had to remember to end it.',
    },
    {
      title: 'Manufacturing',
      guide: ['/documentation/request-files', 'Ask somebody for files'],
      description:
        'Designs and process data travel between plants, suppliers and auditors who have no account with you.',
      features: [
        'Requests: suppliers deliver without an account',
        'Links with password, end and number of downloads',
        'Your own server, your own database, your own bucket',
      ],
      caseStudy:
        'A plant asks 40 suppliers for drawings, each through an address of its own. What arrives is sealed for the plant before it leaves the supplier’s browser.',
    },
    {
      title: 'Automotive',
      guide: ['/documentation/command-line', 'The command line'],
      description: 'Firmware, test drives and type approval are kept for the life of a model and longer.',
      features: [
        'Versions signed by their author, twice: Ed25519 and ML-DSA-65',
        'A command line for build servers',
        'Recovery by several people together',
      ],
      caseStudy:
        'A build server stores firmware with the command line. In ten years, a Python script can open the exported file without the rest of our software.',
    },
  ],
  caseNote: 'These are examples, not customers. Every step is possible in the product today.',
  uses: {
    title: 'Use cases',
    cells: [
      ['Board and management papers', 'One space, few members, and a history of who could open what, and since when.'],
      [
        'Data rooms',
        'Links with a password, an end date and a limit for people outside, and one list of every open link.',
      ],
      [
        'Long-term archive',
        'Published formats with test vectors and a reader in Python: exported files open without the product.',
      ],
      [
        'Whistleblowing and sources',
        'An address that takes files from people without an account, sealed before they leave.',
      ],
    ],
  },
  process: {
    title: 'How it works',
    steps: [
      ['Assessment', 'Which records have to stay secret, for how long, and over which networks they travel today.'],
      ['Planning', 'Where it will run, who manages keys and recovery, and which rules apply.'],
      [
        'Deployment',
        'One command on your machine, with your PostgreSQL, your mail server and your bucket. People are invited by email.',
      ],
      [
        'Optimization',
        'Status page, limits and audit log show what is used. Each wrap names its suite, so algorithms can be replaced step by step.',
      ],
    ],
  },
} as const
