/** What an access token says of its bearer. */
export type Claims = Record<string, unknown> & {
  sub: string
  role: 'anon' | 'authenticated' | 'service_role'
  session_id?: string
  /** Seconds since 1970. */
  exp: number
}

/** What checking a token came to. */
export type Verification = { claims: Claims } | { problem: 'invalid' | 'expired' }
