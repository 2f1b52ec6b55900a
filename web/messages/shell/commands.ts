export const commands = {
  title: 'Go to',
  open: 'Search pages, actions and files',
  placeholder: 'A page, an action or the name of a file',
  empty: 'Nothing has this name.',
  hint: 'Enter opens what is marked, Esc closes.',
  groups: { pages: 'Pages', actions: 'Actions', files: 'Files', guides: 'Help' },
  upload: 'Upload files',
  auditLogs: 'Audit Logs',
  shortcuts: 'Keyboard shortcuts',
  scheme: 'Switch between light and dark',
  lock: 'Lock the vault',
  signOut: 'Sign Out',
} as const
