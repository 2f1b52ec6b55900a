import {
  listCertifications,
  putCertificate,
  removeCertificate,
  removeCertification,
  saveCertification,
} from '#vault/organisation/certifications.ts'
import { withApi } from './bind-calls.ts'

/** Records of certifications: public to read. The server refuses changes by people without manage_compliance. */
export const complianceCalls = withApi({
  list: listCertifications,
  save: saveCertification,
  remove: removeCertification,
  putCertificate,
  removeCertificate,
})
