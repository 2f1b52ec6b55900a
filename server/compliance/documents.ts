import fs from 'node:fs/promises'
import path from 'node:path'
import { COMPLIANCE_DOCUMENTS, type ComplianceDocument } from '#contract/compliance/compliance-documents.ts'
import { TLS } from '#server/http/tls.ts'
import { cryptographyBill } from './cbom.ts'
import { controlMappingCsv, controlMappingJson } from './control-mapping.ts'
import { dpaTemplate } from './dpa-template.ts'
import { type EvidenceServices, evidenceFacts, productVersion } from './evidence-facts.ts'
import { evidenceReport } from './evidence-report.ts'
import { softwareBill } from './sbom.ts'

const LOCK_FILE = path.resolve(import.meta.dirname, '../../package-lock.json')

type Listed = { name: ComplianceDocument; bytes: number | null }

/** Makes the documents of the compliance page. What cannot change while the process runs is made once. */
export class ComplianceDocuments {
  readonly #services: EvidenceServices
  readonly #made = new Map<ComplianceDocument, Promise<Buffer>>()

  constructor(services: EvidenceServices) {
    this.#services = services
  }

  /** Sizes in bytes; null for what is made for each request. */
  async list(): Promise<Listed[]> {
    const names = Object.keys(COMPLIANCE_DOCUMENTS) as ComplianceDocument[]
    return Promise.all(
      names.map(async (name) => ({ name, bytes: isLive(name) ? null : (await this.read(name)).length })),
    )
  }

  read(name: ComplianceDocument): Promise<Buffer> {
    if (isLive(name)) return this.#make(name)
    const known = this.#made.get(name) ?? this.#make(name)
    this.#made.set(name, known)
    // A failure is not remembered: the next request tries again.
    known.catch(() => this.#made.delete(name))
    return known
  }

  async #make(name: ComplianceDocument, now = new Date()): Promise<Buffer> {
    const { config } = this.#services
    switch (name) {
      case 'control-mapping.csv':
        return Buffer.from(controlMappingCsv())
      case 'control-mapping.json':
        return Buffer.from(controlMappingJson())
      case 'evidence-report.pdf':
        return evidenceReport(await evidenceFacts(this.#services, now))
      case 'sbom.json':
        return Buffer.from(softwareBill(await fs.readFile(LOCK_FILE, 'utf8'), now))
      case 'cbom.json': {
        const transport = { version: '1.3', groups: TLS.groups, isOn: config.tls !== undefined }
        return Buffer.from(cryptographyBill({ version: await productVersion(), transport, now }))
      }
      case 'dpa-template.pdf':
        return dpaTemplate(config, now)
    }
  }
}

const isLive = (name: ComplianceDocument): boolean => name === 'evidence-report.pdf'
