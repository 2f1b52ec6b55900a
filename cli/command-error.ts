import { refusedFolderOf } from '#vault/folders/refused-folder.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { printable } from './output.ts'

/** What a script can tell apart by the exit status. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  signedOut: 3,
  notFound: 4,
  damaged: 5,
  conflict: 6,
  partly: 7,
} as const
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT]

/** Something the person can mend; `message` says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly status: ExitStatus
  /** As `--json` gives it. */
  readonly code: string

  constructor(message: string, status: ExitStatus = EXIT.failed, code = codeOf(status)) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A command that was typed wrongly. */
export const usageError = (message: string): CommandError => new CommandError(message, EXIT.usage)

/** Exit status and sentence for anything that was thrown. */
export function describeError(error: unknown): { status: ExitStatus; code: string; message: string } {
  if (error instanceof CommandError) return { status: error.status, code: error.code, message: error.message }
  if (error instanceof VaultError) {
    const status = statusOf(error.code)
    const folder = refusedFolderOf(error)
    const message = folder === null ? (SENTENCES[error.code] ?? error.message) : folderSentence(folder)
    return { status, code: error.code, message }
  }
  const ofSystem = systemSentence(error)
  if (ofSystem !== undefined) return { status: EXIT.failed, code: 'file_unreadable', message: ofSystem }
  const message = error instanceof Error ? error.message : String(error)
  return { status: EXIT.failed, code: 'unexpected', message }
}

const folderSentence = (name: string): string =>
  `The folder ${printable(name)} does not lie where the list showed it, is called otherwise, or what is signed about it does not hold. Nothing was given away or changed; run the command again, and if it stays so, the server may be mixing up folders: ask the operator, not by this service.`

/** True for a failure that every other file would meet as well. */
export function endsEverything(error: unknown): boolean {
  return error instanceof VaultError && (SIGNED_OUT.has(error.code) || OF_ALL.has(error.code))
}

/** Failures of the file system of this computer, by their codes. */
const SYSTEM_SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'It is no longer there.',
  EACCES: 'You may not read or write it on this computer.',
  EPERM: 'You may not read or write it on this computer.',
  ENOSPC: 'There is no room left on this computer.',
  EROFS: 'The place on this computer is read-only.',
  ENAMETOOLONG: 'Its name is too long for this computer.',
  EIO: 'The disk of this computer could not read or write it.',
}

function systemSentence(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return SYSTEM_SENTENCES[error.code]
}

const SENTENCES: Partial<Record<VaultError['code'], string>> = {
  invalid_credentials: 'Email or password is wrong.',
  email_not_confirmed: 'Confirm the email address first: open the link that was mailed to you.',
  wrong_password: 'This is not the password of this vault.',
  confirmation_needed:
    'Something unusual was noticed about this session. Open Security in a browser and confirm that it is you, or run `quantumshield login` again.',
  reading_slowed:
    'Very many files were read on this new computer, so they come one a second. Run `quantumshield login` again, or open Security in a browser and confirm that it is you.',
  second_factor_required:
    'Your organisation requires a second factor. Set one up in a browser, then run `quantumshield login` again.',
  sign_in_way_required:
    'Your organisation takes sign-ins by passkey or identity provider alone, and this program signs in with the password. Work in a browser, or ask who manages its security.',
  against_rules: 'The rules of your organisation do not allow this. Somebody who manages its security can say which.',
  changes_paused:
    'Replacing and deleting files is paused for this account, because very many were at once. Open Security in a browser and confirm that it is you.',
  session_ended: 'You are no longer signed in. Run `quantumshield login`.',
  account_closed:
    'Your organisation has suspended or removed this account. Its files are still there, sealed; ask an owner or administrator of the organisation to let you back in.',
  organisation_leaving:
    'Your organisation is being deleted, so nobody but its owners can sign in. They can ask to keep it.',
  organisation_suspended:
    'Your organisation is suspended, so nobody of it can sign in. Nothing was deleted; ask who runs this server.',
  wrong_code: 'This code does not fit or was used already. Wait for the next one, and check the clock of your phone.',
  rate_limited: 'The server asks to wait: too many tries. Nothing is lost; try again in a few minutes.',
  person_unknown: 'Nobody in your organisation uses this address. Check the spelling.',
  person_without_vault: 'This person has not made their vault yet. Ask them to sign in once, then share again.',
  keyring_damaged:
    'What your vault remembers was overwritten on the server and does not open, and this computer has no copy. Your files are not changed. Run `quantumshield put-back --keyring`, and tell your administrator.',
  keys_refused:
    'This computer refused the keys that the server answered with: they do not follow from those it remembers. Nothing was opened or changed. Somebody may be trying to show you false keys: tell your administrator, and ask them outside of this service. Only if your keys were restored from a backup, or changed many times on other devices, delete its file keyring-<account id>.json in ~/.config/quantumshield (or QUANTUMSHIELD_HOME) and run the command again.',
  key_changed:
    'The keys of this person are not the ones that were seen before. Nothing was shared or opened; ask them, not by this service, why.',
  key_not_listed:
    'The public log does not list the keys of this person yet, so nothing was shared. New keys follow within a minute: run the command again then. If it stays so, ask the operator.',
  key_other_listed:
    'The public log lists other keys for this person than the server gives out. Nothing was shared; ask them and the operator, not by this service: somebody may be trying to read what you share.',
  key_listed_twice:
    'The public log listed other keys for this person before. Nothing was shared; compare the safety number with them in the app (Team, Details), then run the command again.',
  key_unproved:
    'The server does not prove which keys the public log lists for this person. Nothing was shared. Run the command again; if it stays so, ask the operator, not by this service.',
  key_log_refused:
    'The public log is not the one that this computer knew. Nothing was shared, stored or changed; run `quantumshield verify-log` to see what is wrong, and ask the operator, not by this service.',
  key_log_late:
    'In the last two hours too few independent witnesses have signed the public log, so it may be an old one. Nothing was shared, stored or changed. Check the clock of this computer and run the command again. If it stays so, run `quantumshield verify-log` to see who signed last, and ask the operator, not by this service.',
  key_log_offline:
    'The public log could not be reached, so nothing shows that keys and lists of members are the right ones. Nothing was shared, stored or changed; run the command again later.',
  roster_not_listed:
    'The public log does not list the members of this space as they are now yet, so nothing was stored or changed. A new list follows within a minute: run the command again then. If it stays so, ask the operator.',
  roster_other_listed:
    'The public log lists other members of this space than the server shows, or two lists under one number. Nothing was stored or changed; compare the code of the list, which the app shows beside it, with a manager of the space, not by this service, and tell the operator.',
  roster_newer_listed:
    'The public log lists a newer list of members of this space than the server shows. Nothing was stored or changed. Run the command again; if it stays so, ask a manager of the space, not by this service, who belongs to it.',
  roster_unproved:
    'The server does not prove that the public log lists the members of this space as it shows them. Nothing was stored or changed. Run the command again; if it stays so, ask the operator, not by this service.',
  not_as_shown:
    'This is not in the folder, or not under the name, that the list showed. Nothing was done with it; run the command again, and if it stays so, the server may be mixing up files: ask the operator, not by this service.',
  share_ended: 'This file is no longer shared with you. Nothing was saved; ask its owner if you still need it.',
  share_refused: 'This grant was not made for you by the owner of the file, or was replaced. Nothing was opened.',
  share_visit_ended:
    'An hour has passed since the link was opened, so the download stopped. What has arrived stays; run the command again and it continues there, which counts as another download.',
  file_unreadable: 'The file on this computer was moved, changed or removed, or cannot be read.',
  source_changed: 'The file changed while it was being sent. Nothing of it was stored; run the command again.',
  bad_file_name: 'This cannot be used as a name.',
  app_outdated: 'This program is too old for the server. Nothing was stored; update it, then run the command again.',
  offline: 'The server could not be reached. Nothing is lost; run the command again and it continues where it stopped.',
}

const SIGNED_OUT: ReadonlySet<VaultError['code']> = new Set([
  'session_ended',
  'vault_locked',
  'invalid_credentials',
  'account_closed',
  'organisation_leaving',
  'organisation_suspended',
  'needs_second_factor',
  'wrong_code',
])

const DAMAGED: ReadonlySet<VaultError['code']> = new Set([
  'file_damaged',
  'not_as_shown',
  'folder_refused',
  'vault_rolled_back',
  'keyring_damaged',
  'keys_refused',
  'key_changed',
  'key_other_listed',
  'key_listed_twice',
  'key_unproved',
  'key_log_refused',
  'roster_other_listed',
  'roster_newer_listed',
  'roster_unproved',
  'share_refused',
])

const OF_ALL: ReadonlySet<VaultError['code']> = new Set([
  'offline',
  'rate_limited',
  'app_outdated',
  'confirmation_needed',
  'sign_in_way_required',
  'second_factor_required',
  'keys_refused',
  'vault_rolled_back',
  'key_log_refused',
  'key_log_late',
  'key_log_offline',
  'space_gone',
  'space_refused',
])

function statusOf(code: VaultError['code']): ExitStatus {
  if (SIGNED_OUT.has(code)) return EXIT.signedOut
  if (code === 'not_found' || code === 'person_unknown' || code === 'share_ended') return EXIT.notFound
  if (DAMAGED.has(code)) return EXIT.damaged
  return EXIT.failed
}

function codeOf(status: ExitStatus): string {
  if (status === EXIT.usage) return 'usage'
  if (status === EXIT.signedOut) return 'signed_out'
  if (status === EXIT.notFound) return 'not_found'
  if (status === EXIT.damaged) return 'file_damaged'
  if (status === EXIT.conflict) return 'name_taken'
  if (status === EXIT.partly) return 'partly'
  return 'failed'
}
