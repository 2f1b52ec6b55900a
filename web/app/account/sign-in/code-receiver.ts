import type { CodeReceiver } from '#web/lib/remote/vault-client.ts'

/**
 * Whom a typed text names: an address, or a number with its country code (E.164) however it is grouped; null for neither.
 * A number may begin with 00 instead of the plus sign.
 */
export function readCodeReceiver(typed: string): CodeReceiver | null {
  const text = typed.trim()
  if (text.includes('@')) return /^[^\s@]+@[^\s@]+$/.test(text) ? { email: text.toLowerCase() } : null
  const phone = text.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(phone) ? { phone } : null
}

/** The domain of an organisation, typed alone or in an address; null when it is none. */
export function readDomain(typed: string): string | null {
  const domain = typed.trim().toLowerCase().split('@').at(-1) ?? ''
  return /^(?=.{3,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/.test(domain) ? domain : null
}
