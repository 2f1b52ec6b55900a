import { NOTICE_KINDS, type NoticeKind, type NoticeSetting } from '#contract/notices.ts'
import type { AuditEvent, Notice, OwnSession, VaultClient } from '#web/lib/vault-client.ts'

const HOUR_MS = 3_600_000
const ME = '0196f3c2-0000-7000-8000-000000000001'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const TYPES = [
  ['login.succeeded', 'auth', 'low', 'success'],
  ['file_records.insert', 'data_access', 'low', 'success'],
  ['login.failed', 'auth', 'medium', 'failure'],
  ['enterprise_user_roles.insert', 'config_change', 'high', 'success'],
  ['refresh.reuse_detected', 'auth', 'critical', 'blocked'],
] as const

/** A log, sessions and notifications in memory, for working on screens without a server. */
export function createMemoryAccountInfo(): Pick<VaultClient, 'roles' | 'audit' | 'security' | 'notices'> {
  const events = Array.from({ length: 65 }, (_, at) => sampleEvent(at))
  let sessions: OwnSession[] = [sampleSession(0), sampleSession(1)]
  let notices: Notice[] = ['new_device', 'password_changed'].map((kind, at) => ({
    id: sampleId(at),
    createdAt: new Date(Date.now() - at * 30 * HOUR_MS).toISOString(),
    kind,
    details: { user_agent: LINUX, ip: '192.0.2.7' },
    isRead: at > 0,
  }))
  const settings = Object.fromEntries(
    Object.keys(NOTICE_KINDS).map((kind) => [kind, { inApp: true, byEmail: true }]),
  ) as Record<NoticeKind, NoticeSetting>

  return {
    roles: { list: async () => ['owner'] },
    audit: {
      list: async ({ limit, older }) => {
        const from = older ? events.findIndex(({ id }) => id === older.id) + 1 : 0
        return events.slice(from, from + limit)
      },
      types: async () => TYPES.map(([type]) => type),
      people: async () => [{ userId: ME, name: 'Ada Example', email: 'ada@example.com' }],
      save: async (_filter, onProgress) => onProgress(events.length),
    },
    security: {
      facts: async () => ({
        isEmailConfirmed: true,
        hasVault: true,
        hasRecoveryWords: true,
        recoveryCheckedAt: new Date().toISOString(),
        secondFactors: 0,
        passkeys: 0,
        passwordSetAt: new Date().toISOString(),
        idleSessions: 0,
        stolenAt: null,
      }),
      sessions: async () => sessions,
      revoke: async (id) => {
        sessions = sessions.filter((session) => session.id !== id)
        return true
      },
    },
    notices: {
      list: async () => notices,
      countUnread: async () => notices.filter(({ isRead }) => !isRead).length,
      markRead: async (id) => {
        notices = notices.map((notice) => ({
          ...notice,
          isRead: notice.isRead || id === undefined || id === notice.id,
        }))
      },
      settings: async () => ({ ...settings }),
      saveSetting: async (kind, setting) => void (settings[kind] = setting),
    },
  }
}

function sampleId(at: number): string {
  return `0196f3c2-0000-7000-8000-${String(at).padStart(12, '0')}`
}

function sampleEvent(at: number): AuditEvent {
  const [type, category, risk, status] = TYPES[at % TYPES.length] ?? TYPES[0]
  return {
    id: sampleId(at),
    created_at: new Date(Date.now() - at * HOUR_MS).toISOString(),
    event_type: type,
    event_category: category,
    user_id: at % 4 === 0 ? null : ME,
    action: type.split('.').at(-1) ?? '',
    status,
    risk_level: risk,
    details: { ip: '192.0.2.7', user_agent: LINUX },
  }
}

function sampleSession(at: number): OwnSession {
  const time = new Date(Date.now() - at * 20 * HOUR_MS).toISOString()
  return {
    id: sampleId(at),
    createdAt: time,
    lastActiveAt: time,
    userAgent: LINUX,
    ip: '192.0.2.7',
    hasSecondFactor: false,
    isCurrent: at === 0,
  }
}
