import { FEATURE_NOTICES, type FeatureNoticeKind } from './features/all-facts.ts'

/**
 * What people are notified of, and whether a mail goes out unless they say otherwise. `fixed`: it goes out whatever they say, because a person who
 * has stolen a session would switch it off first. `always`: the same, with a mail of its own from where it happens. `hourly`: at most one an
 * hour, for somebody could set it off again and again. `notify.defaults` in SQL is tested equal to this table.
 */
const OWN_KINDS = {
  new_device: { byEmail: 'fixed' },
  session_stolen: { byEmail: 'fixed' },
  file_shared: { byEmail: 'on' },
  team_space_added: { byEmail: 'on' },
  team_space_removed: { byEmail: 'on' },
  team_space_left: { byEmail: 'on' },
  files_received: { byEmail: 'on' },
  stream_failing: { byEmail: 'on' },
  device_silent: { byEmail: 'on' },
  device_back: { byEmail: 'on' },
  device_paused: { byEmail: 'fixed', isHourly: true },
  recovery_wanted: { byEmail: 'fixed' },
  recovery_changed: { byEmail: 'fixed' },
  recovery_asked: { byEmail: 'always' },
  recovery_answered: { byEmail: 'always' },
  recovery_ended: { byEmail: 'always' },
  recovery_allowed: { byEmail: 'always' },
  recovery_withdrawn: { byEmail: 'always' },
  password_changed: { byEmail: 'always' },
  password_reset: { byEmail: 'always' },
  vault_keys_changed: { byEmail: 'always' },
  keyring_refused: { byEmail: 'fixed', isHourly: true },
  keys_listed: { byEmail: 'always' },
  email_changed: { byEmail: 'always' },
  second_factor_changed: { byEmail: 'always' },
  passkey_changed: { byEmail: 'always' },
  content_lost: { byEmail: 'on' },
  organisation_entered: { byEmail: 'always' },
  leftovers_held: { byEmail: 'on' },
  threat_noticed: { byEmail: 'fixed', isHourly: true },
  threat_incident: { byEmail: 'fixed', isHourly: true },
  policy_updated: { byEmail: 'fixed' },
  retention_changed: { byEmail: 'fixed' },
  session_ended: { byEmail: 'fixed' },
  training_assigned: { byEmail: 'on' },
  training_due: { byEmail: 'on' },
  role_ending: { byEmail: 'on' },
  member_role_ending: { byEmail: 'on' },
  roles_changed: { byEmail: 'fixed' },
  space_removal_wanted: { byEmail: 'on' },
} as const satisfies Record<string, { byEmail: 'on' | 'fixed' | 'always'; isHourly?: true }>
/** Kinds of the product itself; their words are in the catalogue. */
export type OwnNoticeKind = keyof typeof OWN_KINDS
export type NoticeKind = OwnNoticeKind | FeatureNoticeKind

export const NOTICE_KINDS: Readonly<Record<NoticeKind, { byEmail: 'on' | 'fixed' | 'always'; isHourly?: true }>> = {
  ...OWN_KINDS,
  ...(Object.fromEntries(Object.entries(FEATURE_NOTICES).map(([kind, { byEmail }]) => [kind, { byEmail }])) as Record<
    FeatureNoticeKind,
    { byEmail: 'on' }
  >),
}

/**
 * How somebody came to a role that opens the admin panel, or lost it: `event` of the notice `roles_changed`, as `notify.of_roles` in SQL writes it.
 * `joined`: they accepted an invitation; `provisioned`: their identity provider made the account, and an invitation named the role.
 */
export type RoleChange = 'given' | 'ended' | 'removed' | 'invited' | 'joined' | 'provisioned'

/** Whether the mail about a kind has no switch. */
export const isAlwaysMailed = (kind: NoticeKind): boolean => NOTICE_KINDS[kind].byEmail !== 'on'

/** Where a person wants to hear of a kind. */
export type NoticeSetting = { inApp: boolean; byEmail: boolean }
