import type { Certification } from '#contract/certification-state.ts'
import type { CertificationFields } from '#vault/certifications.ts'
import type { Backend } from './create-vault-client.ts'
export type { CertificationFields } from '#vault/certifications.ts'

/** Records of certifications that the public page shows. The server refuses changes by people without manage_compliance. */
export type ComplianceClient = {
  list: () => Promise<Certification[]>
  /** @param id null for a new record. */
  save: (id: string | null, fields: CertificationFields) => Promise<void>
  remove: (id: string) => Promise<void>
  /** @param file a PDF of at most 2 MiB. */
  putCertificate: (id: string, file: File) => Promise<void>
  removeCertificate: (id: string) => Promise<void>
}

export function createCompliance(backend: Promise<Backend>): ComplianceClient {
  const vault = async () => (await backend).workers.vault
  return {
    list: async () => (await vault()).listCertifications(),
    save: async (id, fields) => (await vault()).saveCertification(id, fields),
    remove: async (id) => (await vault()).removeCertification(id),
    putCertificate: async (id, file) => (await vault()).putCertificate(id, file),
    removeCertificate: async (id) => (await vault()).removeCertificate(id),
  }
}
