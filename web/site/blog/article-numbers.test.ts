import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newFileKey } from '#crypto/envelope/keys.ts'
import { wrapKey } from '#crypto/envelope/wrap.ts'
import { generateIdentity, publicBundle } from '#crypto/identity/identity.ts'
import { randomUuid, systemRandom as random } from '#crypto/primitives/random.ts'
import { createSigner } from '#crypto/primitives/signature.ts'
import { signGrant } from '#crypto/statements/grant.ts'
import { signManifest } from '#crypto/statements/manifest.ts'
import { signRoster } from '#crypto/statements/roster.ts'

const hash = new Uint8Array(32)
const time = '2026-01-02T03:04:05.678Z'
/** A sealed record is 28 bytes longer than its text. */
const sealed = (value: object) => new Uint8Array(28 + JSON.stringify(value).length)

const identity = generateIdentity(random)
const signer = await createSigner(identity, random)
const keys = await publicBundle(identity)
const FILES = 12e6
const TEAMS = 8750
const MEMBERS = 24

test('the case study counts what is really signed and wrapped', async () => {
  const wrapped = await wrapKey({
    key: newFileKey(random),
    recipientPublicKey: keys.xWing,
    purpose: 'file-to-user',
    objectId: randomUuid(random),
    epoch: 1_767_225_600,
    random,
  })
  const grant = await signGrant({
    wrapped,
    recipient: hash,
    author: hash,
    role: 'viewer',
    expires: null,
    time,
    signer,
  })
  const manifest = await signManifest(
    {
      fileId: randomUuid(random),
      folderId: randomUuid(random),
      spaceId: randomUuid(random),
      contentId: randomUuid(random),
      version: 1,
      previous: null,
      headerTag: hash,
      segmentBytes: 262_144,
      metadata: sealed({ name: 'Customs declaration 2024-03.pdf', type: 'application/pdf', size: 2_500_000 }),
      contentRoot: hash,
      roster: hash,
      time,
    },
    signer,
  )
  const roster = await rosterOf(MEMBERS)

  const keyBytes = wrapped.length + grant.text.length + grant.signature.length
  const rosterBytes = roster.text.length + roster.signature.length
  const changes = 4620 * 5
  const inArticle = {
    manifest: manifest.text.length,
    grant: grant.text.length,
    signatures: manifest.signature.length,
    oneByOne: keyBytes,
    roster: rosterBytes,
    signaturesGb: gb(FILES * manifest.signature.length),
    manifestsGb: gb(FILES * manifest.text.length),
    manifestShare: percent(FILES * (manifest.signature.length + manifest.text.length), 30e12),
    oneByOneGb: gb(FILES * 6 * keyBytes, 0),
    wrapsMb: mb(TEAMS * MEMBERS * wrapped.length),
    rostersMb: mb(TEAMS * rosterBytes),
    secondMb: mb(TEAMS * (MEMBERS * wrapped.length + rosterBytes) + FILES * 60),
    share: percent(TEAMS * (MEMBERS * wrapped.length + rosterBytes) + FILES * 60, FILES * 6 * keyBytes, 1),
    leaversMb: mb(changes * 23 * wrapped.length),
    joinersMb: mb(changes * 24 * wrapped.length),
    yearRostersMb: mb(2 * changes * rosterBytes),
    yearGb: gb(changes * 47 * wrapped.length + 2 * changes * rosterBytes, 2),
    yearMinutes: `${Math.round((changes * 47 * 3.4) / 60_000)} minutes`,
    manifestHours: `${((FILES * 3.4) / 3_600_000).toFixed(1)} hours`,
  }
  expect(inArticle).toEqual({
    manifest: 692,
    grant: 454,
    signatures: 3373,
    oneByOne: 5055,
    roster: 11_962,
    signaturesGb: '40.5 GB',
    manifestsGb: '8.3 GB',
    manifestShare: '0.16 %',
    oneByOneGb: '364 GB',
    wrapsMb: '258 MB',
    rostersMb: '105 MB',
    secondMb: '1,083 MB',
    share: '0.3 %',
    leaversMb: '652 MB',
    joinersMb: '681 MB',
    yearRostersMb: '553 MB',
    yearGb: '1.89 GB',
    yearMinutes: '62 minutes',
    manifestHours: '11.3 hours',
  })
  const article = textOf('fortune-500-case-study-quantumshield')
  for (const figure of Object.values(inArticle)) expect(article).toContain(figure.toLocaleString('en-US'))
  expect(textOf('healthcare-compliance-quantum-era')).toContain(
    `3 · ${keyBytes.toLocaleString('en-US')} = ${(3 * keyBytes).toLocaleString('en-US')} bytes`,
  )
})

const textOf = (slug: string) => fs.readFileSync(path.join(import.meta.dirname, 'articles', `${slug}.md`), 'utf8')
const gb = (bytes: number, digits = 1) => `${(bytes / 1e9).toFixed(digits)} GB`
const mb = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en-US')} MB`
const percent = (part: number, whole: number, digits = 2) => `${((100 * part) / whole).toFixed(digits)} %`

async function rosterOf(count: number) {
  const members = Array.from({ length: count }, (_, place) => ({
    userId: randomUuid(random),
    fingerprint: hash,
    role: place === 0 ? ('manager' as const) : ('editor' as const),
    wrapHash: hash,
  })).sort((a, b) => (a.userId < b.userId ? -1 : 1))
  const label = { email: 'firstname.lastname@meridian.example', name: 'Firstname Lastname' }
  return signRoster(
    {
      spaceId: randomUuid(random),
      epoch: 2,
      previous: hash,
      name: new Uint8Array(50),
      people: sealed(Object.fromEntries(members.map(({ userId }) => [userId, label]))),
      keyHash: hash,
      members,
      authorId: members[0]?.userId ?? '',
      time,
    },
    signer,
  )
}
