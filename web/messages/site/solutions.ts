export const solutions = {
  title: 'Solutions',
  lead: 'Four industries with the same question: what happens to records that must stay secret longer than their cryptography lasts?',
  start: 'Start Free Trial',
  pricing: 'View Pricing',
  guideLabel: 'How it is done:',
  caseLabel: 'For example',
  industries: [
    {
      title: 'Financial Services',
      guide: ['/documentation/team-spaces', 'Work in team spaces'],
      description:
        'Client files, models and board papers fall under retention of five to ten years and under the eyes of those who record traffic.',
      features: [
        'Team spaces with roles; the key changes when somebody leaves',
        'Export of the audit log exactly as filtered',
        'Second factor before the vault opens',
      ],
      caseStudy:
        'A bank with 12 board members shares papers in one space. When a member leaves, saving the list without them makes a new key: what follows is closed to them, and the history says since when.',
    },
    {
      title: 'Healthcare',
      guide: ['/documentation/share-files', 'Share with people and by link'],
      description: 'Records stay sensitive for a lifetime, and the people who need them change every year.',
      features: [
        'Access that ends by itself on a date',
        'Names and types of files sealed as well',
        'Each change, share and link download is an event with its time',
      ],
      caseStudy:
        'A clinic sends a scan to a specialist for 14 days. On day 15 the server hands out neither key nor bytes, without anybody having to remember.',
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
        'A plant asks 40 suppliers for drawings with one address each. What arrives is sealed for the plant before it leaves the supplier’s browser.',
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
        'A build server stores firmware by the command line. Ten years later a Python script opens it, without the rest of our software.',
    },
  ],
  caseNote: 'Examples of use, not customers. Each step can be taken in the product today.',
  uses: {
    title: 'Use cases',
    cells: [
      ['Board and management papers', 'One space, few members, a history of who could open what and since when.'],
      ['Data rooms', 'Links with password, end and limit for people outside, and a list of all that is open.'],
      ['Long-term archive', 'Formats with published vectors and a reader in Python: no product needed to open them.'],
      [
        'Whistleblowing and sources',
        'An address that takes files from people without an account, sealed before they leave.',
      ],
    ],
  },
  process: {
    title: 'How it works',
    steps: [
      ['Assessment', 'Which records have to stay secret for how long, and who has recorded them on their way so far.'],
      ['Planning', 'Where it runs, who manages keys and recovery, which rules apply.'],
      [
        'Deployment',
        'One command on your machine, your PostgreSQL, your mail, your bucket. People are invited by mail.',
      ],
      ['Optimization', 'Status, limits and audit log show what is used; algorithms change by suite, file by file.'],
    ],
  },
} as const
