import { createHash } from 'node:crypto'
import { z } from 'zod'

const lockedPackage = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
type LockedPackage = z.infer<typeof lockedPackage>
const lockFile = z.object({ name: z.string(), version: z.string(), packages: z.record(z.string(), lockedPackage) })
type Packages = Record<string, LockedPackage>

const FOLDER = 'node_modules/'

/**
 * The software bill of materials: every package of the lock file, with its hash and its licence, and who needs whom.
 * Addresses of registries stay out: a mirror inside a company is nobody's business.
 *
 * @param lockText content of package-lock.json, version 3.
 * @returns CycloneDX 1.6 in JSON.
 */
export function softwareBill(lockText: string, now: Date): string {
  const { name, version, packages } = lockFile.parse(JSON.parse(lockText))
  const root = `pkg:npm/${name}@${version}`
  const listed = Object.entries(packages).filter(([path, entry]) => path !== '' && entry.link !== true)
  const components = new Map(listed.map(([path, entry]) => [purlOf(path, entry), componentOf(path, entry)]))
  const dependencies = new Map([[root, needsOf('', packages)]])
  for (const [path, entry] of listed) dependencies.set(purlOf(path, entry), needsOf(path, packages))
  return JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: serialNumber(lockText),
      version: 1,
      metadata: {
        timestamp: now.toISOString(),
        lifecycles: [{ phase: 'operations' }],
        component: { type: 'application', 'bom-ref': root, name, version, purl: root },
      },
      components: [...components.values()],
      dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
    },
    null,
    1,
  )
}

/** The same lock file has the same number, which shows that two documents are of one state. */
export function serialNumber(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}

/** Packages that name their licence in their text only, not in package.json: combine-errors in Readme.md, png-js in LICENSE. */
const STATED_IN_TEXT = new Map([
  ['node_modules/combine-errors', 'MIT'],
  ['node_modules/png-js', 'MIT'],
])

function componentOf(path: string, entry: LockedPackage) {
  const purl = purlOf(path, entry)
  const [group, name] = splitName(nameOf(path, entry))
  const license = entry.license ?? STATED_IN_TEXT.get(path)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name,
    version: entry.version,
    // What only builds and tests is not part of what runs.
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    ...(entry.integrity ? { hashes: hashesOf(entry.integrity) } : {}),
    ...(license ? { licenses: [{ expression: license }] } : {}),
    purl,
  }
}

/** Subresource integrity (`sha512-…` in base64) as CycloneDX writes hashes. */
function hashesOf(integrity: string): { alg: string; content: string }[] {
  return integrity.split(/\s+/).flatMap((value) => {
    const [, bits, digest] = /^sha(\d+)-(.+)$/.exec(value) ?? []
    return bits && digest ? [{ alg: `SHA-${bits}`, content: Buffer.from(digest, 'base64').toString('hex') }] : []
  })
}

function needsOf(path: string, packages: Packages): string[] {
  const { dependencies, devDependencies, optionalDependencies } = packages[path] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...(path === '' ? devDependencies : {}) })
  const purls = names.flatMap((name) => {
    const found = resolve(path, name, packages)
    const entry = found === undefined ? undefined : packages[found]
    return found !== undefined && entry ? [purlOf(found, entry)] : []
  })
  return [...new Set(purls)].toSorted()
}

/** As Node looks for a package: in one's own folder, then in each one above. */
function resolve(from: string, name: string, packages: Packages): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${FOLDER}`)))) {
    const candidate = at === '' ? FOLDER + name : `${at}/${FOLDER}${name}`
    if (packages[candidate]) return candidate
    if (at === '') return undefined
  }
}

function nameOf(path: string, entry: LockedPackage): string {
  return entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
}

function purlOf(path: string, entry: LockedPackage): string {
  const [group, name] = splitName(nameOf(path, entry))
  return `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${name}@${encodeURIComponent(entry.version ?? '')}`
}

function splitName(full: string): [group: string | undefined, name: string] {
  const slash = full.indexOf('/')
  return full.startsWith('@') && slash > 0 ? [full.slice(0, slash), full.slice(slash + 1)] : [undefined, full]
}
