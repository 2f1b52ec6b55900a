/** A part of the agreement: paragraphs, then points. */
export type Clause = { title: string; paragraphs: readonly string[]; points?: readonly string[] }

const BLANK = '____________________'

/** The agreement between a controller and the operator of an installation for them (GDPR Article 28(3)). */
export const DPA_CLAUSES: readonly Clause[] = [
  {
    title: 'Parties',
    paragraphs: [
      `Controller: ${BLANK}${BLANK} (name, address, contact for data protection)`,
      `Processor: ${BLANK}${BLANK} (name, address, contact for data protection), who runs the installation named in Annex I.`,
    ],
  },
  {
    title: '1. Subject and duration',
    paragraphs: [
      'The processor stores and transmits files for the controller in a vault that encrypts in the browser of its users. Nature, purpose, kinds of data and of data subjects are in Annex I.',
      `This agreement begins on ${BLANK} and ends with the service, or with the last personal data that the processor still holds, whichever is later.`,
    ],
  },
  {
    title: '2. Instructions',
    paragraphs: [
      'The processor processes personal data only on documented instructions of the controller, also for transfers to third countries, unless law of the Union or a member state requires otherwise; it then informs the controller before, unless that law forbids it.',
      'The processor tells the controller at once when it holds an instruction to infringe data protection law.',
    ],
  },
  {
    title: '3. Confidentiality',
    paragraphs: [
      'Everybody whom the processor authorises to process the data is committed to confidentiality or under a statutory obligation of it.',
    ],
  },
  {
    title: '4. Security',
    paragraphs: [
      'The processor takes the measures of Annex II (Article 32). It may replace a measure by another that protects no less, and documents that.',
    ],
  },
  {
    title: '5. Other processors',
    paragraphs: [
      `The processor engages the other processors listed in Annex III. It announces an intended change at least ${BLANK} days before; the controller may object. Each of them is bound by the same duties, and the processor answers for them.`,
    ],
  },
  {
    title: '6. Rights of data subjects',
    paragraphs: [
      'The processor assists the controller by fitting measures in answering requests under Chapter III. It cannot read sealed content: requests that concern what a file says are answered by the people who hold its keys.',
    ],
  },
  {
    title: '7. Assistance and breaches',
    paragraphs: [
      `The processor assists with Articles 32 to 36. It notifies the controller of a personal data breach without undue delay, at the latest ${BLANK} hours after becoming aware of it, with what is known of its nature, the data subjects and records concerned, the likely consequences and the measures taken.`,
    ],
  },
  {
    title: '8. Deletion and return',
    paragraphs: [
      'At the end the controller chooses between return and deletion. Users download their files from the app or with the command line; the format is published, so that they remain readable without the processor. Copies in backups are deleted when the backups expire, at the latest after ' +
        `${BLANK} days.`,
    ],
  },
  {
    title: '9. Evidence and audits',
    paragraphs: [
      'The processor makes available what is needed to demonstrate compliance with Article 28, and allows for and contributes to audits, including inspections, by the controller or an auditor it mandates. The control mapping, the evidence report and the bills of materials that the installation makes are part of that.',
    ],
  },
  {
    title: '10. Signatures',
    paragraphs: [
      `For the controller: ${BLANK}${BLANK} (place, date, name, signature)`,
      `For the processor: ${BLANK}${BLANK} (place, date, name, signature)`,
    ],
  },
]

/** Measures that the software takes, as they are today (Annex II). Those of the operator are blanks. */
export const DPA_MEASURES: readonly string[] = [
  'Encryption: content, names and types of files are sealed in the browser with AES-256-GCM under keys that only their owner holds; the server stores sealed bytes and wrapped keys.',
  'Sharing: the key of a file is wrapped for one recipient with a hybrid of ML-KEM-768 and X25519, or handed over by a link whose secret the server does not receive.',
  'Integrity: each file has a statement signed by its author with Ed25519 and ML-DSA-65; changed, moved or replaced content is refused by the browser.',
  'Access control: roles and permissions, row-level security forced on every table that clients reach, second factors, rate limits per account and address.',
  'Traceability: each change of a row writes an event in the same transaction into a log that refuses changes and deletion.',
  'Erasure: the trash ends after 30 days, earlier versions after the days that are set; deleting an account removes its files.',
  'Pseudonymity towards the processor: what the server sees (addresses, times, sizes, who shares with whom) is listed in the file SECURITY.md of the software.',
  'Resilience: interrupted uploads and downloads resume; what is stored is synced to disk before it counts.',
]

/** What the operator adds to them. */
export const DPA_OPERATOR_MEASURES: readonly string[] = [
  `Place of the servers and physical protection: ${BLANK}`,
  `Encryption of disks (the database holds metadata in clear): ${BLANK}`,
  `Backups, their encryption, place and retention: ${BLANK}`,
  `Updates of the software and of the system: ${BLANK}`,
  `Monitoring and handling of incidents: ${BLANK}`,
]
