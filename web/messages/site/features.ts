import { redTeam } from './red-team.ts'

/** /features: four sections. `state` says what is built today; nothing here promises more. */
export const features = {
  title: 'Features',
  lead: 'Four areas. For each one: what it does, how you can check it, and what is still missing.',
  start: 'Start Free Trial',
  pricing: 'View Pricing',
  built: 'Built',
  partly: 'Partly built',
  planned: 'Planned',
  checkIt: 'Check it',
  sections: [
    {
      id: 'post-quantum',
      title: 'Post-Quantum Cryptography',
      state: 'built',
      figure: {
        text: 'Three frames in each other: a wrapped key for a person, in it the file key, in it the content.',
        caption: 'From the inside out: the content under its file key, the file key wrapped for each person.',
      },
      text: [
        'Your browser makes a key for each file and seals the file in segments of 256 KiB with AES-256-GCM (the FLOE construction), so that a part can be read without the rest, and nothing can be cut off or swapped unnoticed.',
        'For yourself that key is encrypted under keys that your password or your recovery words open (Argon2id). For everybody else, whether a colleague, the members of a space or the person who asked you for a file, it is wrapped by X-Wing: ML-KEM-768 (FIPS 203) and X25519 together, so that both have to be broken. Statements about a file (who stored it, which version follows which) carry two signatures, Ed25519 and ML-DSA-65 (FIPS 204).',
      ],
      facts: [
        ['Key encapsulation', 'X-Wing: ML-KEM-768 + X25519'],
        [
          'For small devices',
          'ML-KEM-512 (once Kyber-512), suite iot: where the owner of a device chose it, never for accounts',
        ],
        ['Content', 'AES-256-GCM, 256 KiB segments'],
        ['Signatures', 'Ed25519 and ML-DSA-65, both'],
        ['Passwords', 'Argon2id in the browser; the server never sees yours'],
      ],
      link: ['/proof', 'Run published test vectors in this browser'],
    },
    {
      id: 'threat-detection',
      title: 'AI Threat Detection',
      state: 'partly',
      figure: {
        text: 'The page Security: a score of 75 %, and a row each for keys, password, two-step sign-in and recovery kit, with its state and what can be done.',
        caption: 'Security in the app: each protection with its state. The score is added up from these rows.',
      },
      text: [
        'What is there today: sign-ins, changes of files and rights, shares and downloads through a link become events in a signed log; sign-in is slowed down and then refused after wrong attempts; a second factor guards the vault; a device that was signed out loses its session at once.',
        'Eighteen detectors watch what the server sees, which is never the name of a file or a byte of its content. They count, and compare with what is usual for a person; no model is trained. They hold a session until its person confirms by mail or second factor, pause replacing and deleting, slow reading down, pause a device, or refuse an address. None deletes anything, and nobody is locked out for good.',
        'The figure of 99.9% prevented threats is an aim, and cannot be measured from inside. What is measured is our own attacks on our own server, with what they had got by the time they were stopped. A browser says when a text turns into random data while it is replaced: that lowers a limit, decides nothing, and a hostile program does not say it.',
      ],
      facts: [
        ['Wrong passwords', 'slowed down, then refused with a time'],
        ['Second factor', 'authenticator app (TOTP) with recovery codes; over the API also security keys'],
        ['Passkeys', 'sign in, and open the vault where you allow it (PRF)'],
        ['Sessions', 'listed per device, ended one by one'],
        ['Detectors', '17, each with an attack and a near miss in the tests'],
        ['Own attacks found', redTeam.recall],
        ['Usual days disturbed', redTeam.disturbed],
      ],
      link: ['/status', 'See how this installation is doing'],
    },
    {
      id: 'audit-trails',
      title: 'Blockchain Audit Trails',
      state: 'built',
      figure: {
        text: 'The page Audit Logs: filters above, and a table of events with time, category, user, result, risk and the entry of each in the ledger.',
        caption: 'The page Audit Logs, as an administrator sees it.',
      },
      text: [
        'Each change writes its event in the same transaction: who, what, when. Seconds later the event is an entry in a Merkle tree, the same construction in which certificates have been logged since RFC 6962, and the server signs the root. Your browser checks both signatures and remembers the root: if the log is later rewritten, cut or signed with other keys, even by somebody who owns the database, it refuses the log until you decide. A proof of any event can be downloaded.',
        'What a blockchain adds is many copies, and none of them is needed for that. What catches a server that shows two people two different logs is witnesses outside, who sign a root only if it continues what they signed before, and mirrors, who keep every entry as well. The operator names them. Where nobody is named, the details of the ledger say so, and a browser that opens the log for the first time cannot know what it said before.',
      ],
      facts: [
        ['Written', 'in the transaction of the change'],
        ['Signed', 'Ed25519 and ML-DSA-44, every few seconds'],
        ['Proof of an event', 'a file to keep, in the format of C2SP'],
        ['Personal data', 'erased without breaking a proof'],
        ['Witnesses and mirrors', 'where the operator names them'],
      ],
      link: ['/blog/blockchain-audit-trails-quantum-compliance', 'Why a tree is enough'],
    },
    {
      id: 'iot-edge',
      title: 'IoT & Edge Protection',
      state: 'partly',
      figure: {
        text: 'The page behind a request for files: its title, who asks, when it ends, what may still be sent, and a place to drop files.',
        caption: 'What a request looks like to the sender: no account, an end and a limit.',
      },
      text: [
        'A camera or a meter enrols with a code that is used once, has a key of its own, and adds files to your vault. It reads nothing, not even what it sent: each file is sealed on the device for a key that only your vault has, and the server can put no key of its own in between. You see when a device was last heard from, and revoke it alone.',
        'Devices use the hybrid suite as accounts do. For those with little memory you can choose a suite with ML-KEM-512 and ML-DSA-44: post-quantum only, without X25519 behind it. Its public keys are 384 bytes shorter than those of ML-KEM-768, and it is in category 1 of NIST’s security categories instead of 3. A device runs the command line, or an example in one file, for Node.js alone or for Python with OpenSSL 3.5; there is no library for microcontrollers.',
      ],
      facts: [
        ['Enrolment', 'a code for one device that is used once, on the day it is made'],
        ['Requests', 'signed with ML-DSA-65, or ML-DSA-44 in suite iot'],
        ['Suite iot', 'ML-KEM-512: public key 800 bytes, ciphertext 768'],
        ['Microcontrollers', 'not supported'],
      ],
      link: ['/documentation/devices', 'Let devices add files'],
    },
  ],
} as const
