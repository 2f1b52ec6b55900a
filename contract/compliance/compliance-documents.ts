/** Documents that the server makes for the compliance page, below `/compliance/documents/`, and their media types. */
export const COMPLIANCE_DOCUMENTS = {
  'control-mapping.csv': 'text/csv; charset=utf-8; header=present',
  'control-mapping.json': 'application/json; charset=utf-8',
  'evidence-report.pdf': 'application/pdf',
  'sbom.json': 'application/vnd.cyclonedx+json; version=1.6',
  'cbom.json': 'application/vnd.cyclonedx+json; version=1.6',
  'dpa-template.pdf': 'application/pdf',
} as const
export type ComplianceDocument = keyof typeof COMPLIANCE_DOCUMENTS
