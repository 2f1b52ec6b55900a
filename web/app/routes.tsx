import type { RouteObject } from 'react-router'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { OnlySignedOut, OnlyWithVault } from './guards.tsx'
import { NotFound } from './not-found.tsx'
import { RootError } from './root-error.tsx'
import { PageNotLoaded } from './page-not-loaded.tsx'
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
          { path: '/login', lazy: async () => ({ Component: (await import('./account/sign-in/login.tsx')).Login }) },
          { path: '/signup', lazy: async () => ({ Component: (await import('./account/sign-up/signup.tsx')).Signup }) },
        ],
      },
      {
        path: '/forgot-password',
        lazy: async () => ({ Component: (await import('./account/unlock/forgot-password.tsx')).ForgotPassword }),
      },
      {
        Component: OnlyWithVault,
        children: [
          {
            path: '/recovery-kit',
            lazy: async () => ({
              Component: (await import('./account/recovery-kit/new-recovery-kit.tsx')).NewRecoveryKit,
            }),
          },
          {
            path: '/dashboard',
            lazy: async () => ({ Component: (await import('./shell/dashboard.tsx')).Dashboard }),
            children: [
              {
                ErrorBoundary: PageNotLoaded,
                children: [
                  {
                    // One page for all that have a tab: it stays, and with it the focus, from one to the next.
                    lazy: async () => ({ Component: (await import('./shell/dashboard-home.tsx')).DashboardHome }),
                    children: [{ index: true }, { path: 'shared' }, { path: 'activity' }, { path: 'settings' }],
                  },
                  {
                    path: 'security',
                    lazy: async () => ({
                      Component: (await import('./security/security-page.tsx')).SecurityPage,
                    }),
                  },
                  {
                    path: 'team',
                    lazy: async () => ({ Component: (await import('./organisation/team-page.tsx')).TeamPage }),
                  },
                  {
                    path: 'notifications',
                    lazy: async () => ({
                      Component: (await import('./notifications/notifications-page.tsx')).NotificationsPage,
                    }),
                  },
                  // Old addresses of pages of the admin panel; links of mails and bookmarks still lead there.
                  ...['threats', 'status', 'streams', 'compliance'].map((path) => ({
                    path,
                    lazy: async () => ({ Component: (await import('./shell/panels.tsx')).MovedPage }),
                  })),
                  {
                    path: 'help',
                    lazy: async () => ({ Component: (await import('./help/help-page.tsx')).HelpPage }),
                  },
                  {
                    path: 'training',
                    lazy: async () => ({ Component: (await import('./training/training-page.tsx')).TrainingPage }),
                  },
                  {
                    path: 'partner',
                    lazy: async () => ({
                      Component: (await import('./partners/own/own-partner-page.tsx')).OwnPartnerPage,
                    }),
                  },
                  {
                    path: 'devices',
                    lazy: async () => ({ Component: (await import('./devices/devices-page.tsx')).DevicesPage }),
                  },
                  {
                    path: 'spaces',
                    lazy: async () => ({ Component: (await import('./spaces/spaces-page.tsx')).SpacesPage }),
                  },
                  {
                    path: 'spaces/:id',
                    lazy: async () => ({ Component: (await import('./spaces/space-page.tsx')).SpacePage }),
                  },
                ],
              },
            ],
          },
          {
            path: '/admin/*',
            ErrorBoundary: PageNotLoaded,
            lazy: async () => ({ Component: (await import('./shell/panels.tsx')).Admin }),
          },
          {
            path: '/ai-studio/*',
            ErrorBoundary: PageNotLoaded,
            lazy: async () => ({ Component: (await import('./shell/panels.tsx')).Studio }),
          },
        ],
      },
      {
        path: '/claim',
        lazy: async () => ({ Component: (await import('./account/sign-up/claim-page.tsx')).ClaimPage }),
      },
      {
        path: '/join',
        lazy: async () => ({ Component: (await import('./organisation/join/join-page.tsx')).JoinPage }),
      },
      { path: '/s/:id', lazy: async () => ({ Component: (await import('./sharing/visit/link-page.tsx')).LinkPage }) },
      {
        path: '/r/:id',
        lazy: async () => ({ Component: (await import('./requests/visit/request-page.tsx')).RequestPage }),
      },
      { path: '*', Component: NotFound },
    ],
  },
]
