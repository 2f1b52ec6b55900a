import { VaultError, type VaultErrorCode, type VisitClient } from '#web/lib/vault-client.ts'

const DAY_MS = 86_400_000
const CODES: Record<string, VaultErrorCode> = {
  revoked: 'share_link_revoked',
  expired: 'share_link_expired',
  used: 'share_link_used_up',
  unknown: 'share_link_unknown',
}

/** A shared link; `?link=password|revoked|expired|used|unknown` what is the matter with it. */
export function createMemoryVisit(settings: URLSearchParams): VisitClient {
  const kind = settings.get('link') ?? ''
  return {
    knock: async () => {
      const code = CODES[kind]
      if (code) throw new VaultError(code, 'refused')
      return { hasPassword: kind === 'password' }
    },
    open: async (_id, _fragment, password) => {
      if (password === 'wrong') throw new VaultError('share_link_password', 'wrong password')
      const expiresAt = new Date(Date.now() + 6 * DAY_MS).toISOString()
      return { name: 'Grant agreement.pdf', sizeBytes: 4_812_331, sender: 'Ada Example', expiresAt, downloadsLeft: 3 }
    },
    download: async () => undefined,
  }
}
