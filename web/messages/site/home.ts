import { redTeam } from './red-team.ts'

export const home = {
  headline: 'Files only you can open. Proof anyone can check.',
  lead: 'A vault for organisations that must keep records secret for decades. Your browser encrypts every file before it leaves, with algorithms chosen to withstand quantum computers as well. You can check that on this page.',
  start: 'Start Free Trial',
  watch: 'Watch Demo',
  frameworks: ['SOC 2 Type II', 'ISO 27001', 'GDPR', 'HIPAA', 'NIST PQC'],
  frameworksLead: 'Controls mapped to',
  frameworksLink: 'self-assessed',

  risk: {
    title: 'Why recorded traffic is the risk',
    text: [
      'Traffic that crosses a network today can be recorded and kept until a quantum computer can open it. For a contract that is stale next year this does not matter. For a patient’s record, a design or the name of a source it does.',
      'ML-KEM hides a secret near a point of a lattice with hundreds of dimensions. Anyone who knows the short steps finds the point at once. The public key shows only long ones, and no efficient algorithm is known that gets from those to the point, on a quantum computer or any other.',
    ],
    figure:
      'A lattice in the plane. Two long dashed copper lines, the public basis, are nearly parallel; two short green ones, the private basis, are nearly at right angles. Both end on lattice points and span the same lattice. A ring marks a lattice point, a red cross beside it the point that was sent.',
    caption:
      'Copper: what the public key shows. Green: what the private key holds. The ring is the point nearest to the cross.',
  },

  features: {
    title: 'What you get',
    cells: [
      [
        'FIPS 203',
        'Post-quantum key exchange',
        'Anything sealed for another person is wrapped with ML-KEM-768 and X25519 together: an attacker has to break both. Your own keys depend on your password and your recovery words.',
      ],
      [
        'End to end',
        'Encrypted before upload',
        'AES-256-GCM in a worker of your browser. The server stores bytes and names that it cannot read.',
      ],
      [
        'Append-only',
        'A log of changes',
        'Each change writes its event in the same transaction. It becomes an entry in a signed log, and your browser notices if what it saw of that log is ever rewritten.',
      ],
      [
        'Revocable',
        'Sharing that ends',
        'Give a link a date, a limit or a password. When sharing ends, the server stops handing out the key.',
      ],
      [
        'Recovery kit',
        'Recovery without us',
        'A printed kit, or several colleagues together, can restore access. Support cannot, and says so.',
      ],
      [
        'Self-hosted',
        'Yours to run and to read',
        'One command starts it on your own machine. The source, the formats and the test vectors are open.',
      ],
    ],
    imageTitle: 'The vault at work',
    imageNote:
      'The app itself, with example files. Names like these are decrypted in browsers only: those of their owner and of the people they are shared with.',
    imageText:
      'The app: a list of two folders and six files, with whom each is shared, and beside it the details of a technical drawing with a picture of it.',
    stats: [
      ['99.9%', 'Threat prevention', 'Aim', redTeam.prevention],
      ['< 1 ms', 'Response time', redTeam.isWithinAim ? 'Measured' : 'Aim', redTeam.response],
      [
        '256-bit',
        'Quantum-safe',
        'Checked above',
        'AES-256 for content; ML-KEM-768 with X25519 for what is sealed for others.',
      ],
    ],
  },

  check: {
    title: 'Check us',
    lead: 'A claim about secrecy is worth no more than the check behind it. These commands run the checks from outside.',
    link: 'All checks and their commands',
    columns: [
      [
        'connection',
        'Connection',
        'Which key exchange does this server agree on? Where it uses TLS, ask it with OpenSSL 3.5 or newer.',
      ],
      [
        'code',
        'Code',
        'Build the app from its source and compare every file that this server sends you. A page that is sent to somebody else is beyond this check.',
      ],
      [
        'files',
        'Files',
        'One command saves your files sealed; a short script without any of our code opens them. You can leave at any time.',
      ],
    ],
  },

  solutions: {
    title: 'Solutions',
    more: 'Read more',
    link: (industry: string) => `Read more on ${industry}`,
    rows: [
      [
        'Financial Services',
        'Trading models, client files and board papers that outlive an algorithm.',
        'Keys per space, changed when somebody leaves',
      ],
      ['Healthcare', 'Records that stay sensitive for a lifetime, shared with few.', 'Access ends on a date you set'],
      [
        'Manufacturing',
        'Designs and process data between plants and suppliers.',
        'Suppliers deliver files without an account',
      ],
      [
        'Automotive',
        'Firmware, test drives and type approval, kept for the life of a car.',
        'Versions with signatures of their authors',
      ],
    ],
  },

  travel: {
    title: 'How a file travels',
    steps: [
      ['Choose', 'Drop a file. Nothing leaves yet.', 'we see: nothing'],
      ['Seal', 'Your browser makes a key and seals the file in segments of 256 KiB.', 'we see: nothing'],
      [
        'Store',
        'The sealed segments go up, and a signed statement about them.',
        'name, for example: 48 bytes we cannot read',
      ],
      [
        'Share',
        'The file key is wrapped for a colleague’s public key, which you can compare by voice.',
        'key: 1,228 bytes we cannot open',
      ],
    ],
    figure: 'Three frames in each other: a wrapped key for a person, in it the file key, in it the content.',
    frames: ['wrapped for a person', 'file key', 'content'],
  },

  contact: {
    title: 'Get Started Today',
    lead: 'Bring your own questions to a demo, or talk to us about your team and the rules you work under.',
    demo: 'Schedule Demo',
    sales: 'Contact Sales',
    figure:
      'A tree of hashes over 16 entries. The path from one entry to the root is green; the four hashes beside it, which prove it, are copper.',
  },
} as const
