import type { RouteObject } from 'react-router'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { OnlySignedOut, OnlyWithVault } from './guards.tsx'
import { NotFound } from './not-found.tsx'
import { RootError } from './root-error.tsx'
import { RootLayout } from './root-layout.tsx'

/** Every address of the app document. Screens load when they are first needed. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: () => <PageSpinner label={m.common.loading} />,
    children: [
      {
        Component: OnlySignedOut,
        children: [
          { path: '/login', lazy: async () => ({ Component: (await import('./account/login.tsx')).Login }) },
          { path: '/signup', lazy: async () => ({ Component: (await import('./account/signup.tsx')).Signup }) },
        ],
      },
      {
        path: '/forgot-password',
        lazy: async () => ({ Component: (await import('./account/forgot-password.tsx')).ForgotPassword }),
      },
      {
        Component: OnlyWithVault,
        children: [
          {
            path: '/recovery-kit',
            lazy: async () => ({ Component: (await import('./account/new-recovery-kit.tsx')).NewRecoveryKit }),
          },
          {
            path: '/dashboard',
            lazy: async () => ({ Component: (await import('./dashboard/dashboard.tsx')).Dashboard }),
            children: [
              {
                index: true,
                lazy: async () => ({ Component: (await import('./dashboard/dashboard-home.tsx')).DashboardHome }),
              },
              {
                path: 'activity',
                lazy: async () => ({
                  Component: (await import('./dashboard/activity/activity-page.tsx')).ActivityPage,
                }),
              },
              {
                path: 'security',
                lazy: async () => ({
                  Component: (await import('./dashboard/security/security-page.tsx')).SecurityPage,
                }),
              },
              {
                path: 'settings',
                lazy: async () => ({
                  Component: (await import('./dashboard/settings/settings-page.tsx')).SettingsPage,
                }),
              },
              {
                path: 'team',
                lazy: async () => ({ Component: (await import('./dashboard/team/team-page.tsx')).TeamPage }),
              },
              {
                path: 'notifications',
                lazy: async () => ({
                  Component: (await import('./dashboard/notifications/notifications-page.tsx')).NotificationsPage,
                }),
              },
              {
                path: 'status',
                lazy: async () => ({
                  Component: (await import('./dashboard/status/status-admin-page.tsx')).StatusAdminPage,
                }),
              },
              {
                path: 'compliance',
                lazy: async () => ({
                  Component: (await import('./dashboard/compliance/compliance-page.tsx')).CompliancePage,
                }),
              },
              {
                path: 'help',
                lazy: async () => ({ Component: (await import('./dashboard/help/help-page.tsx')).HelpPage }),
              },
              {
                path: 'spaces',
                lazy: async () => ({ Component: (await import('./dashboard/spaces/spaces-page.tsx')).SpacesPage }),
              },
              {
                path: 'spaces/:id',
                lazy: async () => ({ Component: (await import('./dashboard/spaces/space-page.tsx')).SpacePage }),
              },
              {
                path: 'shared',
                lazy: async () => ({ Component: (await import('./dashboard/shared/shared-page.tsx')).SharedPage }),
              },
            ],
          },
        ],
      },
      { path: '/claim', lazy: async () => ({ Component: (await import('./account/claim-page.tsx')).ClaimPage }) },
      { path: '/join', lazy: async () => ({ Component: (await import('./join/join-page.tsx')).JoinPage }) },
      { path: '/s/:id', lazy: async () => ({ Component: (await import('./link/link-page.tsx')).LinkPage }) },
      { path: '/r/:id', lazy: async () => ({ Component: (await import('./request/request-page.tsx')).RequestPage }) },
      { path: '*', Component: NotFound },
    ],
  },
]
