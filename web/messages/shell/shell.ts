import { formatCount } from '#web/lib/format.ts'

const LARGEST_SHOWN = 99

export const shell = {
  dashboard: 'Dashboard',
  settings: 'Settings',
  myFiles: 'My Files',
  activity: 'Activity',
  training: 'Training',
  partner: 'Partner',
  security: 'Security',
  eventStreams: 'Event streams',
  devices: 'Devices',
  notifications: 'Notifications',
  help: 'Help',
  unread: (count: number) => `${formatCount(count)} unread`,
  unreadShort: (count: number) => (count > LARGEST_SHOWN ? `${LARGEST_SHOWN}+` : String(count)),
  mainNavigation: 'Main',
  menu: 'Menu',
  toggleSidebar: 'Toggle sidebar',
  closeSearch: 'Close search',
  logout: 'Logout',
  account: 'Account',
  organisation: 'Organisation',
  adminPanel: 'Admin Panel',
  keyFingerprint: 'Key fingerprint',
  lock: 'Lock',
  signOut: 'Sign Out',
  breadcrumb: 'Breadcrumb',
  offline:
    'Offline. Nothing is lost: what is listed stays readable here, uploads wait and continue when the connection is back.',
  /** The server went back to an older state of what the account remembers. */
  staleKeyring: {
    notice:
      'The server answered with an older or damaged copy of what your vault remembers about people, spaces and links. This device has its own, and uses it. If your administrator restored a backup, put this copy back; if not, tell them: somebody may be trying to show you false keys.',
    restore: 'Put the newer copy back',
    restored: 'The newer copy is back',
    failed: 'The newer copy was not put back',
    replaced: 'Your keys were changed on another device',
  },
  newerBuild: 'QuantumShield was updated on the server. Some parts of this page work again after a reload.',
  appBuild: {
    title: 'Another build of the app',
    text: (version: string, build: string) =>
      `This browser now runs version ${version}, build ${build}. Security lists what it ran before.`,
    differs: (files: readonly string[]) =>
      `Part of this app is not as its server lists it: ${files.join(', ')}. Enter no password and store nothing here until the operator has explained it.`,
  },
  serverAway:
    'The server does not answer. Nothing is lost: what is listed stays readable here, uploads wait and continue when it is back.',
  tabs: {
    label: 'Views of the dashboard',
    files: 'Files',
    documents: 'Documents',
    auditLogs: 'Audit Logs',
    unknown: 'There is no such view. These are your files.',
  },
  roles: {
    loading: 'Loading permissions...',
    refused: (roles: string) => `You don't have permission to access this feature. Required role(s): ${roles}`,
    operatorOnly: 'Only people of the organisation that runs this server may change this.',
    whoToAsk: 'An administrator of your organisation can give you one of them.',
    noAdmin: "You don't have permission to access the admin panel. Contact your system administrator.",
    seeTeam: 'Team lists who administers your organisation',
    failed: 'Your permissions could not be loaded',
    retry: 'Retry',
  },
} as const
