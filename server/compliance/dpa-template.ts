import type { Config } from '#server/config.ts'
import { DPA_CLAUSES, DPA_MEASURES, DPA_OPERATOR_MEASURES } from './dpa-text.ts'
import type { Fact } from './evidence-facts.ts'
import { PdfDocument } from '../pdf/pdf-document.ts'

type Settings = Pick<
  Config,
  'publicUrl' | 'tls' | 's3' | 'smtpUrl' | 'smsWebhook' | 'billing' | 'externalProviders' | 'databaseUrl'
>

/** A data processing agreement to fill in, with the measures of this product and the services that this server is set to use. */
export function dpaTemplate(config: Settings, now: Date): Promise<Buffer> {
  const pdf = new PdfDocument({
    title: 'Data processing agreement',
    footer: 'QuantumShield data processing agreement, TEMPLATE, not legal advice',
    now,
  })
  pdf.paragraph(
    'TEMPLATE under Article 28 of Regulation (EU) 2016/679. It is a starting point, not legal advice: have it checked for your case, ' +
      'fill in the blanks, and strike out what does not apply. Nothing is agreed until both parties have signed.',
    { isSoft: true },
  )
  for (const { title, paragraphs, points } of DPA_CLAUSES) {
    pdf.heading(title)
    for (const text of paragraphs) pdf.paragraph(text)
    if (points) pdf.list(points)
  }
  annexes(pdf, config)
  return pdf.finish()
}

function annexes(pdf: PdfDocument, config: Settings): void {
  pdf.heading('Annex I: details of processing')
  pdf.facts([
    ['Installation', config.publicUrl],
    ['Nature and purpose', 'Storage and transmission of encrypted files for users of the controller'],
    [
      'Kinds of data',
      'Account data (email address, names), session data (network address, browser), metadata of files (size, time, owner, recipients), sealed content',
    ],
    ['Special categories (Art. 9)', 'Whatever the controller stores, sealed: ____________________'],
    ['Data subjects', 'Users of the controller, recipients and senders of files, people whom files are about'],
  ])
  pdf.heading('Annex II: technical and organisational measures')
  pdf.list([...DPA_MEASURES, transportMeasure(config)])
  pdf.paragraph('To be filled in by the processor:')
  pdf.list(DPA_OPERATOR_MEASURES)
  pdf.heading('Annex III: other processors')
  pdf.paragraph('As the settings of this server say today. Name, place and safeguards of each are to be filled in.')
  pdf.facts(otherProcessors(config))
}

function transportMeasure({ tls, publicUrl }: Settings): string {
  if (tls) return 'Transport: TLS 1.3 only, with X25519MLKEM768 offered first.'
  if (publicUrl.startsWith('https:'))
    return 'Transport: TLS is ended by a proxy in front of the server: ____________________'
  return 'Transport: this server speaks plain HTTP. Set TLS up before signing.'
}

/** Services outside this server that it is set to use, by what they do. Their addresses stay out. */
function otherProcessors(config: Settings): Fact[] {
  const used: (Fact | false)[] = [
    Boolean(config.databaseUrl) && ['Database', 'PostgreSQL set by DATABASE_URL: ____________________'],
    Boolean(config.s3) && ['Sealed content', 'Object storage (S3): ____________________'],
    Boolean(config.smtpUrl) && ['Mail', 'SMTP server: ____________________'],
    Boolean(config.smsWebhook) && ['SMS', 'Gateway: ____________________'],
    config.billing.provider === 'stripe' && ['Payment', 'Stripe: ____________________'],
    config.externalProviders.length > 0 && [
      'Sign-in elsewhere',
      `${config.externalProviders.map(({ name }) => name).join(', ')}: ____________________`,
    ],
  ]
  const set = used.filter((fact) => fact !== false)
  return set.length > 0 ? set : [['None', 'This server is set to use no service of others.']]
}
