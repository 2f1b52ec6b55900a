import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as qs from '#crypto/index.ts'
import { needs } from '#crypto/testing/needs.ts'

const run = promisify(execFile)
const random = qs.systemRandom
const script = path.resolve('tools/decrypt.py')
const python = pythonWith('import cryptography')
/** Debian's own may be older than the Argon2id of the package; another one beside it may have it. */
const withArgon2 =
  pythonWith('from cryptography.hazmat.primitives.kdf.argon2 import Argon2id') ??
  pythonWith('import cryptography, argon2')

const PASSWORD = 'correct horse Caf\u00e9'
const NAME = 'Überweisung März.pdf'
const plain = random(600_001)
const phrase = qs.newRecoveryPhrase(random)

describe('tools/decrypt.py', needs(python, 'Python with the package cryptography'), () => {
  let folder: string
  let args: string[]
  let account: Awaited<ReturnType<typeof sealAccount>>

  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'qs-decrypt-'))
    account = await sealAccount()
    const { exported, blob } = account
    await fs.writeFile(path.join(folder, 'export.json'), JSON.stringify(exported))
    await fs.writeFile(path.join(folder, 'blob.bin'), blob)
    args = ['--export', 'export.json', '--blob', 'blob.bin', '--out', 'out.bin']
  })
  afterAll(() => fs.rm(folder, { recursive: true }))

  const decrypt = (...secret: string[]) => run(python!, [script, ...args, ...secret], { cwd: folder })

  test('opens a file by its recovery phrase', async () => {
    const { stdout } = await decrypt('--phrase', phrase.words)
    expect(stdout.trim()).toBe(NAME)
    expect(new Uint8Array(await fs.readFile(path.join(folder, 'out.bin')))).toEqual(plain)
  })

  test('opens a file by recovery words of an earlier release', async () => {
    const { exported, earlierWrap } = account
    const older = { ...exported, account_wraps: [{ kind: 'recovery', wrapped_key: earlierWrap }] }
    await fs.writeFile(path.join(folder, 'export.json'), JSON.stringify(older))
    expect((await decrypt('--phrase', phrase.words)).stdout.trim()).toBe(NAME)
    await fs.writeFile(path.join(folder, 'export.json'), JSON.stringify(exported))
  })

  test('opens a file by its password', needs(withArgon2, 'Argon2id for Python'), async () => {
    const byPassword = (password: string) =>
      run(withArgon2!, [script, ...args, '--password', password], { cwd: folder })
    const { stdout } = await byPassword(PASSWORD.normalize('NFD'))
    expect(stdout.trim()).toBe(NAME)
    await expect(byPassword('wrong')).rejects.toMatchObject({ code: 1 })
  })

  test('refuses another phrase and a mistyped one', async () => {
    const other = qs.newRecoveryPhrase(random).words
    await expect(decrypt('--phrase', other)).rejects.toMatchObject({ code: 1 })
    await expect(decrypt('--phrase', `${other} again`)).rejects.toMatchObject({ code: 1 })
  })

  test('refuses content that somebody with the key exchanged', async () => {
    const blob = await fs.readFile(path.join(folder, 'blob.bin'))
    const { exported, forged } = account
    await fs.writeFile(path.join(folder, 'blob.bin'), forged)
    await fs.rm(path.join(folder, 'out.bin'), { force: true })
    await expect(decrypt('--phrase', phrase.words)).rejects.toMatchObject({ code: 1 })
    await expect(fs.stat(path.join(folder, 'out.bin'))).rejects.toMatchObject({ code: 'ENOENT' })

    // Format 1 fixed no content: it opens, with a warning.
    const older = { ...exported, file: { ...exported.file, manifest: '{"v":1}' } }
    await fs.writeFile(path.join(folder, 'export.json'), JSON.stringify(older))
    expect((await decrypt('--phrase', phrase.words)).stderr).toContain('fixes no content')
    await fs.writeFile(path.join(folder, 'export.json'), JSON.stringify(exported))
    await fs.writeFile(path.join(folder, 'blob.bin'), blob)
  })

  test('refuses a changed or shortened blob and leaves no output', async () => {
    const blob = await fs.readFile(path.join(folder, 'blob.bin'))
    await fs.rm(path.join(folder, 'out.bin'), { force: true })
    const changed = Buffer.from(blob)
    changed[300_000]! ^= 1

    for (const bytes of [changed, blob.subarray(0, -1), blob.subarray(0, 262_218), Buffer.concat([blob, blob])]) {
      await fs.writeFile(path.join(folder, 'blob.bin'), bytes)
      await expect(decrypt('--phrase', phrase.words)).rejects.toMatchObject({ code: 1 })
    }
    await fs.writeFile(path.join(folder, 'blob.bin'), blob)
    await expect(fs.stat(path.join(folder, 'out.bin'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

/** An account with one file, as an export and a blob. */
async function sealAccount() {
  const [userId, spaceId, fileId, contentId] = [1, 2, 3, 4].map(() => qs.randomUuid(random)) as [
    string,
    string,
    string,
    string,
  ]
  const [amk, spaceKey, fileKey] = [qs.newAccountMasterKey(random), qs.newSpaceKey(random), qs.newFileKey(random)]
  const parameters = qs.newKdfParameters(random)
  const { kek } = await qs.derivePassword({ password: PASSWORD, parameters })
  const { rkek } = await qs.deriveRecovery(phrase)
  const { publicKey: recoveryKey } = await qs.recoveryKeyPair(phrase)
  const [epoch, version] = [3, 2]
  const wrapBy = (kind: qs.AccountWrapKind, kek: qs.KeyEncryptionKey) =>
    qs.wrapAccountKey({ amk, kek, userId, kind, random })
  const b64 = qs.toBase64Url

  const message = { key: fileKey, aad: qs.contentAad(contentId), random }
  const blob = await qs.sealBytes({ ...message, plain })
  const { segmentBytes, headerBytes } = qs.FLOE
  const leaves = Array.from({ length: qs.segmentCount(plain.length) }, (_, at) =>
    qs.leafOfSegment(at, blob.subarray(headerBytes + at * segmentBytes, headerBytes + (at + 1) * segmentBytes)),
  )
  const contentRoot = b64(await qs.contentRoot(qs.concat(...(await Promise.all(leaves)))))

  const exported = {
    user_id: userId,
    kdf: { ...parameters, salt: b64(parameters.salt) },
    account_wraps: [
      { kind: 'password', wrapped_key: b64(await wrapBy('password', kek)) },
      { kind: 'recovery', wrapped_key: b64(await qs.wrapAccountKeyForWords({ amk, recoveryKey, userId, random })) },
    ],
    space_keys: [
      {
        space_id: spaceId,
        epoch,
        wrapped_key: b64(await qs.wrapSpaceKey({ amk, spaceKey, context: { userId, spaceId, epoch }, random })),
      },
    ],
    file: {
      id: fileId,
      space_id: spaceId,
      space_epoch: epoch,
      content_id: contentId,
      encryption_key: b64(await qs.wrapFileKey({ spaceKey, fileKey, context: { fileId, spaceId, epoch }, random })),
      file_size: plain.length,
      original_name: b64(
        await qs.sealRecord({
          spaceKey,
          kind: 'file',
          id: fileId,
          version,
          field: 'name',
          plain: qs.utf8(NAME),
          random,
        }),
      ),
      version,
      manifest: qs.canonicalJson({
        v: 2,
        file_id: fileId,
        content_id: contentId,
        version,
        content_root: contentRoot,
      }),
    },
  }
  return {
    exported,
    blob,
    earlierWrap: b64(await wrapBy('recovery', rkek)),
    forged: await qs.sealBytes({ ...message, plain: random(plain.length) }),
  }
}

/** The system's Python first: one from a version manager often has no packages. */
function pythonWith(line: string): string | undefined {
  return ['/usr/bin/python3', 'python3'].find((name) => works(name, line))
}

function works(python: string, line: string): boolean {
  try {
    execFileSync(python, ['-c', line], { stdio: 'ignore' })
    return true
  } catch {
    // No such interpreter or no such module: the tests that need it are skipped by name.
    return false
  }
}
