import { z } from 'zod'
import {
  type Certification,
  CERTIFICATION_COLUMNS,
  RECORDED_STATUSES,
} from '#contract/compliance/certification-state.ts'
import type { VaultApi } from '#vault/session/api.ts'

const rows = z.array(
  z.object({
    id: z.uuid(),
    position: z.int(),
    name: z.string(),
    description: z.string(),
    recorded_status: z.enum(RECORDED_STATUSES),
    issuer: z.string().nullable(),
    valid_from: z.iso.date().nullable(),
    valid_until: z.iso.date().nullable(),
    report_available: z.boolean(),
    is_confirmed: z.boolean(),
    certificate_name: z.string().nullable(),
    certificate_sha256: z.string().nullable(),
  }),
)

/** What people fill in; the rest follows. */
export type CertificationFields = Omit<Certification, 'id' | 'is_confirmed' | 'certificate_name' | 'certificate_sha256'>

/** Records of the organisation that runs the server, in the order of the public page. */
export async function listCertifications(api: VaultApi): Promise<Certification[]> {
  return rows.parse(await api.rest(`certifications?select=${CERTIFICATION_COLUMNS}&order=position,name,id`))
}

/** Changes a record, or adds one. @throws {VaultError} `not_allowed` | `not_found` when it was removed meanwhile. */
export async function saveCertification(api: VaultApi, id: string | null, fields: CertificationFields): Promise<void> {
  if (id === null) {
    await api.rest('certifications', { method: 'POST', body: fields })
    return
  }
  // One row or a refusal: row-level security would otherwise change nothing in silence.
  await api.fetch(`/rest/v1/certifications?id=eq.${id}&select=id`, {
    method: 'PATCH',
    headers: {
      accept: 'application/vnd.pgrst.object+json',
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: JSON.stringify(fields),
  })
}

export async function removeCertification(api: VaultApi, id: string): Promise<void> {
  await api.rest(`certifications?id=eq.${id}`, { method: 'DELETE' })
}

/** Keeps a PDF as evidence of a record, for everyone to open. @throws {VaultError} `not_a_pdf` | `file_too_large`. */
export async function putCertificate(api: VaultApi, id: string, file: File): Promise<void> {
  await api.fetch(`/compliance/certificates/${id}?name=${encodeURIComponent(file.name)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: file,
  })
}

export async function removeCertificate(api: VaultApi, id: string): Promise<void> {
  await api.rest('rpc/remove_certificate', { method: 'POST', body: { certification: id } })
}
