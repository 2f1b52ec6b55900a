import { fromBase64Url } from '#crypto/encoding.ts'

export type TokenOwner = { userId: string; email: string }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whom an access token names, if it says so; nothing is verified. By hand, because the page loads this before it needs a parser of shapes. */
export function ownerOf(token: string | undefined): TokenOwner | undefined {
  const { sub, email } = payloadOf(token)
  if (typeof sub !== 'string' || !UUID.test(sub)) return undefined
  return { userId: sub, email: typeof email === 'string' ? email : '' }
}

function payloadOf(token: string | undefined): { sub?: unknown; email?: unknown } {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
