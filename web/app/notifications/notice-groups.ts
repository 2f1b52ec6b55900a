import { FEATURE_NOTICES, type FeatureNoticeKind } from '#contract/features/all-facts.ts'
import type { NoticeGroup } from '#contract/features/feature-facts.ts'
import { type NoticeKind, type NoticeSetting, type OwnNoticeKind, isAlwaysMailed } from '#contract/notices.ts'

const OWN_GROUPS: Record<OwnNoticeKind, NoticeGroup> = {
  file_shared: 'files',
  files_received: 'files',
  team_space_added: 'spaces',
  team_space_removed: 'spaces',
  team_space_left: 'spaces',
  new_device: 'account',
  session_stolen: 'account',
  password_changed: 'account',
  password_reset: 'account',
  vault_keys_changed: 'account',
  keyring_refused: 'account',
  keys_listed: 'account',
  email_changed: 'account',
  second_factor_changed: 'account',
  passkey_changed: 'account',
  threat_noticed: 'account',
  session_ended: 'account',
  role_ending: 'account',
  recovery_wanted: 'recovery',
  recovery_changed: 'recovery',
  recovery_asked: 'recovery',
  recovery_answered: 'recovery',
  recovery_ended: 'recovery',
  recovery_allowed: 'recovery',
  recovery_withdrawn: 'recovery',
  device_silent: 'systems',
  device_back: 'systems',
  device_paused: 'systems',
  stream_failing: 'systems',
  organisation_entered: 'systems',
  content_lost: 'systems',
  leftovers_held: 'systems',
  threat_incident: 'systems',
  policy_updated: 'systems',
  retention_changed: 'systems',
  training_assigned: 'training',
  training_due: 'training',
  member_role_ending: 'systems',
  roles_changed: 'systems',
  space_removal_wanted: 'spaces',
}

const FEATURE_GROUPS = Object.fromEntries(
  Object.entries(FEATURE_NOTICES).map(([kind, { group }]) => [kind, group]),
) as Record<FeatureNoticeKind, NoticeGroup>
const GROUP_OF: Record<NoticeKind, NoticeGroup> = { ...OWN_GROUPS, ...FEATURE_GROUPS }

export type NoticeRow = { kind: NoticeKind; setting: NoticeSetting }

/** @returns the groups in the order of the page, each with how many of its kinds are said in the app and by email; mails that always go out count. */
export function groupSettings(settings: Record<NoticeKind, NoticeSetting>) {
  const kinds = Object.keys(GROUP_OF) as NoticeKind[]
  return [...new Set(Object.values(GROUP_OF))].map((group) => {
    const rows = kinds.filter((kind) => GROUP_OF[kind] === group).map((kind) => ({ kind, setting: settings[kind] }))
    const isMailed = ({ kind, setting }: NoticeRow) => setting.byEmail || isAlwaysMailed(kind)
    return {
      group,
      rows,
      inApp: rows.filter(({ setting }) => setting.inApp).length,
      byEmail: rows.filter(isMailed).length,
    }
  })
}
