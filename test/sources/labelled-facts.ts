/** Sentences of three invented sources; `heading` is the section that each belongs to, null: to none of them. */
export const LABELLED: readonly { heading: string | null; text: string }[] = [
  {
    heading: 'Why email is not enough',
    text: 'Attachments of emails are stored unencrypted on every server they pass.',
  },
  {
    heading: 'Why email is not enough',
    text: 'A third of the practices surveyed had sent a report to the wrong email address.',
  },
  { heading: 'Why email is not enough', text: 'An email that was sent cannot be taken back.' },
  { heading: 'What it costs', text: 'The Guardian plan costs nine euros for each person and month.' },
  { heading: 'What it costs', text: 'Clinics with more than fifty people pay by invoice once a year.' },
  { heading: 'What it costs', text: 'There is no fee for patients who receive a file.' },
  {
    heading: 'How encryption works',
    text: 'Each file is encrypted in the browser with AES-256-GCM before it is sent.',
  },
  { heading: 'How encryption works', text: 'Keys are exchanged with ML-KEM-768 and X25519 together.' },
  { heading: 'How encryption works', text: 'The server stores ciphertext that it has no key for.' },
  {
    heading: 'What patients say',
    text: '“I opened my results on the phone within a minute,” a patient of the trial wrote.',
  },
  { heading: 'What patients say', text: 'Eight of ten patients said that they would use the link again.' },
  {
    heading: 'How to begin, step by step',
    text: 'Create an account, confirm the address, and print the recovery kit.',
  },
  {
    heading: 'How to begin, step by step',
    text: 'Invite your colleagues by a list of their addresses as the second step.',
  },
  { heading: 'What the law demands', text: 'Article 9 of the GDPR protects data concerning health.' },
  { heading: 'What the law demands', text: 'A breach has to be reported to the authority within 72 hours.' },
  { heading: null, text: 'The cafeteria on the ground floor serves lunch until two.' },
  { heading: null, text: 'Our founder grew up on a farm and played the violin.' },
  { heading: null, text: 'Parking behind the building is free for visitors.' },
  { heading: null, text: 'The summer party was moved to the second week of July.' },
  { heading: null, text: 'Coffee beans are roasted twice a week in our own roastery.' },
]
export const SUBJECT = 'secure file sharing for clinics'
export const HEADINGS = [...new Set(LABELLED.flatMap(({ heading }) => (heading === null ? [] : [heading])))]
/** Sections about which the sources say nothing. */
export const FOREIGN_HEADINGS = ['Choosing an espresso machine', 'Winter tyres compared', 'Visa rules for Japan']
