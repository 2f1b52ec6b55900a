import {
  listCertifications,
  putCertificate,
  removeCertificate,
  removeCertification,
  saveCertification,
} from './certifications.ts'

/** Records of certifications: public to read. The server refuses changes by people without manage_compliance. */
export const complianceCalls = {
  list: listCertifications,
  save: saveCertification,
  remove: removeCertification,
  putCertificate,
  removeCertificate,
}
