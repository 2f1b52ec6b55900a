import type { Certification } from '#contract/certification-state.ts'
import {
  type CertificationFields,
  listCertifications,
  putCertificate,
  removeCertificate,
  removeCertification,
  saveCertification,
} from '#vault/certifications.ts'
import { connected } from './vault-state.ts'

/** Records of certifications: public to read, nothing here needs a key. */
export const complianceCalls = {
  listCertifications: (): Promise<Certification[]> => listCertifications(connected()),
  saveCertification: (id: string | null, fields: CertificationFields): Promise<void> =>
    saveCertification(connected(), id, fields),
  removeCertification: (id: string): Promise<void> => removeCertification(connected(), id),
  putCertificate: (id: string, file: File): Promise<void> => putCertificate(connected(), id, file),
  removeCertificate: (id: string): Promise<void> => removeCertificate(connected(), id),
}
