import type { Inviter } from '#vault/pins/pins.ts'

const NOTED = 'quantumshield-inviter'

/**
 * What an invitation's address says behind `#`. Mailed it has a token. Without one it is meant to be handed over by the inviter; whether it
 * was, only the person knows, for a server can mail such an address too.
 */
export type InvitationAddress = { email: string; inviter: Inviter; token: string | null }

/** Null when a part is missing. */
export function readInvitation(hash: string): InvitationAddress | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const [email, userId, key] = [parts.get('email'), parts.get('from'), parts.get('key')]
  if (!email || !userId || !key || !/^[A-Za-z0-9_-]{43}$/.test(key)) return null
  const inviter = { userId, email: parts.get('by') ?? '', fingerprint: key, isHandedOver: false }
  return { email, inviter, token: parts.get('token') }
}

/** `vaultOf` is the account whose vault was made with this note on the device; null before. */
type Noted = { email: string; inviter: Inviter; vaultOf: string | null }

/** Keeps the keys of who invites `email` on this device until their vault can remember them. The same keys stay noted as handed over. */
export function noteInviter({ email, inviter }: Pick<Noted, 'email' | 'inviter'>): void {
  const noted = read()
  const wasHandedOver =
    noted !== null && noted.vaultOf === null && noted.inviter.isHandedOver && agreesWithNoted(inviter)
  write({ email, inviter: { ...inviter, isHandedOver: inviter.isHandedOver || wasHandedOver }, vaultOf: null })
}

/** What was noted, for whichever address: the sender of the mail chooses how it is spelled. */
export function notedInviter(): Inviter | null {
  return read()?.inviter ?? null
}

/** For whom it was noted, as its address spelled them; null without a note. */
export function notedFor(): string | null {
  return read()?.email ?? null
}

/** False when another inviter, or other keys, were noted on this device. */
export function agreesWithNoted({ userId, fingerprint }: Inviter): boolean {
  const noted = notedInviter()
  return noted === null || (noted.userId === userId && noted.fingerprint === fingerprint)
}

/**
 * Who invited the account whose vault is about to be made, for the person to confirm. The address of the session is the server's word,
 * so an invitation that was noted for another one is shown as well instead of being dropped.
 */
export function invitationFor(email: string): { inviter: Inviter; notedFor: string; isSameAddress: boolean } | null {
  const noted = read()
  if (!noted || noted.vaultOf !== null) return null
  const isSameAddress = noted.email.trim().toLowerCase() === email.trim().toLowerCase()
  return { inviter: noted.inviter, notedFor: noted.email, isSameAddress }
}

/**
 * Hands the note to a vault that was made this moment and remembers the inviter, so that the keys the server offers are compared. A
 * vault that existed before never gets here: one click on an address must not change what it remembers.
 */
export function claimInviter(userId: string): void {
  const noted = read()
  if (noted) write({ ...noted, vaultOf: userId })
}

/** The inviter whom the vault of this account has yet to take over; null without. */
export function claimedInviter(userId: string): Inviter | null {
  const noted = read()
  return noted?.vaultOf === userId ? noted.inviter : null
}

export function forgetInviter(): void {
  localStorage.removeItem(NOTED)
}

const read = (): Noted | null => parseNoted(localStorage.getItem(NOTED))
const write = (noted: Noted): void => localStorage.setItem(NOTED, JSON.stringify(noted))

function parseNoted(text: string | null): Noted | null {
  try {
    const value = JSON.parse(text ?? 'null') as {
      email?: unknown
      inviter?: Partial<Record<keyof Inviter, unknown>>
      vaultOf?: unknown
    }
    const { userId, email, fingerprint, isHandedOver } = value?.inviter ?? {}
    if (typeof value?.email !== 'string' || typeof userId !== 'string' || typeof fingerprint !== 'string') return null
    const address = typeof email === 'string' ? email : ''
    const inviter = { userId, email: address, fingerprint, isHandedOver: isHandedOver === true }
    return { email: value.email, inviter, vaultOf: typeof value.vaultOf === 'string' ? value.vaultOf : null }
  } catch {
    // Somebody else's text under our name: as good as none.
    return null
  }
}
