import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { confirm, newEmail } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ AUTH_WEB3_ENABLED: 'true' })
})
afterAll(() => server.stop())

/** A wallet of Ethereum as pages see it (EIP-1193). */
function ethereumWallet() {
  const key = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(key, false)
  const address = `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(-20)).toString('hex')}`
  const signText = (text: string): string => {
    const bytes = Buffer.from(text)
    const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
    const [recovery = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
  }
  return {
    address,
    signText,
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      const [hex = ''] = params as string[]
      return signText(Buffer.from(hex.slice(2), 'hex').toString())
    },
  }
}

/** A wallet of Solana; `signMessage` is what older ones offer, and `supabase-js` then writes the message. */
function solanaWallet() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const signText = (text: string) => new Uint8Array(sign(null, Buffer.from(text), privateKey))
  return {
    address,
    signText,
    publicKey: { toBase58: () => address },
    signMessage: async (message: Uint8Array) => signText(Buffer.from(message).toString()),
  }
}

type Parts = { host?: string; uri?: string; issuedAt?: Date; extra?: string; version?: string; statement?: string }

const host = () => new URL(server.url).host

function siwe(
  address: string,
  { uri, issuedAt = new Date(), extra = '', version = '1', ...parts }: Parts = {},
): string {
  return [
    `${parts.host ?? host()} wants you to sign in with your Ethereum account:`,
    address,
    '',
    parts.statement ?? 'Sign in',
    '',
    `URI: ${uri ?? server.url}`,
    `Version: ${version}`,
    'Chain ID: 1',
    `Nonce: ${randomBytes(8).toString('hex')}`,
    `Issued At: ${issuedAt.toISOString()}${extra}`,
  ].join('\n')
}

const grant = async (chain: string, message: string, signature: string) => {
  const answer = await server.fetch('/auth/v1/token?grant_type=web3', {
    method: 'POST',
    body: JSON.stringify({ chain, message, signature }),
  })
  return { status: answer.status, ...((await answer.json()) as { code?: string; msg?: string; user?: { id: string } }) }
}

describe('Ethereum', () => {
  test('supabase-js has the wallet sign, and the account has neither address nor organisation', async () => {
    const wallet = ethereumWallet()
    const client = server.client()
    const { data, error } = await client.auth.signInWithWeb3({
      chain: 'ethereum',
      wallet: wallet as never,
      statement: 'I accept the terms',
      options: { url: `${server.url}/` },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'web3', providers: ['web3'] },
      user_metadata: { custom_claims: { address: wallet.address, chain: 'ethereum', statement: 'I accept the terms' } },
      identities: [{ provider: 'web3', id: `web3:ethereum:${wallet.address}` }],
    })
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'web3', provider: 'ethereum' }])
    expect((await client.rpc('get_user_roles')).data).toEqual([])
    expect((await client.from('profiles').select()).data).toEqual([])

    const email = newEmail()
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    await confirm(server, email)
    // The first account of a server of one organisation.
    expect((await client.rpc('get_user_roles')).data).toMatchObject([{ role: 'owner' }, { role: 'super_admin' }])
  })

  test('the same wallet is the same account; a message counts once, whatever its signature looks like', async () => {
    const wallet = ethereumWallet()
    const message = siwe(wallet.address)
    const signature = wallet.signText(message)
    const first = await grant('ethereum', message, signature)
    expect(first.status).toBe(200)
    expect(await grant('ethereum', message, signature)).toMatchObject({ status: 400, code: 'invalid_credentials' })
    const low = Number.parseInt(signature.slice(-2), 16) - 27
    const other = signature.slice(0, -2) + low.toString(16).padStart(2, '0')
    expect(await grant('ethereum', message, other)).toMatchObject({ msg: 'Signed message was used already' })
    const next = siwe(wallet.address)
    expect((await grant('ethereum', next, wallet.signText(next))).user?.id).toBe(first.user?.id)
  })

  test('of five at once one is good', async () => {
    const wallet = ethereumWallet()
    const message = siwe(wallet.address)
    const signature = wallet.signText(message)
    const answers = await Promise.all(Array.from({ length: 5 }, () => grant('ethereum', message, signature)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a new wallet that signs in several times at once gets one account', async () => {
    const wallet = ethereumWallet()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const message = siwe(wallet.address)
        return grant('ethereum', message, wallet.signText(message))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(1)
  })

  test.each<[string, Parts, string]>([
    ['another site', { host: 'evil.test', uri: 'https://evil.test' }, 'URI is not allowed on this server'],
    ['a domain beside the address', { host: 'evil.test' }, 'Domain and URI do not match'],
    ['no https', { host: 'evil.test', uri: 'http://evil.test' }, 'URI must be https, or http on localhost'],
    ['too old', { issuedAt: new Date(Date.now() - 601_000) }, 'Message was issued too long ago'],
    ['from the future', { issuedAt: new Date(Date.now() + 120_000) }, 'Message was issued in the future'],
    ['expired', { extra: '\nExpiration Time: 2020-01-01T00:00:00Z' }, 'Message is expired'],
    ['not yet valid', { extra: '\nNot Before: 2099-01-01T00:00:00Z' }, 'Message is not yet valid'],
    ['another version', { version: '2' }, 'Message does not conform to Sign in with Ethereum'],
    ['an unknown line', { extra: '\nHello: there' }, 'Message does not conform to Sign in with Ethereum'],
    ['too long', { statement: 'a'.repeat(21_000) }, 'Message is too long'],
  ])('is refused: %s', async (_name, parts, msg) => {
    const wallet = ethereumWallet()
    const message = siwe(wallet.address, parts)
    expect(await grant('ethereum', message, wallet.signText(message))).toMatchObject({ status: 400, msg })
  })

  test('is refused: a signature by another, of another message, or none', async () => {
    const [wallet, other] = [ethereumWallet(), ethereumWallet()]
    const message = siwe(wallet.address)
    const msg = 'Signature does not match address in message'
    expect(await grant('ethereum', message, other.signText(message))).toMatchObject({ status: 400, msg })
    expect(await grant('ethereum', message, wallet.signText(`${message} `))).toMatchObject({ msg })
    for (const signature of ['0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, 'hello'])
      expect(await grant('ethereum', message, signature)).toMatchObject({ status: 400, msg })
    expect(await grant('ethereum', 'hello', wallet.signText('hello'))).toMatchObject({ msg: 'Message is too short' })
    // None of it has used the message up.
    expect((await grant('ethereum', message, wallet.signText(message))).status).toBe(200)
  })
})

describe('Solana', () => {
  test('supabase-js has the wallet sign', async () => {
    const wallet = solanaWallet()
    const { data, error } = await server.client().auth.signInWithWeb3({
      chain: 'solana',
      wallet,
      statement: 'I accept the terms',
      options: { url: `${server.url}/` },
    })
    expect(error).toBeNull()
    expect(data.user?.identities).toMatchObject([{ provider: 'web3', id: `web3:solana:${wallet.address}` }])
  })

  const message = (address: string, lines: string[] = []) =>
    [
      `${host()} wants you to sign in with your Solana account:`,
      address,
      '',
      `URI: ${server.url}`,
      'Version: 1',
      `Issued At: ${new Date().toISOString()}`,
      ...lines,
    ].join('\n')
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  test('in the order of the standard, without a statement, with resources; once', async () => {
    const wallet = solanaWallet()
    const text = message(wallet.address, ['Resources:', '- https://example.test'])
    expect((await grant('solana', text, base64(wallet.signText(text)))).status).toBe(200)
    expect(await grant('solana', text, base64(wallet.signText(text)))).toMatchObject({
      msg: 'Signed message was used already',
    })
  })

  test.each([
    ['a field twice', ['Version: 1']],
    ['an unknown line', ['Hello: there']],
    ['something behind the resources', ['Resources:', '- a', 'b']],
    ['thousands of empty lines', [...Array.from({ length: 15_000 }, () => ''), 'x']],
  ])('is refused: %s', async (_name, lines) => {
    const wallet = solanaWallet()
    const text = message(wallet.address, lines)
    expect(await grant('solana', text, base64(wallet.signText(text)))).toMatchObject({
      status: 400,
      msg: 'Message does not conform to Sign in with Solana',
    })
  })

  test('is refused: a signature by another', async () => {
    const text = message(solanaWallet().address)
    const signature = base64(solanaWallet().signText(text))
    expect(await grant('solana', text, signature)).toMatchObject({ msg: 'Signature does not match address in message' })
    expect((await grant('solana', text, 'AAAA')).status).toBe(400)
  })
})

test('an unknown chain, and off unless the operator wants it', async () => {
  expect(await grant('dogecoin', siwe('0x'), '0x')).toMatchObject({ status: 400, code: 'web3_unsupported_chain' })
  const plain = await startServer()
  onTestFinished(() => plain.stop())
  const wallet = ethereumWallet()
  const text = siwe(wallet.address)
  const { error } = await plain
    .client()
    .auth.signInWithWeb3({ chain: 'ethereum', message: text, signature: wallet.signText(text) as `0x${string}` })
  const disabled = { code: 'web3_provider_disabled', message: 'Web3 provider is disabled' }
  expect(error).toMatchObject({ status: 422, ...disabled })
  const empty = await plain.fetch('/auth/v1/token?grant_type=web3', { method: 'POST', body: '{}' })
  expect([empty.status, await empty.json()]).toEqual([422, expect.objectContaining(disabled)])
})
