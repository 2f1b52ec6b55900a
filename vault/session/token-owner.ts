import { z } from 'zod'
import { fromBase64Url } from '#crypto/encoding.ts'

const claimsShape = z.object({ sub: z.uuid(), email: z.string().default('') })

export type TokenOwner = { userId: string; email: string }

/** Whom an access token names, if it says so; nothing is verified. */
export function ownerOf(token: string | undefined): TokenOwner | undefined {
  const claims = claimsShape.safeParse(parsePayload(token))
  return claims.success ? { userId: claims.data.sub, email: claims.data.email } : undefined
}

function parsePayload(token: string | undefined): unknown {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    return JSON.parse(new TextDecoder().decode(fromBase64Url(payload)))
  } catch {
    return undefined
  }
}
