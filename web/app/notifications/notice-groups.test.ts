import { expect, test } from 'vitest'
import { FEATURE_NOTICES } from '#contract/features/all-facts.ts'
import { NOTICE_KINDS, type NoticeKind, type NoticeSetting } from '#contract/notices.ts'
import { groupSettings } from './notice-groups.ts'

const kinds = Object.keys(NOTICE_KINDS) as NoticeKind[]
const ofFeatures = (group: string) => Object.values(FEATURE_NOTICES).filter((notice) => notice.group === group).length
const all = (setting: NoticeSetting) =>
  Object.fromEntries(kinds.map((kind) => [kind, setting])) as Record<NoticeKind, NoticeSetting>

test('each kind is in one group', () => {
  const groups = groupSettings(all({ inApp: true, byEmail: true }))
  expect(groups.map(({ group }) => group)).toEqual(['files', 'spaces', 'account', 'recovery', 'systems', 'training'])
  expect(groups.flatMap(({ rows }) => rows.map(({ kind }) => kind)).toSorted()).toEqual(kinds.toSorted())
})

test('a folded group says how many of its kinds are notified, and counts mails that cannot be switched off', () => {
  const settings = { ...all({ inApp: false, byEmail: false }), file_shared: { inApp: true, byEmail: false } }
  const counts = groupSettings(settings).map(({ group, inApp, byEmail, rows }) => [group, inApp, byEmail, rows.length])
  expect(counts).toEqual([
    ['files', 1, 0, 2],
    ['spaces', 0, 0, 4],
    ['account', 0, 12, 14],
    ['recovery', 0, 7, 7],
    ['systems', 0, 6, 12 + ofFeatures('systems')],
    ['training', 0, 0, 2 + ofFeatures('training')],
  ])
})
