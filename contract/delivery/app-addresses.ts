/** Addresses that the app document answers. */
export const APP_PATHS =
  /^\/(login|signup|forgot-password|recovery-kit|dashboard(\/.*)?|admin(\/.*)?|ai-studio(\/.*)?|join|claim|[sr]\/[\da-f-]{36})$/

/** One address of each kind, to compare what a server delivers there. */
export const APP_SAMPLES = [
  '/login',
  '/signup',
  '/forgot-password',
  '/recovery-kit',
  '/dashboard',
  '/dashboard/settings',
  '/admin/overview',
  '/ai-studio',
  '/join',
  '/claim',
  '/s/00000000-0000-4000-8000-000000000000',
  '/r/00000000-0000-4000-8000-000000000000',
] as const
