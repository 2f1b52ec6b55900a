import { beforeAll, describe, expect, test } from 'vitest'
import {
  addressCheck,
  deriveLink,
  deriveLinkDoor,
  newKdfParameters,
  randomUuid,
  sealForLink,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { VaultApi } from '../../session/api.ts'
import { VaultError } from '../../session/vault-error.ts'
import { type FollowedLink, knockAtLink, openLink, readLinkSecret, startLinkDownload } from './visit-link.ts'

const damaged = { name: 'VaultError', code: 'share_link_damaged' }
const HANDOVER = {
  v: 2,
  file_id: randomUuid(systemRandom),
  content_id: randomUuid(systemRandom),
  file_key: toBase64Url(systemRandom(32)),
  name: 'plan.pdf',
  type: 'application/pdf',
  size: 1234,
  header_tag: toBase64Url(systemRandom(32)),
  segment_bytes: 262_144,
  sender: 'Ada',
  content_root: toBase64Url(systemRandom(32)),
}
const { content_root: _, ...FORMAT_1 } = { ...HANDOVER, v: 1 }

/** Answers like `links/v1`, whatever the test wants. */
class LinkServer extends VaultApi {
  readonly asked: { path: string; method: string | undefined; headers: Record<string, string> | undefined }[] = []
  readonly answers: Record<string, unknown>
  constructor(answers: Record<string, unknown>) {
    super({ baseUrl: 'http://127.0.0.1:9', publishableKey: '', accessToken: async () => undefined })
    this.answers = answers
  }

  override async fetch(path: string, init: Parameters<VaultApi['fetch']>[1]): Promise<Response> {
    this.asked.push({ path, method: init.method, headers: init.headers })
    const answer = this.answers[path.split('/').at(-1) ?? '']
    if (answer instanceof Error) throw answer
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer ?? null))
  }
}

let link: FollowedLink
beforeAll(async () => {
  const check = await addressCheck('link', utf8(JSON.stringify(HANDOVER)))
  link = { id: randomUuid(systemRandom), secret: { key: systemRandom(32), check } }
})

const seal = async (text: string, { id, secret } = link) => {
  const { linkKey } = await deriveLink({ secret: secret.key })
  return toBase64Url(await sealForLink({ linkKey, linkId: id, plain: utf8(text), random: systemRandom }))
}
const answer = async (text = JSON.stringify(HANDOVER)) => ({
  handover: await seal(text),
  expires_at: '2026-04-01',
  downloads_left: 3,
})
const unchecked = () => ({ ...link, secret: { ...link.secret, check: null } })

describe('what a link hands over', () => {
  test('is what its maker wrote', async () => {
    const server = new LinkServer({ handover: await answer() })
    const opened = await openLink(server, link, null)
    const door = (await deriveLinkDoor(link.secret.key)).token
    const { accessToken: token } = await deriveLink({ secret: link.secret.key })
    expect(opened).toMatchObject({
      id: link.id,
      files: [
        {
          fileId: HANDOVER.file_id,
          name: 'plan.pdf',
          folders: [],
          mimeType: 'application/pdf',
          sizeBytes: 1234,
          isMissing: false,
        },
      ],
      several: null,
      sender: 'Ada',
      expiresAt: '2026-04-01',
      downloadsLeft: 3,
      shown: { door, token },
    })
    const { content } = opened.files[0]!
    expect(content).toMatchObject({ contentId: HANDOVER.content_id, segmentBytes: 262_144 })
    expect(toBase64Url(content.fileKey)).toBe(HANDOVER.file_key)
    expect(toBase64Url(content.headerTag)).toBe(HANDOVER.header_tag)
    expect(toBase64Url(content.contentRoot!)).toBe(HANDOVER.content_root)
    expect(server.asked).toEqual([
      {
        path: `/links/v1/${link.id}/handover`,
        method: 'POST',
        headers: { 'x-link-door': door, 'x-link-token': token },
      },
    ])
  })

  test('is refused when another visitor sealed it', async () => {
    const other = JSON.stringify({ ...HANDOVER, sender: 'Eve' })
    const server = new LinkServer({ handover: await answer(other) })
    await expect(openLink(server, link, null)).rejects.toMatchObject(damaged)
    // An address of an earlier release has no check.
    expect(await openLink(server, unchecked(), null)).toMatchObject({ sender: 'Eve' })
  })

  test('is refused from another link, or in another form', async () => {
    const elsewhere = { ...link, id: randomUuid(systemRandom) }
    for (const handover of [
      await seal(JSON.stringify(HANDOVER), elsewhere),
      await seal('{'),
      await seal(JSON.stringify({ ...HANDOVER, v: 3 })),
      await seal(JSON.stringify({ ...HANDOVER, extra: 1 })),
      await seal(JSON.stringify({ ...FORMAT_1, v: 2 })),
      await seal(JSON.stringify({ ...HANDOVER, v: 1 })),
      await seal(JSON.stringify({ ...HANDOVER, size: -1 })),
      await seal(JSON.stringify({ ...HANDOVER, file_key: toBase64Url(systemRandom(31)) })),
      await seal(JSON.stringify({ ...HANDOVER, file_id: 'x' })),
      'AAAA',
      'not base64url!',
    ]) {
      const server = new LinkServer({ handover: { ...(await answer()), handover } })
      await expect(openLink(server, unchecked(), null)).rejects.toMatchObject(damaged)
    }
  })

  test('of an earlier release has no content root', async () => {
    const server = new LinkServer({ handover: await answer(JSON.stringify({ ...FORMAT_1, name: '../plan' })) })
    const opened = await openLink(server, unchecked(), null)
    expect(opened.files[0]!.content.contentRoot).toBeUndefined()
    expect(opened.files[0]!.name).not.toContain('/')
  })

  test('is no answer that a link does not give', async () => {
    for (const wrong of [
      'no JSON',
      null,
      {},
      { ...(await answer()), downloads_left: 'x' },
      { ...(await answer()), handover: 1 },
    ]) {
      await expect(openLink(new LinkServer({ handover: wrong }), link, null)).rejects.toMatchObject(damaged)
    }
  })
})

describe('a password', () => {
  const parameters = newKdfParameters(systemRandom)

  test('that is wrong looks like an unknown link to the server', async () => {
    const unknown = new VaultError('share_link_unknown', '')
    const server = new LinkServer({ handover: unknown })
    const password = { text: 'wrong', parameters }
    await expect(openLink(server, link, password)).rejects.toMatchObject({ code: 'share_link_password' })
    await expect(openLink(server, link, null)).rejects.toBe(unknown)
    const over = new VaultError('share_link_expired', '')
    await expect(openLink(new LinkServer({ handover: over }), link, password)).rejects.toBe(over)
  })

  test('is not stretched less than it must be', async () => {
    const server = new LinkServer({ handover: await answer() })
    const weak = { text: 'secret', parameters: { ...parameters, m: 8, t: 1 } }
    await expect(openLink(server, link, weak)).rejects.toMatchObject({ code: 'weak_settings' })
    expect(server.asked).toEqual([])
  })
})

describe('the door', () => {
  const { salt, ...numbers } = newKdfParameters(systemRandom)

  test('says how the password is stretched, or that there is none', async () => {
    const open = new LinkServer({ door: { kdf: null } })
    expect(await knockAtLink(open, link)).toBeNull()
    const { token } = await deriveLinkDoor(link.secret.key)
    expect(open.asked).toEqual([
      { path: `/links/v1/${link.id}/door`, method: 'POST', headers: { 'x-link-door': token } },
    ])
    const server = new LinkServer({ door: { kdf: { ...numbers, salt: toBase64Url(salt) } } })
    expect(await knockAtLink(server, link)).toEqual({ ...numbers, salt })
  })

  test('is refused in another form', async () => {
    for (const door of [
      {},
      null,
      'no JSON',
      { kdf: { ...numbers, salt: 1 } },
      { kdf: { ...numbers, m: 1.5, salt: '' } },
    ]) {
      await expect(knockAtLink(new LinkServer({ door }), link)).rejects.toMatchObject(damaged)
    }
    const bad = new LinkServer({ door: { kdf: { ...numbers, salt: 'not base64url!' } } })
    await expect(knockAtLink(bad, link)).rejects.toMatchObject({ code: 'weak_settings' })
  })
})

describe('a download', () => {
  const start = async (change: object, hashes: unknown = { segment_hashes: toBase64Url(systemRandom(64)) }) => {
    const text = JSON.stringify({ ...HANDOVER, ...change })
    const opened = await openLink(new LinkServer({ handover: await answer(text) }), unchecked(), null)
    const server = new LinkServer({ downloads: { ticket: 'T', seconds: 3600 }, 'segment-hashes': hashes })
    return { keys: await startLinkDownload(server, opened), server, opened }
  }

  test('reads content by the keys of the link alone', async () => {
    const { keys, server, opened } = await start({})
    expect(keys).toEqual({
      ...opened.files[0]!.content,
      segmentHashes: undefined,
      storagePath: '',
      sizeBytes: 1234,
      iv: undefined,
      link: { id: link.id, ticket: 'T' },
    })
    const headers = { 'x-link-door': opened.shown.door, 'x-link-token': opened.shown.token }
    expect(server.asked).toEqual([{ path: `/links/v1/${link.id}/downloads`, method: 'POST', headers }])
  })

  test('of several segments needs their hashes, whose root is in the link', async () => {
    const { keys, server } = await start({ size: 262_145 })
    expect(keys.segmentHashes).toHaveLength(64)
    expect(server.asked[1]).toEqual({
      path: `/links/v1/${link.id}/segment-hashes`,
      method: 'GET',
      headers: { 'x-link-ticket': 'T' },
    })
    for (const [said, expected] of [
      [{ segment_hashes: 'not base64url!' }, new Uint8Array()],
      [{ segment_hashes: null }, undefined],
      [{}, undefined],
      ['no JSON', undefined],
    ] as const) {
      expect((await start({ size: 262_145 }, said)).keys.segmentHashes).toEqual(expected)
    }
  })

  test('of an earlier release asks for none', async () => {
    const opened = await openLink(
      new LinkServer({ handover: await answer(JSON.stringify({ ...FORMAT_1, size: 262_145 })) }),
      unchecked(),
      null,
    )
    const server = new LinkServer({ downloads: { ticket: 'T', seconds: 3600 } })
    expect((await startLinkDownload(server, opened)).segmentHashes).toBeUndefined()
    expect(server.asked).toHaveLength(1)
  })
})

test('an address without its secret is no link', () => {
  expect(readLinkSecret(`#${toBase64Url(link.secret.key)}`)).toEqual({ key: link.secret.key, check: null })
  for (const fragment of ['', '#', '#AAAA', '#***']) {
    expect(() => readLinkSecret(fragment)).toThrow(expect.objectContaining({ code: 'share_link_unknown' }))
  }
})
