/** Kinds of events in words; one that is not listed is shown by its type, with spaces for dots. */
const TITLE: Record<string, string> = {
  'login.succeeded': 'Signed in',
  'login.failed': 'Sign-in failed',
  logout: 'Signed out',
  signup: 'Signed up',
  'share_links.download': 'File downloaded by link',
  'file_requests.delivery': 'File arrived for a request',
  'session.revoked': 'Session ended',
  'refresh.reuse_detected': 'Stolen session ended',
  'email.confirmed': 'E-mail confirmed',
  'email.change_requested': 'E-mail change asked for',
  'email.changed': 'E-mail changed',
  'password.changed': 'Password changed',
  'password.reset_requested': 'Password reset asked for',
  'password.reset': 'Password reset',
  'mfa.enrolled': 'Second factor begun',
  'mfa.verified': 'Second factor used',
  'mfa.failed': 'Second factor failed',
  'mfa.removed': 'Second factor removed',
  'mfa.recovery_codes_made': 'Recovery codes made',
  'passkey.registered': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'identity.linked': 'Sign-in method added',
  'identity.unlinked': 'Sign-in method removed',
  'user.created': 'Account made',
  'user.invited': 'Person invited',
  'user.deleted': 'Account deleted',
}
const THING: Record<string, string> = {
  file_records: 'File',
  file_access: 'Access to a file',
  file_versions: 'Version of a file',
  file_tags: 'Tag of a file',
  share_links: 'Shared link',
  file_requests: 'Request for files',
  request_deliveries: 'Received file',
  folders: 'Folder',
  tags: 'Tag',
  objects: 'Sealed content',
  buckets: 'Bucket',
  spaces: 'Space',
  space_keys: 'Space key',
  keyrings: 'Keyring',
  account_wraps: 'Way to open the vault',
  user_key_bundles: 'Public keys',
  kdf_parameters: 'Password settings',
  profiles: 'Profile',
  tenants: 'Organisation',
  enterprise_user_roles: 'Role',
  invitations: 'Invitation',
  former_members: 'Removal of a member',
  users: 'Account',
  identities: 'Sign-in method',
  mfa_factors: 'Second factor',
  mfa_recovery_codes: 'Recovery code',
  notification_settings: 'Notification setting',
  subscriptions: 'Subscription',
  contacts: 'Contact message',
}
const DEED: Record<string, string> = { insert: 'added', update: 'changed', delete: 'removed' }

/** `file_records.insert` is "File added". */
export function eventTitle(type: string): string {
  const known = TITLE[type]
  if (known) return known
  const [subject = '', deed = ''] = type.split('.')
  const thing = THING[subject]
  const done = DEED[deed]
  if (thing && done) return `${thing} ${done}`
  const words = type.replaceAll(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
