import type { EvidenceFacts } from './evidence-facts.ts'
import { PdfDocument } from '../pdf/pdf-document.ts'

/** What an examiner asks for first, as a PDF: the state of this installation at one moment. */
export function evidenceReport(facts: EvidenceFacts): Promise<Buffer> {
  const createdAt = `${facts.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const pdf = new PdfDocument({
    title: 'Evidence report',
    footer: `QuantumShield evidence report, ${createdAt}`,
    now: facts.now,
  })
  pdf.paragraph(
    `Made by the running server on ${createdAt}. Each figure was read from the system at that moment. The report says what is in force; ` +
      'it is no certificate, and nobody but the operator has examined it.',
    { isSoft: true },
  )
  pdf.heading('Program')
  pdf.facts(facts.program)
  pdf.heading('Transport')
  pdf.facts(facts.transport)
  pdf.heading('Keys that sign access tokens')
  pdf.facts(facts.signingKeys)
  pdf.heading('Settings that matter')
  pdf.facts(facts.settings)
  pdf.heading('Headers on every answer')
  pdf.facts(facts.headers)
  certifications(pdf, facts)
  controls(pdf, facts)
  database(pdf, facts)
  return pdf.finish()
}

function certifications(pdf: PdfDocument, { certifications }: EvidenceFacts): void {
  pdf.heading('Certification records of the operator')
  pdf.paragraph(
    'The state follows from the dates and from whether a certificate was uploaded, not from what is recorded. ' +
      'What came with the software and nobody has changed is not confirmed.',
  )
  pdf.table(
    [
      { title: 'Record', width: 0.28 },
      { title: 'State', width: 0.22 },
      { title: 'Valid until', width: 0.18 },
      { title: 'Issuer', width: 0.32 },
    ],
    certifications.map(({ name, state, valid_until, issuer }) => [
      name,
      state,
      valid_until ?? 'ongoing',
      issuer ?? '-',
    ]),
  )
}

function controls(pdf: PdfDocument, { controls }: EvidenceFacts): void {
  pdf.heading('Controls, self-assessed')
  pdf.paragraph('Counts of the control mapping, which names the file or test behind each.')
  pdf.table(
    [
      { title: 'Framework', width: 0.44 },
      { title: 'Implemented', width: 0.15 },
      { title: 'Partly', width: 0.12 },
      { title: "Operator's duty", width: 0.17 },
      { title: 'Not yet', width: 0.12 },
    ],
    controls.map(({ framework, counts }) => [
      framework,
      ...[counts.implemented, counts.partly, counts.operator, counts['not yet']].map(String),
    ]),
  )
}

function database(pdf: PdfDocument, { tables, migrations, counts }: EvidenceFacts): void {
  pdf.heading('What is stored, in numbers')
  pdf.facts(counts.map(({ kind, count }) => [kind, String(count)] as const))
  pdf.heading('Row-level security, from the catalogue')
  pdf.table(
    [
      { title: 'Table', width: 0.5 },
      { title: 'Clients reach it', width: 0.18 },
      { title: 'Forced', width: 0.16 },
      { title: 'Policies', width: 0.16 },
    ],
    tables.map(({ name, is_reachable, is_forced, policies }) => [
      name,
      is_reachable ? 'yes' : 'no',
      is_forced ? 'yes' : 'no',
      String(policies),
    ]),
  )
  pdf.heading('Migrations of the database')
  pdf.table(
    [
      { title: 'Migration', width: 0.32 },
      { title: 'Applied', width: 0.13 },
      { title: 'SHA-256', width: 0.55, mono: true },
    ],
    migrations.map(({ name, applied_on, sha256 }) => [name, applied_on, sha256]),
  )
}
