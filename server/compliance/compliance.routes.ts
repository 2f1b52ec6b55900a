import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { certificationState } from '#contract/compliance/certification-state.ts'
import { COMPLIANCE_DOCUMENTS, type ComplianceDocument } from '#contract/compliance/compliance-documents.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { clientOf } from '#server/auth/request.ts'
import type { Callers } from '#server/http/caller.ts'
import { listCertifications, putCertificate, readCertificate } from './certifications.sql.ts'
import { complianceError, sendComplianceError } from './compliance-error.ts'
import { ComplianceDocuments } from './documents.ts'
import type { EvidenceServices } from './evidence-facts.ts'
import { securityText } from './security-txt.ts'

const record = z.object({ id: z.uuid().lowercase() })
// It ends up in a header when the file is handed out.
const fileName = z
  .string()
  .transform((text) => text.replace(/[^\w .()-]+/g, '_').trim())
  .pipe(z.string().min(1).max(200))

export type ComplianceServices = EvidenceServices & { callers: Callers; limits: RateLimits }

/** Registers the documents of the compliance page, certificates of records, and `/.well-known/security.txt`. */
export async function complianceRoutes(app: FastifyInstance, services: ComplianceServices): Promise<void> {
  const { config, database, callers, limits } = services
  const documents = new ComplianceDocuments(services)
  const limit = (request: FastifyRequest) => limits.take('documentByAddress', clientOf(request).ip)
  app.setErrorHandler(sendComplianceError)
  app.addContentTypeParser(
    'application/pdf',
    { parseAs: 'buffer', bodyLimit: LIMITS.certificateBytes },
    async (_request: unknown, body: Buffer) => body,
  )

  app.get('/compliance/certifications', async (request) => {
    await limit(request)
    const today = new Date().toISOString().slice(0, 10)
    const records = await listCertifications(database)
    return { certifications: records.map((record) => ({ ...record, state: certificationState(record, today) })) }
  })
  app.get('/compliance/documents', async (request) => {
    await limit(request)
    return { documents: await documents.list() }
  })
  app.get('/compliance/documents/:name', async (request, reply) => {
    await limit(request)
    const { name } = request.params as { name: string }
    if (!isDocument(name)) throw complianceError('document_not_found')
    return attach(reply, { name, type: COMPLIANCE_DOCUMENTS[name], content: await documents.read(name) })
  })
  app.get('/compliance/certificates/:id', async (request, reply) => {
    await limit(request)
    const parsed = record.safeParse(request.params)
    const content = parsed.success ? await readCertificate(database, parsed.data.id) : undefined
    if (!content) throw complianceError('certificate_not_found')
    return attach(reply, { name: 'certificate.pdf', type: 'application/pdf', content })
  })
  app.put('/compliance/certificates/:id', async (request, reply) => {
    await limit(request)
    const parsed = record.safeParse(request.params)
    const name = fileName.safeParse((request.query as { name?: unknown }).name)
    if (!parsed.success) throw complianceError('certificate_not_found')
    if (!Buffer.isBuffer(request.body)) throw complianceError('not_a_pdf')
    const caller = await callers.callerOf(request)
    const certificate = { id: parsed.data.id, fileName: name.data ?? 'certificate.pdf', content: request.body }
    await putCertificate(database, caller, certificate)
    return reply.code(204).send()
  })
  app.get('/.well-known/security.txt', async (request, reply) => {
    await limit(request)
    const { supportEmail, publicUrl } = config
    if (!supportEmail) throw complianceError('no_contact')
    return reply.type('text/plain; charset=utf-8').send(securityText({ supportEmail, publicUrl, now: new Date() }))
  })
}

function isDocument(name: string): name is ComplianceDocument {
  return Object.hasOwn(COMPLIANCE_DOCUMENTS, name)
}

function attach(reply: FastifyReply, file: { name: string; type: string; content: Buffer }): FastifyReply {
  return reply
    .headers({ 'content-disposition': `attachment; filename="${file.name}"`, 'content-type': file.type })
    .send(file.content)
}
