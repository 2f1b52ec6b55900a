import type { CertificationState } from '#contract/compliance/certification-state.ts'
import type { ComplianceDocument } from '#contract/compliance/compliance-documents.ts'

/** How far a framework and this software have come to each other. */
type Standing =
  | 'Mapped, self-assessed'
  | 'Partly mapped, self-assessed'
  | 'Not mapped'
  | 'Not validated'
  | 'Not authorised'

/** The compliance page. Certificates are given to organisations and modules, not to source code, and the words keep to that. */
export const compliance = {
  title: 'Compliance',
  lead: 'Documents that this server makes for auditors, what is true of each framework, and the certification records of its operator. Nothing here is called certified unless you can open the certificate.',
  mail: 'Write to the compliance team',
  noAddress: 'This server names no address for compliance yet. Its operator sets one with SUPPORT_EMAIL.',
  records: {
    title: 'Certification records',
    lead: 'The operator keeps these records; examples that came with the software say so. Their state is computed from the dates and from an uploaded certificate, each time this page is opened.',
    loading: 'Reading the records…',
    failed: 'The records could not be read. Nothing is wrong with them; check the connection and try again.',
    again: 'Try again',
    none: 'The operator has removed every record.',
    withoutScript: 'The records are read from the server by a script. Without JavaScript, open them as data:',
    recordedAs: 'Recorded as',
    listedAs: 'Listed as',
    notConfirmed: (status: string) => `${status}, not confirmed`,
    examples: (count: number) => `${count} ${count === 1 ? 'example' : 'examples'} that came with the software`,
    examplesText: 'The operator has confirmed none of these. Nobody claims them, so do not rely on them.',
    noneConfirmed: 'The operator has confirmed no record.',
    until: 'Valid until',
    ongoing: 'Ongoing',
    issuer: 'Issuer',
    noIssuer: 'None recorded',
    report: 'Report',
    reportOnRequest: 'On request',
    noReport: 'None recorded',
    askReport: (name: string) => `Request the report: ${name}`,
    askReportShort: 'Request the report',
    certificate: 'Open the certificate (PDF)',
    certificateOf: (name: string) => `Open the certificate of ${name} (PDF)`,
  },
  stateHints: {
    Example: 'Came with the software. Nobody claims it.',
    'Certificate uploaded': 'A certificate that is valid today can be opened below.',
    'Self-assessed': 'The operator says so. No certificate was uploaded.',
    'Not yet valid': 'Its first day has not come.',
    Expired: 'Its last day has passed. The operator may be renewing it.',
  } satisfies Record<CertificationState, string>,
  documents: {
    title: 'Documents',
    lead: 'Made by this server from its own code, settings and database. None of them holds a secret or a name of a person.',
    download: 'Download',
    downloadOf: (title: string) => `Download: ${title}`,
    making: 'Making…',
    saved: (size: string) => `Downloaded, ${size}.`,
    live: 'made when you ask',
    failed: (why: string) => `The document could not be made: ${why} Nothing was saved; try again.`,
    tooMany: (seconds: number) => `too many were asked for from this address. Wait ${seconds} seconds.`,
    offline: 'the server did not answer. Check the connection.',
    status: (status: number) => `the server answered ${status}.`,
    formats: {
      'control-mapping.csv': 'CSV',
      'control-mapping.json': 'JSON',
      'evidence-report.pdf': 'PDF',
      'sbom.json': 'CycloneDX 1.6 JSON',
      'cbom.json': 'CycloneDX 1.6 JSON',
      'dpa-template.pdf': 'PDF',
    } satisfies Record<ComplianceDocument, string>,
    titles: {
      'control-mapping.csv': 'Control mapping, table',
      'control-mapping.json': 'Control mapping, data',
      'evidence-report.pdf': 'Evidence report',
      'sbom.json': 'Software bill of materials',
      'cbom.json': 'Cryptographic bill of materials',
      'dpa-template.pdf': 'Data processing agreement, template',
    } satisfies Record<ComplianceDocument, string>,
    texts: {
      'control-mapping.csv':
        'Controls of SOC 2, ISO 27001:2022, GDPR, HIPAA, PCI DSS 4, NIST SP 800-53 and CNSA 2.0, each with what the product does, in which file or test, and whether that is done, partly done, the operator’s duty or not there yet.',
      'control-mapping.json': 'The same for programs.',
      'evidence-report.pdf':
        'Versions, settings that matter, headers, signing keys, row-level security of every table, migrations with checksums and counts, read at this moment.',
      'sbom.json': 'Every package of the installation with version, hash and licence.',
      'cbom.json': 'Every algorithm with its parameters, its category against quantum computers and its use.',
      'dpa-template.pdf':
        'An agreement under Article 28 GDPR to fill in, with the measures of this product. A template, not legal advice.',
    } satisfies Record<ComplianceDocument, string>,
  },
  requests: {
    title: 'Ask the operator',
    dpaTitle: 'Data processing agreement',
    dpaText:
      'To have an agreement signed by the operator of this server, say who you are and which data you will store.',
    dpa: 'Request a DPA',
    dpaSubject: 'Data processing agreement',
    dpaMessage: 'Please send us a data processing agreement for signature.\n\nOur organisation:\nData we will store:\n',
    penTestTitle: 'Penetration test',
    penTestText:
      'Nobody has made an independent penetration test of this software yet. The operator may have had this installation tested: ask for that report.',
    penTest: 'Request a pen-test report',
    penTestSubject: 'Penetration test report',
    penTestMessage:
      'Please send us the newest report of a penetration test of this installation.\n\nOur organisation:\n',
    reportSubject: (name: string) => `Report: ${name}`,
    reportMessage: (name: string) => `Please send us the report on ${name}.\n\nOur organisation:\n`,
    vulnerabilityTitle: 'Found a weakness?',
    vulnerabilityText: 'security.txt says where to report it, in the form that scanners read (RFC 9116).',
    vulnerability: 'Open security.txt',
  },
  frameworks: {
    title: 'Frameworks, and what is true of each',
    lead: 'Software can help to meet a framework. It cannot hold the certificate.',
    list: [
      [
        'SOC 2',
        'Mapped, self-assessed',
        'An auditor’s report about an organisation, never about source code. The mapping names what helps with the Trust Services Criteria.',
      ],
      [
        'HIPAA',
        'Mapped, self-assessed',
        'There is no official certificate. The technical safeguards of § 164.312 are mapped; a business associate agreement is between you and the operator.',
      ],
      [
        'GDPR',
        'Mapped, self-assessed',
        'A duty of controller and processor. The articles that a vault can help with are mapped; the template above is for Article 28.',
      ],
      [
        'PCI DSS',
        'Mapped, self-assessed',
        'Card numbers are typed at the payment provider and never reach this server. It has not been assessed as a place to keep them.',
      ],
      [
        'NIST',
        'Partly mapped, self-assessed',
        'ML-KEM (FIPS 203) and ML-DSA (FIPS 204) are in use, and part of the moderate baseline of SP 800-53 is mapped. The mapping CNSA 2.0 says how far post-quantum algorithms are in use.',
      ],
      [
        'ISO 27001',
        'Partly mapped, self-assessed',
        'Part of Annex A of the edition of 2022 is mapped: controls that the software touches. The edition of 2013, which the records name, ended on 31 October 2025.',
      ],
      [
        'SOX',
        'Not mapped',
        'The law is about financial reporting. The audit log can serve as evidence for access controls under Section 404; more is not claimed.',
      ],
      [
        'FIPS 140-2 Level 3',
        'Not validated',
        'Level 3 is about hardware modules, and certificates under FIPS 140-2 are historical since September 2026. The algorithms run in your browser and in Node.js; neither is a validated module here.',
      ],
      [
        'FedRAMP',
        'Not authorised',
        'An authorisation of a cloud service by the United States. You run this software yourself; the NIST mapping is material for one of your own.',
      ],
    ] satisfies [name: string, standing: Standing, truth: string][],
  },
} as const
