import type { Certification } from '#contract/certification-state.ts'
import type { ComplianceClient } from '#web/lib/vault-client.ts'

/** Records in memory, for working on screens without a server. */
export function createMemoryCompliance(): ComplianceClient {
  let records: Certification[] = [
    record('SOC 2 Type II', { recorded_status: 'Certified', valid_until: '2025-12-31' }),
    record('GDPR', { position: 20 }),
  ]
  const change = (id: string, rest: Partial<Certification>) => {
    records = records.map((one) => (one.id === id ? { ...one, ...rest } : one))
  }
  return {
    list: async () => records,
    save: async (id, fields) => {
      if (id === null) records = [...records, record(fields.name, fields)]
      else change(id, fields)
    },
    remove: async (id) => void (records = records.filter((one) => one.id !== id)),
    putCertificate: async (id, file) => change(id, { certificate_name: file.name, certificate_sha256: '0'.repeat(64) }),
    removeCertificate: async (id) => change(id, { certificate_name: null, certificate_sha256: null }),
  }
}

function record(name: string, rest: Partial<Certification>): Certification {
  return {
    id: crypto.randomUUID(),
    position: 10,
    name,
    description: '',
    recorded_status: 'Compliant',
    issuer: null,
    valid_from: null,
    valid_until: null,
    report_available: false,
    is_confirmed: true,
    certificate_name: null,
    certificate_sha256: null,
    ...rest,
  }
}
