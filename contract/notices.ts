/**
 * What people are notified of, and whether a mail goes out unless they say otherwise. `always`: a mail of its
 * own goes out that cannot be switched off. `notify.defaults` in SQL is tested equal to this table.
 */
export const NOTICE_KINDS = {
  new_device: { byEmail: 'on' },
  session_stolen: { byEmail: 'on' },
  file_shared: { byEmail: 'on' },
  team_space_added: { byEmail: 'on' },
  team_space_removed: { byEmail: 'on' },
  team_space_left: { byEmail: 'on' },
  files_received: { byEmail: 'on' },
  stream_failing: { byEmail: 'on' },
  device_silent: { byEmail: 'on' },
  device_back: { byEmail: 'on' },
  device_paused: { byEmail: 'on' },
  recovery_wanted: { byEmail: 'on' },
  recovery_changed: { byEmail: 'on' },
  recovery_asked: { byEmail: 'always' },
  recovery_answered: { byEmail: 'always' },
  recovery_ended: { byEmail: 'always' },
  recovery_allowed: { byEmail: 'always' },
  recovery_withdrawn: { byEmail: 'always' },
  password_changed: { byEmail: 'always' },
  password_reset: { byEmail: 'always' },
  vault_keys_changed: { byEmail: 'always' },
  keys_listed: { byEmail: 'always' },
  email_changed: { byEmail: 'always' },
  second_factor_changed: { byEmail: 'always' },
  passkey_changed: { byEmail: 'always' },
  content_lost: { byEmail: 'on' },
  leftovers_held: { byEmail: 'on' },
  threat_noticed: { byEmail: 'on' },
  threat_incident: { byEmail: 'on' },
  policy_updated: { byEmail: 'on' },
  retention_changed: { byEmail: 'on' },
  session_ended: { byEmail: 'on' },
  training_assigned: { byEmail: 'on' },
  training_due: { byEmail: 'on' },
  role_ending: { byEmail: 'on' },
  member_role_ending: { byEmail: 'on' },
} as const satisfies Record<string, { byEmail: 'on' | 'always' }>
export type NoticeKind = keyof typeof NOTICE_KINDS

/** Where a person wants to hear of a kind. */
export type NoticeSetting = { inApp: boolean; byEmail: boolean }
