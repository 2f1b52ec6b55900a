import { type Fault, noticedBy } from './fault.ts'

/** States of lists that no spec of their own held: what fails to be read was held by one room for all. */
const TOASTS = 'e2e/shell/failure-toasts.spec.ts'
const NO_SKELETON = {
  file: 'web/parts/query/query-view.tsx',
  from: 'if (!query.error) return skeleton',
  to: 'if (!query.error) return null',
}
const NO_RETRY = {
  file: 'web/parts/query/list-failed.tsx',
  from: 'onClick={() => void refetch()}',
  to: 'onClick={() => void refetch}',
}

export const MOVED_STATES: readonly Fault[] = [
  ...noticedBy('web/app/sharing/shared.screen.browser.test.tsx', TOASTS, {
    'the three lists of the Shared page are read, failed and empty each by itself': [
      NO_SKELETON,
      { file: 'web/app/sharing/overview/shared-section.tsx', from: 'rows === null ? (', to: 'rows === undefined ? (' },
    ],
  }),
  ...noticedBy('web/app/devices/devices.screen.browser.test.tsx', TOASTS, {
    'the list of devices is read, failed and empty; without devices there is no key to make anew': [
      NO_RETRY,
      { file: 'web/app/devices/devices-page.tsx', from: '{suites.length > 0 && (', to: '{suites.length >= 0 && (' },
      {
        file: 'web/app/devices/devices-page.tsx',
        from: 'devices.length > 0 ? text.notFound : text.empty',
        to: 'text.notFound',
      },
    ],
  }),
  ...noticedBy('web/app/organisation/team.screen.browser.test.tsx', TOASTS, {
    'the members are read, failed and listed': [NO_SKELETON, NO_RETRY],
    'a search that finds nobody says so': [
      {
        file: 'web/app/organisation/member-section.tsx',
        from: 'members.length === 0 ? (',
        to: 'members.length < 0 ? (',
      },
    ],
  }),
  ...noticedBy('web/admin/overview/overview.screen.browser.test.tsx', TOASTS, {
    'each part of the overview is read, failed and answered by itself': [
      NO_SKELETON,
      {
        file: 'web/admin/overview/waits-card.tsx',
        from: 'if (found.length === 0) return',
        to: 'if (found.length < 0) return',
      },
      { file: 'web/admin/overview/activity-card.tsx', from: 'events.length === 0 ?', to: 'events.length < 0 ?' },
    ],
    'the panel is not for people without a role in it': [
      { file: 'web/app/shell/only-admins.tsx', from: 'entersAdmin(list) ?', to: 'entersAdmin(list) || list ?' },
    ],
  }),
]
