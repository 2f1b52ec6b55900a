import type { Inviter } from './team-client.ts'

const NOTED = 'quantumshield-inviter'

/** What an invitation's address says behind `#`. Handed over by the inviter it has no token, mailed it has one. */
export type InvitationAddress = { email: string; inviter: Inviter; token: string | null }

/** Null when a part is missing. */
export function readInvitation(hash: string): InvitationAddress | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const [email, userId, key] = [parts.get('email'), parts.get('from'), parts.get('key')]
  if (!email || !userId || !key || !/^[A-Za-z0-9_-]{43}$/.test(key)) return null
  return { email, inviter: { userId, email: parts.get('by') ?? '', fingerprint: key }, token: parts.get('token') }
}

type Noted = { email: string; inviter: Inviter }

/** Keeps the keys of who invites `email` on this device until their vault can remember them. */
export function noteInviter(noted: Noted): void {
  localStorage.setItem(NOTED, JSON.stringify(noted))
}

/** What was noted for this address; null without. */
export function notedInviter(email: string): Inviter | null {
  const noted = parseNoted(localStorage.getItem(NOTED))
  return noted?.email.toLowerCase() === email.toLowerCase() ? noted.inviter : null
}

export function forgetInviter(): void {
  localStorage.removeItem(NOTED)
}

function parseNoted(text: string | null): Noted | null {
  try {
    const value = JSON.parse(text ?? 'null') as { email?: unknown; inviter?: Partial<Record<keyof Inviter, unknown>> }
    const { userId, email, fingerprint } = value?.inviter ?? {}
    if (typeof value?.email !== 'string' || typeof userId !== 'string' || typeof fingerprint !== 'string') return null
    return { email: value.email, inviter: { userId, email: typeof email === 'string' ? email : '', fingerprint } }
  } catch {
    // Somebody else's text under our name: as good as none.
    return null
  }
}
