import { createHmac } from 'node:crypto'
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, SignJWT } from 'jose'
import type { Secrets } from '../../secrets.ts'
import { SIGNING_ALGORITHMS } from '../../signing-keys.ts'
import { type Check, expectThat, noneOf, passed } from '../check.ts'

const LONGEST_SECONDS = 3600

/** AUTH-02 */
export const issuesCorrectToken: Check = async ({ site, people }) => {
  const { accessToken, person } = await people.enter(site)
  const { alg = '', kid = '' } = decodeProtectedHeader(accessToken)
  const { iss, aud, iat = 0, exp = Infinity, sub } = decodeJwt(accessToken)
  const evidence = { alg, kid, seconds: exp - iat }
  expectThat(
    SIGNING_ALGORITHMS.some((one) => one === alg),
    `The token is signed with ${alg}`,
    evidence,
  )
  expectThat(iss === `${site.origin}/auth/v1`, `The token says that ${iss} issued it`, evidence)
  expectThat(aud === 'authenticated' && sub === person.id, 'The token is for another audience or person', evidence)
  expectThat(exp - iat <= LONGEST_SECONDS, `The token is valid for ${exp - iat} seconds`, evidence)
  const keys = (await site.read('/auth/v1/.well-known/jwks.json')) as JSONWebKeySet
  const isSigned = await compactVerify(accessToken, createLocalJWKSet(keys)).then(
    () => true,
    () => false,
  )
  expectThat(isSigned, 'No published key verifies the token', evidence)
  return passed(evidence)
}

/** AUTH-03 */
export const rejectsBadTokens: Check = async ({ site, people, services: { secrets } }) => {
  const { accessToken } = await people.enter(site)
  expectThat((await site.ask('/auth/v1/user', { token: accessToken })).status === 200, 'A good token is rejected')
  const taken: string[] = []
  const forged = await forge(accessToken, secrets)
  for (const [name, token] of Object.entries(forged)) {
    const { status } = await site.ask('/auth/v1/user', { token })
    const ofData = await site.ask('/rest/v1/profiles?select=user_id&limit=1', { token })
    if ((status !== 401 && status !== 403) || ofData.status < 400) taken.push(name)
  }
  return noneOf(taken, 'A token that should be rejected is taken', { tokens: Object.keys(forged).length })
}

/** Tokens of the same session, each wrong in one respect. */
async function forge(token: string, { signingKey, publicKeys }: Secrets): Promise<Record<string, string>> {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = decodeJwt(token)
  const now = Math.floor(Date.now() / 1000)
  const sign = (changed: Record<string, unknown>) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.kid, typ: 'JWT' })
      .sign(signingKey.privateKey)
  const confused = `${encode({ alg: 'HS256', kid: signingKey.kid, typ: 'JWT' })}.${body}`
  const key = JSON.stringify(publicKeys[0])
  return {
    'without a signature': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'signed with the public key as a secret': `${confused}.${createHmac('sha256', key).update(confused).digest('base64url')}`,
    expired: await sign({ iat: now - 7200, exp: now - 3600 }),
    'for another audience': await sign({ aud: 'somebody-else' }),
    'of another issuer': await sign({ iss: 'https://issuer.invalid/auth/v1' }),
    truncated: `${head}.${body}.${signature.slice(0, -8)}`,
    'with other claims': `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
