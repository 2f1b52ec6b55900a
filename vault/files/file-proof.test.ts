import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, randomUuid, systemRandom, toBase64Url, toHex, utf8, wrapFileKey } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { openTeam } from '../spaces/open-team.ts'
import type { OpenTeam } from '../session/team.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, TIME, compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type FileRow, signedAgain, storedFile } from '../testing/stored-file.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows, summaryFor } from '../testing/team-space.ts'
import { modifiedMember } from './file-columns.ts'
import { readProof } from './file-proof.ts'

const damaged = { name: 'VaultError', code: 'file_damaged' }
const FILES = 'reachable_files?'

let ada: Person
let bob: Person
let eve: Person
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
})

const proofOf = (vault: OpenVault, row: FileRow, id = row.id) =>
  readProof(new HostileServer({ [FILES]: [row] }), vault, {
    id,
    spaceId: row['space_id'] === vault.personalSpace.id ? null : String(row['space_id']),
  })

describe('a file of one’s own', () => {
  test('shows what was signed, by whom', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault)
    const server = new HostileServer({ [FILES]: [row] })
    expect(await readProof(server, vault, { id: row.id, spaceId: null })).toEqual({
      version: 1,
      contentId: row['content_id'],
      signedAt: TIME,
      signer: { fingerprint: toHex(ada.print), person: null },
      segmentBytes: 262_144,
      received: null,
      modifiedAt: null,
    })
    expect(server.asked[0]?.path).toContain(`&id=eq.${row.id}`)
    expect(vault.seenVersions.get(row.id)).toBe(1)
  })

  test('that came for a request shows which one', async () => {
    const vault = await vaultOf(ada)
    const received = { request_id: randomUuid(systemRandom), title: 'Contracts', time: TIME }
    const { row } = await storedFile(vault, { metadata: { received } })
    expect(await proofOf(vault, row)).toMatchObject({ received: { title: 'Contracts', sentAt: TIME } })
  })

  test('that came with a date has it', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault, { metadata: modifiedMember(Date.UTC(1999, 11, 31)) })
    expect(await proofOf(vault, row)).toMatchObject({ modifiedAt: '1999-12-31T00:00:00.000Z' })
  })

  test.each([undefined, Number.NaN, -1e17, Date.UTC(10_000, 0)])('that has no date worth keeping, %s', (at) => {
    expect(modifiedMember(at)).toEqual({})
  })

  test('that is gone is not found', async () => {
    const proof = readProof(new HostileServer({ [FILES]: [] }), await vaultOf(ada), {
      id: randomUuid(systemRandom),
      spaceId: null,
    })
    await expect(proof).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a file is refused', () => {
  test('in place of another one', async () => {
    const vault = await vaultOf(ada)
    const [one, other] = [await storedFile(vault), await storedFile(vault)]
    await expect(proofOf(vault, one.row, other.row.id)).rejects.toMatchObject(damaged)
    await expect(proofOf(vault, { ...one.row, id: other.row.id }, other.row.id)).rejects.toMatchObject(damaged)
    const moved = { ...one.row, manifest: other.row.manifest, manifest_signature: other.row.manifest_signature }
    await expect(proofOf(vault, moved)).rejects.toMatchObject(damaged)
  })

  test('where a column says something else than the manifest', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault)
    for (const change of [
      { content_id: randomUuid(systemRandom) },
      { folder_id: randomUuid(systemRandom) },
      { file_size: 1235 },
      { version: 2 },
      { version: 0 },
    ]) {
      await expect(proofOf(vault, { ...row, ...change }), JSON.stringify(change)).rejects.toMatchObject(damaged)
    }
  })

  test('in another space of the account, or signed for one', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault)
    const elsewhere = await signedAgain(row, vault, { spaceId: randomUuid(systemRandom) })
    await expect(proofOf(vault, elsewhere)).rejects.toMatchObject(damaged)
    await expect(proofOf(vault, { ...row, space_epoch: 2 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('by anybody else, and without a signature that holds', async () => {
    const [vault, others] = [await vaultOf(ada), await vaultOf(bob)]
    const { row } = await storedFile(others, { space: vault.personalSpace })
    await expect(proofOf(vault, row)).rejects.toMatchObject(damaged)
    const own = await storedFile(vault)
    for (const manifest_signature of [row.manifest_signature, 'AAAA', 'not base64url!']) {
      await expect(proofOf(vault, { ...own.row, manifest_signature })).rejects.toMatchObject(damaged)
    }
    await expect(proofOf(vault, { ...own.row, manifest: '{' })).rejects.toMatchObject(damaged)
  })

  test('when it is older than what was seen', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault)
    vault.seenVersions.set(row.id, 2)
    await expect(proofOf(vault, row)).rejects.toMatchObject(damaged)
    expect(vault.seenVersions.get(row.id)).toBe(2)
    vault.seenVersions.set(row.id, 1)
    await proofOf(vault, row)
  })

  test('with the key of another file, or none', async () => {
    const vault = await vaultOf(ada)
    const [one, other] = [await storedFile(vault), await storedFile(vault)]
    for (const encryption_key of [other.row['encryption_key'], 'AAAA']) {
      await expect(proofOf(vault, { ...one.row, encryption_key })).rejects.toMatchObject(damaged)
    }
    const { id, epoch, key } = { ...vault.personalSpace, epoch: 2 }
    const context = { fileId: one.row.id, spaceId: id, epoch }
    const wrapped = await wrapFileKey({ spaceKey: key, fileKey: one.fileKey, context, random: systemRandom })
    const later = { ...one.row, encryption_key: toBase64Url(wrapped) }
    await expect(proofOf(vault, later)).rejects.toMatchObject(damaged)
  })

  test('with sealed metadata of another version, or that are none', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault)
    const sealed = async (text: string, version = 1) =>
      vault.personalSpace.records.seal(
        { kind: 'file', id: row.id, version, field: 'metadata' },
        new TextEncoder().encode(text),
      )
    const good = JSON.stringify({ name: 'a', type: 'b', size: 1234 })
    await proofOf(vault, await signedAgain(row, vault, { metadata: await sealed(good) }))
    for (const metadata of [await sealed(good, 2), await sealed('{'), await sealed('{"name":"a"}'), systemRandom(60)]) {
      await expect(proofOf(vault, await signedAgain(row, vault, { metadata }))).rejects.toMatchObject(damaged)
    }
  })

  test('under a list of members, in a space that has none', async () => {
    const vault = await vaultOf(ada)
    const { row } = await storedFile(vault)
    const listed = await signedAgain(row, vault, { roster: systemRandom(32) })
    await expect(proofOf(vault, listed)).rejects.toMatchObject({ code: 'members_differ' })
  })
})

test('a file of format 1 is under no list of members', async () => {
  const vault = await vaultOf(ada)
  const { row } = await storedFile(vault)
  const { content_root: _, roster: __, ...said } = JSON.parse(row.manifest) as Record<string, string>
  const text = canonicalJson({ ...said, v: 1, policy_epoch: 0 })
  const signature = toBase64Url(await ada.signer.sign('qs1/manifest', utf8(text)))
  expect(await proofOf(vault, { ...row, manifest: text, manifest_signature: signature })).toMatchObject({ version: 1 })
  const listed = { ...vault, personalSpace: { ...vault.personalSpace, rosterHash: systemRandom(32) } }
  listed.space = () => listed.personalSpace
  expect(await proofOf(listed, { ...row, manifest: text, manifest_signature: signature })).toMatchObject({ version: 1 })
  await expect(proofOf(listed, row)).rejects.toMatchObject({ code: 'members_differ' })
})

describe('a file of a team space', () => {
  let epoch: MadeEpoch
  beforeAll(async () => {
    const members = [[ada, 'manager'] as const, [bob, 'editor'] as const, [eve, 'viewer'] as const]
    const labels = { [bob.userId]: { email: 'bob@signed.example', name: 'Bob Signed' } }
    epoch = await makeEpoch({ author: ada, members, labels })
  })

  async function inTeam(person: Person, remembered = {}): Promise<{ vault: OpenVault; team: OpenTeam }> {
    const vault = await vaultOf(person, remembered)
    const server = await new HostileServer({
      'rpc/team_space_history': historyRows([epoch]),
      'rpc/team_space_people': peopleRows([ada, bob, eve]),
    }).keep(vault)
    const team = await openTeam(server, vault, summaryFor(person, epoch))
    vault.teams.set(team.id, team)
    for (const space of team.spaces) vault.spaces.set(`${space.id}/${space.epoch}`, space)
    return { vault, team }
  }
  const storedBy = async (person: Person) => {
    const { vault, team } = await inTeam(person)
    return (await storedFile(vault, { space: team.spaces[0]! })).row
  }

  test('shows its author as the signed list has them, and how their keys are known', async () => {
    const row = await storedBy(bob)
    const person = { userId: bob.userId, name: 'Bob Signed', email: 'bob@signed.example' }
    const shown = async (remembered: object) => (await proofOf((await inTeam(eve, remembered)).vault, row)).signer
    expect(await shown({})).toEqual({ fingerprint: toHex(bob.print), person: { ...person, trust: 'new' } })
    expect(await shown({ pins: pinned(bob, 'chosen') })).toMatchObject({ person: { trust: 'chosen' } })
    expect(await shown({ peers: [compared(bob)] })).toMatchObject({ person: { trust: 'compared' } })
    const mail = { 'mail/bob@known.example': bob.userId }
    expect(await shown({ pins: { ...mail, ...pinned(bob, 'seen') } })).toMatchObject({ person: { trust: 'seen' } })
  })

  test('says that keys changed since the space was opened', async () => {
    const row = await storedBy(bob)
    const { vault } = await inTeam(eve)
    const forged = await newPerson(bob.userId)
    const known = { ...vault, keyring: { ...vault.keyring, pins: pinned(forged, 'chosen') } }
    expect((await proofOf(known, row)).signer.person).toMatchObject({ trust: 'changed' })
  })

  test('shows oneself as oneself', async () => {
    const { vault } = await inTeam(bob)
    expect((await proofOf(vault, await storedBy(bob))).signer).toEqual({ fingerprint: toHex(bob.print), person: null })
  })

  test('is refused by a viewer, by somebody outside, and under another list of members', async () => {
    const { vault, team } = await inTeam(ada)
    const row = await storedBy(bob)
    await proofOf(vault, row)
    await expect(proofOf(vault, await storedBy(eve))).rejects.toMatchObject(damaged)
    const outside = await vaultOf(await newPerson())
    const { row: planted } = await storedFile(outside, { space: team.spaces[0]! })
    await expect(proofOf(vault, planted)).rejects.toMatchObject(damaged)
    const author = (await inTeam(bob)).vault
    for (const roster of [null, systemRandom(32)]) {
      const other = await signedAgain(row, author, { roster })
      await expect(proofOf(vault, other)).rejects.toMatchObject({ code: 'members_differ' })
    }
  })

  test('is refused where it is claimed to lie in the personal space', async () => {
    const { vault } = await inTeam(ada)
    const row = { ...(await storedBy(bob)), space_id: vault.personalSpace.id }
    await expect(proofOf(vault, row)).rejects.toMatchObject(damaged)
  })
})
