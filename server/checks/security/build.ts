import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { serialNumber } from '../../compliance/sbom.ts'
import { readBuildList, webBuildHash } from '../../http/web-app.ts'
import { type Check, type Evidence, expectThat, passed, skipped } from '../check.ts'
import type { Site } from '../site.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const LOCK_FILE = path.join(ROOT, 'package-lock.json')
/** Note of the package manager about what it installed. A test exchanges it. */
export const installedFile = { path: path.join(ROOT, 'node_modules/.package-lock.json') }

const packages = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional(), link: z.boolean().optional() }),
  ),
})

/** SEC-17 */
export const buildIsTheRecorded: Check = async ({ site, services: { database } }) => {
  const ofPackages = await comparePackages(site)
  const hash = webBuildHash()
  if (!hash || readBuildList() === undefined) return skipped('not_built')
  const { rows } = await database.owner<{ sha256: string }>(
    `select encode(b.manifest, 'hex') as sha256 from ledger.builds b join ledger.logs l on l.id = b.log_id
     where l.kind = 'anchor' and l.ended_at is null order by b.index desc limit 1`,
  )
  const [recorded] = rows
  const evidence = {
    build: hash.sha256,
    files: hash.files,
    recorded: recorded?.sha256 ?? 'none',
    ...ofPackages,
    // The program is installed from its source and asks no list of others.
    not_recorded: ['provenance of the build', 'age of a list of vulnerabilities'],
  }
  expectThat(recorded !== undefined, 'No build is recorded in the log', evidence)
  expectThat(
    recorded.sha256 === hash.sha256,
    'The pages that are delivered are not of the build that the log records',
    evidence,
  )
  return passed(evidence)
}

/** The published bill of materials is of the lock file, and what is installed is what that locks. */
async function comparePackages(site: Site): Promise<Evidence> {
  const text = await fs.readFile(LOCK_FILE, 'utf8')
  const bill = (await site.read('/compliance/documents/sbom.json')) as { serialNumber?: unknown }
  expectThat(bill.serialNumber === serialNumber(text), 'The bill of materials is of another lock file than the program')
  const locked = packages.parse(JSON.parse(text)).packages
  const noted = await fs.readFile(installedFile.path, 'utf8').catch(() => undefined)
  if (noted === undefined) return { skipped: 'installed packages: the package manager left no note of them' }
  const installed = Object.entries(packages.parse(JSON.parse(noted)).packages).filter(([, { link }]) => !link)
  const other = installed
    .filter(([name, { version, integrity }]) => {
      const entry = locked[name]
      return entry?.version !== version || entry?.integrity !== integrity
    })
    .map(([name]) => name)
  expectThat(other.length === 0, `A package is installed that is not the locked one: ${other.slice(0, 3).join(', ')}`)
  return { packages: installed.length }
}
