import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { asBuilt, BUILD_LIST, type BuildList } from '#contract/delivery/build-list.ts'
import { wordsInDocuments } from '#contract/delivery/installation-places.ts'
import { LedgerError } from '#ledger/errors.ts'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { readBuildList } from '../../http/web-app.ts'
import { type Check, CheckFailure, type Evidence, expectThat, noneOf, passed, skipped } from '../check.ts'
import { askAll, publicPages } from '../pages.ts'
import type { Site } from '../site.ts'

/** DOC-05: each file is the listed one, and the list is in the log, under a checkpoint that the log has signed. */
export const deliversWhatIsListed: Check = async ({ site, services: { config } }) => {
  const text = readBuildList()
  if (text === undefined) return skipped('not_built')
  const { files } = JSON.parse(text) as BuildList
  const words = wordsInDocuments(config.publicUrl, config.operator.facts)
  const other = await askAll(site, Object.keys(files), (address, { status, body }) => {
    const listed = files[address]
    const content = asBuilt(body, listed?.places, words)
    const isSame = content !== undefined && createHash('sha256').update(content).digest('hex') === listed?.sha256
    const isNotFound = status === 404 && address !== '/404'
    return isSame && !isNotFound ? [] : [address]
  })
  const list = (await site.ask(BUILD_LIST)).text
  if (list !== text) other.push([BUILD_LIST])
  const evidence = { files: Object.keys(files).length, ...(await expectSigned(site, text)) }
  return noneOf(other.flat(), 'A file is delivered that is not the listed one', evidence)
}

/** Answers of a log that was not signed yet since the server began. */
const TOO_EARLY = 409

/** The log proves that it has the list. How many witnesses vouch for it besides, INT-07 looks. */
async function expectSigned(site: Site, list: string): Promise<Evidence> {
  const [policy, proof] = [
    await site.ask('/audit/v1/policy'),
    await site.ask(`/audit/v1/builds/${createHash('sha256').update(list).digest('hex')}/proof`),
  ]
  if (policy.status === TOO_EARLY || proof.status === TOO_EARLY)
    return { skipped: 'signature of the list: the log was not signed yet since the server began' }
  expectThat(proof.status === 200, 'The signed log does not have the list of what is delivered', {
    status: proof.status,
  })
  const keys = policy.text.replaceAll(/^(?!log ).*\n/gm, '')
  const { checkpoint } = await verifyTlogProof(
    proof.text,
    manifestStatement(list).leaf,
    parsePolicy(`${keys}quorum none\n`),
  ).catch((error: unknown) => {
    if (!(error instanceof LedgerError)) throw error
    throw new CheckFailure(`The signed log does not have the list of what is delivered (${error.code})`)
  })
  return { log: checkpoint.origin, log_size: checkpoint.size }
}

const bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.unknown()).min(1),
  metadata: z.unknown(),
})

/** Delivered with the installation: the guide about updates tells people to read it. A test exchanges it. */
export const changelogFile = { path: path.resolve(import.meta.dirname, '../../../CHANGELOG.md') }

/** Title of the part about what is not released yet. */
const UNRELEASED = 'Next'

/** Looks for the part about the running version, or about the one that comes next. */
async function readChanges(): Promise<{ part: string; lines: number }> {
  const text = await fs.readFile(changelogFile.path, 'utf8').catch(() => undefined)
  expectThat(text !== undefined, 'CHANGELOG.md is not in the folder of the program')
  const parts = new Map(
    text.split(/^## /m).map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return [title.trim(), lines.filter((line) => line.startsWith('- ')).length] as const
    }),
  )
  const part = [packageJson.version, UNRELEASED].find((title) => parts.has(title))
  expectThat(
    part !== undefined,
    `CHANGELOG.md has no part about version ${packageJson.version}, and none about what is not released yet`,
    { parts: [...parts.keys()].slice(1) },
  )
  const lines = parts.get(part) ?? 0
  expectThat(lines > 0, `CHANGELOG.md says nothing about ${part}`, { part })
  return { part, lines }
}

/** DOC-06 */
export const versionAndMaterialsAreThere: Check = async ({ site }) => {
  const counts: Record<string, number> = {}
  for (const name of ['sbom.json', 'cbom.json']) {
    const answer = await site.ask(`/compliance/documents/${name}`)
    const parsed = answer.status === 200 ? bom.safeParse(answer.json()) : undefined
    expectThat(parsed?.success === true, `${name} is not there, or is no bill of materials`, { status: answer.status })
    counts[name] = parsed.data.components.length
    expectThat(
      answer.text.includes(`"${packageJson.version}"`),
      `${name} is of another version than ${packageJson.version}`,
    )
  }
  const { part: changelog, lines: changes } = await readChanges()
  const list = readBuildList()
  if (list === undefined) return skipped('not_built')
  const { version } = JSON.parse(list) as BuildList
  expectThat(
    version === packageJson.version,
    `The pages are of version ${version}, the server of ${packageJson.version}`,
  )
  const [components, algorithms] = [counts['sbom.json'] ?? 0, counts['cbom.json'] ?? 0]
  return passed({ version, components, algorithms, changelog, changes })
}

const LEAST_LEGAL = 1000

/** DOC-07 */
export const legalTextsAreThere: Check = async ({ site, services: { config } }) => {
  if (publicPages().length === 0) return skipped('not_built')
  for (const path of ['/terms', '/privacy']) {
    const { status, text } = await site.ask(path)
    expectThat(status === 200 && text.replaceAll(/<[^>]*>/g, '').length > LEAST_LEGAL, `${path} is empty`, { status })
  }
  const security = await site.ask('/.well-known/security.txt')
  if (!config.supportEmail) return skipped('no_support_address')
  expectThat(security.status === 200, 'There is no security.txt', { status: security.status })
  const fields = new Map(security.text.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const expires = new Date(fields.get('Expires') ?? 0)
  expectThat(/^(mailto|https):/.test(fields.get('Contact') ?? ''), 'security.txt names nobody to write to')
  expectThat(expires > new Date(), 'security.txt has expired', { expires: fields.get('Expires') ?? 'never' })
  expectThat((fields.get('Canonical') ?? '').startsWith(site.origin), 'security.txt is of another site')
  return passed({ expires: fields.get('Expires') ?? '' })
}
